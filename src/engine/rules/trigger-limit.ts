import { type Rule, refusesRun } from './rule.js';

const mostTriggers = 20;

export const triggerLimit: Rule = {
  id: 'TRIGGER_LIMIT',
  meaning: `The flow has more than ${mostTriggers} triggers.`,
  cure: 'Move some of them into other flows that call this one with `flow.call`.',
  ...refusesRun,
  check: ({ triggers }) =>
    triggers.length <= mostTriggers
      ? []
      : [
          {
            message: `The flow has ${triggers.length} triggers; at most ${mostTriggers} are allowed. Move some of them into other flows that call this one with flow.call.`,
          },
        ],
};
