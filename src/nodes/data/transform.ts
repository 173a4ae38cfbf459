import { z } from 'zod';
import { ExpressionError, ExpressionSyntaxError } from '../../engine/expressions/index.js';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';

export const transformNode = defineNode({
  type: 'data.transform',
  title: 'Transform',
  category: 'data',
  capability: null,
  description: 'Evaluates one CEL expression, which can create lists and objects, and outputs its result.',
  fields: z.object({
    expression: filledText(5_000).describe('The expression, for example `size(triggerData.items)`.'),
  }),
  verbatim: { expression: 'cel' },
  sourceHandles: ['out'],
  errorHandle: true,
  effects: false,
  sample: null,
  example: { expression: '{"names": triggerData.items.map(i, i.name), "count": size(triggerData.items)}' },
  output: 'the result of the expression.',
  exampleRun: { triggerData: { items: [{ name: 'pen' }, { name: 'ink' }] } },
  run: ({ data, evaluate }) => {
    try {
      return { kind: 'done', output: evaluate(data.expression) };
    } catch (error) {
      if (!(error instanceof ExpressionError || error instanceof ExpressionSyntaxError)) throw error;
      const code = error instanceof ExpressionError ? error.code : 'EXPRESSION_FAILED';
      return { kind: 'failed', error: { code, message: error.message }, retryable: false };
    }
  },
});
