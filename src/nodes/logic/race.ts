import { z } from 'zod';
import { defineNode } from '../define-node.js';

export const raceNode = defineNode({
  type: 'logic.race',
  title: 'Race',
  category: 'logic',
  capability: null,
  description:
    'Continues with the first branch that arrives, and cancels what still runs or waits in the others, if nothing but this node can follow it.',
  fields: z.object({}),
  sourceHandles: ['out'],
  joins: () => 1,
  cancelsLosers: () => true,
  effects: false,
  sample: { winner: null, output: null },
  example: {},
  output: '`winner`, the ID of the node that arrived first, and `output`, its output.',
  exampleRun: { inputs: { approval: { by: 'ana@example.com', comment: null } } },
  run: ({ inputs }) => {
    const [[winner, output] = [null, null]] = Object.entries(inputs);
    return { kind: 'done', output: { winner, output } };
  },
});
