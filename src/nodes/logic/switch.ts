import { z } from 'zod';
import { evaluateCondition } from '../../engine/conditions.js';
import { defineNode } from '../define-node.js';
import { filledText } from '../field-kinds.js';
import { handlesById } from '../handles-by-id.js';

const switchCase = z.object({
  id: filledText(100).describe('Names the handle: case:ID.'),
  equals: z.unknown().describe('The value that takes this case.'),
});

export const switchNode = defineNode({
  type: 'logic.switch',
  title: 'Switch',
  category: 'logic',
  description: 'Goes one of several ways, by a value; the first case that equals it is taken.',
  fields: z.object({
    value: z.unknown().describe('What is looked at, usually an expression.'),
    cases: z.array(switchCase).min(1, 'Give at least one case.').max(100).describe('Tried in order.'),
  }),
  sourceHandles: ({ cases }) => [...handlesById('case', cases), 'default'],
  handlePatterns: ['case:ID', 'default'],
  effects: false,
  sample: { case: null },
  example: { value: '{{triggerData.country}}', cases: [{ id: 'spain', equals: 'ES' }] },
  output: '`case`, the ID of the case that was taken; null for `default`.',
  tried: { triggerData: { country: 'ES' } },
  run: ({ data: { value, cases } }) => {
    const taken = cases.find(({ equals }) => evaluateCondition({ left: value, operator: 'eq', right: equals }));
    return { kind: 'done', output: { case: taken?.id ?? null }, handle: taken ? `case:${taken.id}` : 'default' };
  },
});
