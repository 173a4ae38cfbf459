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
  capability: null,
  description: 'Leaves by `true` or `false`, depending on conditions.',
  fields: z.object({
    conditions: z.array(conditionField).min(1).max(50).describe('The conditions.'),
    combine: optionalField(z.enum(['all', 'any'])).describe(
      'Whether all conditions must be true, or any. Defaults to `all`.',
    ),
  }),
  sourceHandles: ['true', 'false'],
  decides: true,
  effects: false,
  sample: { result: true },
  example: { conditions: [{ left: '{{triggerData.amount}}', operator: 'gte', right: 100 }], combine: 'all' },
  output: '`result`, whether the conditions are true.',
  errors: ['REGEX_INVALID'],
  exampleRun: { triggerData: { amount: 120 } },
  run: ({ data: { conditions, combine } }) => {
    try {
      const result = evaluateConditions(conditions, combine);
      return { kind: 'done', output: { result }, handle: String(result) };
    } catch (error) {
      return tooLarge(error);
    }
  },
});

// Fields accept valid patterns only; a pattern can still be too large for the text, or come from an expression.
function tooLarge(error: unknown): Outcome {
  if (!(error instanceof RegexError)) throw error;
  return { kind: 'failed', error: { code: error.code, message: error.message }, retryable: false };
}
