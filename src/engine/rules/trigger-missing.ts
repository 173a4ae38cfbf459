import { type Rule, refusesRun } from './rule.js';

export const triggerMissing: Rule = {
  id: 'TRIGGER_MISSING',
  meaning: 'The flow has no trigger.',
  cure: 'Add a trigger.',
  ...refusesRun,
  silencedBy: ['FLOW_EMPTY'],
  check: ({ triggers }) =>
    triggers.length > 0 ? [] : [{ message: 'The flow has no trigger. Add one and connect it to the first step.' }],
};
