import { z } from 'zod';
import { type Condition, operators } from '../engine/conditions.js';
import { hasExpression } from '../engine/expressions/index.js';
import { matchesRegex, RegexError } from '../engine/regex.js';

const withoutRight = new Set<string>(['exists', 'notExists', 'isEmpty', 'isNotEmpty', 'isTrue', 'isFalse']);

/** A comparison in `logic.if` and in the conditions of CRM events. */
export const conditionField = z
  .object({
    left: z.unknown().describe('The value to compare, usually an expression.'),
    operator: z.enum(operators).describe('The comparison.'),
    right: z
      .unknown()
      .optional()
      .describe(
        'The value to compare with: a list for `in` and `notIn`. Required unless the operator compares with nothing.',
      ),
  })
  .refine(({ operator, right }) => right !== undefined || withoutRight.has(operator), {
    path: ['right'],
    message: 'is required for this operator',
  })
  .refine((condition) => condition.operator !== 'matches' || isPattern(condition), {
    path: ['right'],
    message:
      'must be a regular expression in RE2 syntax (no look-around, no back-references) of at most 1,000 characters',
  });

function isPattern({ right }: Condition): boolean {
  if (typeof right !== 'string' || hasExpression(right)) return true;
  try {
    matchesRegex('', right);
    return true;
  } catch (error) {
    if (error instanceof RegexError) return false;
    throw error;
  }
}
