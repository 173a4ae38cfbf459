import { type Rule, refusesRun } from './rule.js';

export const flowEmpty: Rule = {
  id: 'FLOW_EMPTY',
  ...refusesRun,
  check: ({ nodes }) => (nodes.length > 0 ? [] : [{ message: 'The flow has no nodes. Begin with a trigger.' }]),
};
