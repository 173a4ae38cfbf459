import { type Rule, refusesRun } from './rule.js';

export const triggerTypeMismatch: Rule = {
  id: 'TRIGGER_TYPE_MISMATCH',
  meaning: '`settings.triggerType` differs from the trigger in the graph.',
  cure: 'Change one of the two.',
  ...refusesRun,
  silencedBy: ['TRIGGER_MISSING', 'TRIGGER_MULTIPLE'],
  check(context) {
    const expected = context.input.settings?.triggerType;
    const [trigger] = context.triggers;
    const actual = context.shapeOf(trigger)?.trigger;
    if (expected == null || !trigger || actual === undefined || actual === expected) return [];
    const message = `settings.triggerType is "${expected}", but the trigger ${context.nameOf(trigger)} has the type "${actual}". Change one of the two.`;
    return [{ nodeId: trigger.id, field: 'settings.triggerType', message }];
  },
};
