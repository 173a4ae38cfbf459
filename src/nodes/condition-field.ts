import { z } from 'zod';
import { type Condition, operators } from '../engine/conditions.js';
import { matchesRegex } from '../engine/regex.js';

const withoutRight = new Set<string>(['exists', 'notExists', 'isEmpty', 'isNotEmpty', 'isTrue', 'isFalse']);

/** One comparison, as `logic.if` and the conditions of CRM events hold it. */
export const conditionField = z
  .object({
    left: z.unknown().describe('What is looked at, usually an expression.'),
    operator: z.enum(operators).describe('How it is compared.'),
    right: z.unknown().optional().describe('What it is compared with; a list for in and notIn.'),
  })
  .refine(({ operator, right }) => right !== undefined || withoutRight.has(operator), {
    path: ['right'],
    message: 'Give the value to compare with.',
  })
  .refine((condition) => condition.operator !== 'matches' || isPattern(condition), {
    path: ['right'],
    message: 'Give a regular expression in RE2 syntax: no look-around, no back-references, at most 1,000 characters.',
  });

function isPattern({ right }: Condition): boolean {
  if (typeof right !== 'string') return true;
  try {
    matchesRegex('', right);
    return true;
  } catch {
    return false;
  }
}
