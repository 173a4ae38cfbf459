import { type Rule, refusesRun } from './rule.js';

export const flowEmpty: Rule = {
  id: 'FLOW_EMPTY',
  meaning: 'The flow has no nodes.',
  cure: 'Add a trigger and the nodes that follow it.',
  ...refusesRun,
  check: ({ nodes }) => (nodes.length > 0 ? [] : [{ message: 'The flow has no nodes. Add a trigger first.' }]),
};
