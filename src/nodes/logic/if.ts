import { z } from 'zod';
import { evaluateConditions } from '../../engine/conditions.js';
import { RegexError } from '../../engine/regex.js';
import { conditionField } from '../condition-field.js';
import { defineNode, type Outcome } from '../define-node.js';
import { optionalField } from '../field-kinds.js';

export const ifNode = defineNode({
  type: 'logic.if',
  title: 'If',
  category: 'logic',
  description: 'Goes one of two ways, as conditions hold or not.',
  fields: z.object({
    conditions: z.array(conditionField).min(1, 'Give at least one condition.').max(50).describe('What is asked.'),
    combine: optionalField(z.enum(['all', 'any'])).describe('Whether all must hold or any one. Defaults to all.'),
  }),
  sourceHandles: ['true', 'false'],
  effects: false,
  sample: { result: true },
  example: { conditions: [{ left: '{{triggerData.amount}}', operator: 'gte', right: 100 }], combine: 'all' },
  output: '`result`, whether the conditions hold.',
  errors: ['REGEX_INVALID'],
  tried: { triggerData: { amount: 120 } },
  run: ({ data: { conditions, combine } }) => {
    try {
      const result = evaluateConditions(conditions, combine);
      return { kind: 'done', output: { result }, handle: String(result) };
    } catch (error) {
      return tooMuchWork(error);
    }
  },
});

// The fields take sound patterns only; what is left is one too large for the text that came.
function tooMuchWork(error: unknown): Outcome {
  if (!(error instanceof RegexError)) throw error;
  return { kind: 'failed', error: { code: error.code, message: error.message }, retryable: false };
}
