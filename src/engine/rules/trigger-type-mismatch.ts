import { type Rule, refusesRun } from './rule.js';

export const triggerTypeMismatch: Rule = {
  id: 'TRIGGER_TYPE_MISMATCH',
  meaning: '`settings.triggerType` is the type of no trigger in the graph.',
  cure: 'Change one of the two.',
  ...refusesRun,
  silencedBy: ['TRIGGER_MISSING'],
  check(context) {
    const expected = context.input.settings?.triggerType;
    const [trigger] = context.triggers;
    const types = context.triggers.map((one) => context.shapeOf(one)?.trigger);
    if (expected == null || !trigger || types.some((type) => type === expected)) return [];
    const actual = types[0];
    const message = `settings.triggerType is "${expected}", but the trigger ${context.nameOf(trigger)} has the type "${actual}". Change one of the two.`;
    return [{ nodeId: trigger.id, field: 'settings.triggerType', message }];
  },
};
