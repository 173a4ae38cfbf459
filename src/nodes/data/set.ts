import { z } from 'zod';
import { defineNode } from '../define-node.js';

const assignment = z.object({
  name: z
    .string()
    .regex(
      /^(?!__)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
      'must have at most 100 letters, digits and _, and must not start with a digit or __',
    )
    .describe('The name of the variable. Expressions read it as `variables.NAME`.'),
  value: z.unknown().describe('The value. A single expression keeps its type.'),
});

export const setNode = defineNode({
  type: 'data.set',
  title: 'Set variables',
  category: 'data',
  capability: null,
  description: 'Sets variables for the rest of the execution.',
  fields: z.object({
    assignments: z
      .array(assignment)
      .min(1)
      .max(200)
      .describe('The variables to set. If a name is repeated, the last value is used.'),
  }),
  sourceHandles: ['out'],
  effects: false,
  sample: {},
  example: { assignments: [{ name: 'total', value: '{{triggerData.amount * 1.21}}' }] },
  output: 'the values, by the name of the variable.',
  exampleRun: { triggerData: { amount: 100 } },
  run: ({ data, setVariable }) => {
    const values = data.assignments.map(({ name, value }) => [name, value ?? null] as const);
    for (const [name, value] of values) setVariable(name, value);
    return { kind: 'done', output: Object.fromEntries(values) };
  },
});
