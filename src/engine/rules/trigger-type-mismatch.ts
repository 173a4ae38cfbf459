import { type Rule, refusesRun } from './rule.js';

export const triggerTypeMismatch: Rule = {
  id: 'TRIGGER_TYPE_MISMATCH',
  meaning: '`settings.triggerType` differs from the trigger in the graph.',
  cure: 'Change one of the two.',
  ...refusesRun,
  silencedBy: ['TRIGGER_MISSING', 'TRIGGER_MULTIPLE'],
  check(facts) {
    const wanted = facts.input.settings?.triggerType;
    const [trigger] = facts.triggers;
    const actual = facts.shapeOf(trigger)?.trigger;
    if (wanted == null || !trigger || actual === undefined || actual === wanted) return [];
    const message = `The settings say triggerType "${wanted}", but ${facts.nameOf(trigger)} is of "${actual}". Change one of the two.`;
    return [{ nodeId: trigger.id, field: 'settings.triggerType', message }];
  },
};
