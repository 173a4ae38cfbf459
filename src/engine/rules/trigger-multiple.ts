import { type Rule, refusesRun } from './rule.js';

export const triggerMultiple: Rule = {
  id: 'TRIGGER_MULTIPLE',
  meaning: 'The flow has more than one trigger.',
  cure: 'Keep one of them.',
  ...refusesRun,
  check: (context) =>
    context.triggers.slice(1).map((trigger) => ({
      nodeId: trigger.id,
      message: `${context.nameOf(trigger)} is a second trigger. A flow must have exactly one: remove it, or move it to another flow.`,
    })),
};
