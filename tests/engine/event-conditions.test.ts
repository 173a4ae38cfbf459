import { describe, expect, test } from '@jest/globals';
import { bindConditions, type Condition, conditionsHold, WorkMeter } from '../../src/engine/index.js';
import { metered, WorkLimitError } from '../../src/engine/work.js';

const scope = {
  triggerData: { limit: 10, ids: ['a', 'b'], unused: 'x'.repeat(1_000) },
  steps: { 'node-1': { body: { total: 3 } } },
  now: '2026-01-05T09:00:00.000Z',
};
const at = new Date('2026-01-05T10:00:00.000Z');

const bound = (...conditions: Condition[]) => bindConditions(conditions, scope).value;
const holds = (event: object, ...conditions: Condition[]) => {
  const { rest } = bound(...conditions);
  return rest === null || conditionsHold(rest, event, at);
};

describe('binding conditions on a later event', () => {
  test('reads the parts of the scope that they name, each once, and nothing else', () => {
    const { rest, match } = bound(
      { left: '{{event.data.total}}', operator: 'gt', right: '{{triggerData.limit}}' },
      { left: '{{event.data.total * steps["node-1"].body.total}}', operator: 'lt', right: '{{triggerData.limit * 3}}' },
      { left: '{{triggerData.ids[1]}}', operator: 'eq', right: '{{event.data.id}}' },
    );
    expect(match).toEqual({});
    expect(rest?.scope).toEqual({
      triggerData: { limit: 10, ids: ['a', 'b'] },
      steps: { 'node-1': { body: { total: 3 } } },
    });
  });

  test('compares by path what an index can find', () => {
    const other = { left: '{{event.data.id}}', operator: 'eq', right: 'b' } as const;
    const first = { left: '{{event.data.id}}', operator: 'eq', right: '{{triggerData.ids[0]}}' } as const;
    expect(bound(first, other)).toEqual({ match: { 'data.id': 'a' }, rest: { conditions: [other], scope: {} } });
    expect(bound({ left: '{{event.data["a.b"]}}', operator: 'eq', right: 1 }).match).toEqual({});
    expect(bound({ left: '{{event.data.id}}', operator: 'eq', right: '{{event.data.other}}' }).match).toEqual({});
    expect(bindConditions([first], scope, ['data.id']).value.match).toEqual({});
  });

  test('says which paths lead nowhere, and refuses secrets', () => {
    const missing = { left: '{{event.data.id}}', operator: 'eq', right: '{{triggerData.gone}}' } as const;
    expect(bindConditions([missing], scope).missing).toEqual(['triggerData.gone']);
    const secret = { left: '{{event.data.id}}', operator: 'eq', right: '{{boveda.key}}' } as const;
    expect(() => bindConditions([secret], { ...scope, boveda: { key: 's3cret' } })).toThrow('conditions');
  });
});

describe('conditions on an event', () => {
  test('hold for what the event and its former state are', () => {
    const risen = { left: '{{event.data.n > event.previous.n}}', operator: 'isTrue' } as const;
    expect(holds({ data: { n: 2 }, previous: { n: 1 } }, risen)).toBe(true);
    expect(holds({ data: { n: 1 }, previous: { n: 1 } }, risen)).toBe(false);
    expect(holds({ data: { n: 1 } }, risen)).toBe(false);
  });

  test('read the time of the event as now', () => {
    expect(holds({}, { left: '{{now}}', operator: 'eq', right: at.toISOString() })).toBe(true);
  });

  test('do no more work than they may', () => {
    const heavy = { left: '{{event.text}}', operator: 'matches', right: '(.*a){100}$' } as const;
    const { rest } = bound(heavy);
    const evaluate = () => conditionsHold(rest as NonNullable<typeof rest>, { text: 'a'.repeat(5_000) }, at);
    expect(() => metered(new WorkMeter(1_000), evaluate)).toThrow(WorkLimitError);
  });
});
