import { z } from 'zod';
import { defineNode } from '../define-node.js';

const assignment = z.object({
  name: z
    .string()
    .regex(/^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'Use letters, digits and _, at most 100, not a digit first.')
    .describe('Read later as variables.name.'),
  value: z.unknown().describe('Any value; an expression alone keeps its type.'),
});

export const setNode = defineNode({
  type: 'data.set',
  title: 'Set variables',
  category: 'data',
  description: 'Gives values to variables for the rest of the run.',
  fields: z.object({
    assignments: z.array(assignment).min(1, 'Set at least one variable.').max(200).describe('The last of a name wins.'),
  }),
  sourceHandles: ['out'],
  effects: false,
  sample: {},
  example: { assignments: [{ name: 'total', value: '{{triggerData.amount * 1.21}}' }] },
  output: 'the values by name.',
  tried: { triggerData: { amount: 100 } },
  run: ({ data, setVariable }) => {
    const values = data.assignments.map(({ name, value }) => [name, value ?? null] as const);
    for (const [name, value] of values) setVariable(name, value);
    return { kind: 'done', output: Object.fromEntries(values) };
  },
});
