import { type Rule, refusesRun } from './rule.js';

export const triggerTypeMismatch: Rule = {
  id: 'TRIGGER_TYPE_MISMATCH',
  meaning: '`settings.triggerType` differs from the trigger in the graph.',
  cure: 'Change one of the two.',
  ...refusesRun,
  silencedBy: ['TRIGGER_MISSING', 'TRIGGER_MULTIPLE'],
  check(context) {
    const wanted = context.input.settings?.triggerType;
    const [trigger] = context.triggers;
    const actual = context.shapeOf(trigger)?.trigger;
    if (wanted == null || !trigger || actual === undefined || actual === wanted) return [];
    const message = `The settings say triggerType "${wanted}", but ${context.nameOf(trigger)} is of "${actual}". Change one of the two.`;
    return [{ nodeId: trigger.id, field: 'settings.triggerType', message }];
  },
};
