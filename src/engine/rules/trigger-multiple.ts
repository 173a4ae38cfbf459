import { type Rule, refusesRun } from './rule.js';

export const triggerMultiple: Rule = {
  id: 'TRIGGER_MULTIPLE',
  meaning: 'The flow has more than one trigger.',
  cure: 'Keep one of them.',
  ...refusesRun,
  check: (context) =>
    context.triggers.slice(1).map((trigger) => ({
      nodeId: trigger.id,
      message: `${context.nameOf(trigger)} is one trigger too many. Keep one, or make a flow of its own for each.`,
    })),
};
