import { z } from 'zod';
import { evaluateCondition } from '../../engine/conditions.js';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { handlesById } from '../handles-by-id.js';

const switchCase = z.object({
  id: filledText(100).describe('The ID of the case, which names its handle: `case:ID`.'),
  equals: z.unknown().describe('The value of this case.'),
});

export const switchNode = defineNode({
  type: 'logic.switch',
  title: 'Switch',
  category: 'logic',
  capability: null,
  description: 'Leaves by the first case that equals a value.',
  fields: z.object({
    value: z.unknown().describe('The value to compare, usually an expression.'),
    cases: z.array(switchCase).min(1).max(100).describe('The cases, in the order in which they are compared.'),
  }),
  sourceHandles: ({ cases }) => [...handlesById('case', cases), 'default'],
  decides: true,
  handlePatterns: ['case:ID', 'default'],
  effects: false,
  sample: { case: null },
  example: { value: '{{triggerData.country}}', cases: [{ id: 'spain', equals: 'ES' }] },
  output: '`case`, the ID of the first equal case; null for `default`.',
  exampleRun: { triggerData: { country: 'ES' } },
  run: ({ data: { value, cases } }) => {
    const taken = cases.find(({ equals }) => evaluateCondition({ left: value, operator: 'eq', right: equals }));
    return { kind: 'done', output: { case: taken?.id ?? null }, handle: taken ? `case:${taken.id}` : 'default' };
  },
});
