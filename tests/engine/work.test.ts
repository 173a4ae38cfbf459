import { describe, expect, test } from '@jest/globals';
import {
  type Condition,
  evaluateConditions,
  metered,
  resolveFields,
  Taint,
  validateFlow,
  WorkLimitError,
  WorkMeter,
} from '../../src/engine/index.js';
import { catalogue } from '../../src/nodes/index.js';

const inStep = (work: () => unknown) => () => metered(new WorkMeter(), work);
const repeat = (condition: Condition, times = 50) => Array.from({ length: times }, () => condition);
const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `name ${id}` }));

describe('the work of a step', () => {
  const expensive: [string, Condition][] = [
    ['a pattern', { left: 'a'.repeat(5_900), operator: 'matches', right: '(.*a){100}$' }],
    ['lists as text', { left: rows, operator: 'ne', right: 'x' }],
    ['a text inside another', { left: 'a'.repeat(1e6), operator: 'notContains', right: `${'a'.repeat(500)}ba` }],
    ['entries of a list', { left: rows.map(String), operator: 'notContains', right: 'x' }],
    ['entries of a text', { left: 'x', operator: 'notIn', right: 'a,'.repeat(500_000) }],
    ['keys', { left: Object.fromEntries(rows.map(({ name }) => [name, 1])), operator: 'isNotEmpty' }],
  ];

  test.each(expensive)('is one limit for all conditions: %s', (_what, condition) => {
    expect(inStep(() => evaluateConditions(repeat(condition)))).toThrow(WorkLimitError);
  });

  test('has room for fifty ordinary conditions', () => {
    const mail = { left: 'ana@example.com', operator: 'matches', right: '^[^@ ]+@[^@ ]+\\.[a-z]{2,}$' } as const;
    expect(inStep(() => evaluateConditions(repeat(mail)))()).toBe(true);
    const word = { left: `${'a sentence '.repeat(200)}urgent`, operator: 'matches', right: '(?i)urgent|asap' } as const;
    expect(inStep(() => evaluateConditions(repeat(word)))()).toBe(true);
  });

  test('is one limit for conditions and expressions', () => {
    const text = '{{ triggerData.rows.map(r, r.id + 1).size() }}';
    const pattern = { left: 'a'.repeat(4_000), operator: 'matches', right: '(.*a){100}$' } as const;
    const expressions = () => resolveFields([text], { triggerData: { rows } });
    expect(inStep(expressions)).not.toThrow();
    expect(inStep(() => evaluateConditions([pattern]))).not.toThrow();
    expect(inStep(() => [expressions(), evaluateConditions(repeat(pattern, 2))])).toThrow(WorkLimitError);
  });

  test('counts the values that plain paths insert into texts, and the search for what is secret in them', () => {
    const steps = { a: { rows } };
    const texts = Array.from({ length: 1_000 }, () => 'Rows: {{steps.a.rows}}');
    expect(() => resolveFields(texts, { steps })).toThrow(WorkLimitError);
    const lone = Array.from({ length: 1_000 }, () => '{{steps.a.rows}}');
    expect(() => resolveFields(lone, { steps })).not.toThrow();
    const hidden = {
      texts: new Taint(['a secret']),
      shown: { steps: { a: { rows: rows.map((row) => ({ ...row })) } } },
    };
    expect(() => resolveFields(lone, { steps, hidden })).toThrow(WorkLimitError);
  });

  test('counts what is made of secrets by their length, whatever characters they have', () => {
    const used = (secret: string) => {
      let times = 0;
      try {
        inStep(() => {
          const texts = Array(100).fill('{{ urlEncode(boveda.key) + base64Encode(boveda.key) }}');
          for (; times < 1_000; times++) resolveFields(texts, { boveda: { key: secret } }, { sinkOf: () => 'uses' });
        });
      } catch (error) {
        expect(error).toBeInstanceOf(WorkLimitError);
      }
      return times;
    };
    expect(used('a'.repeat(1_000))).toBeLessThan(100);
    expect(used('a'.repeat(1_000))).toBe(used('%'.repeat(1_000)));
    expect(used('a'.repeat(1_000))).toBe(used('ñ'.repeat(1_000)));
  });

  test('counts the patterns that fields are checked with, once each', () => {
    const data = (pattern: (n: number) => string) => ({
      conditions: Array.from({ length: 50 }, (_, n) => ({ left: 'x', operator: 'matches', right: pattern(n) })),
    });
    const fields = catalogue.get('logic.if')?.fields;
    expect(inStep(() => fields?.safeParse(data((n) => `${'\\pL'.repeat(300)}${n}`)))).toThrow(WorkLimitError);
    expect(inStep(() => fields?.safeParse(data(() => '\\pL'.repeat(30))))).not.toThrow();
  });

  test('is counted, not timed: the same work is refused at the same point', () => {
    const countdown = () => {
      const meter = new WorkMeter(1_000);
      let done = 0;
      expect(() =>
        metered(meter, () => {
          for (; ; done++) evaluateConditions([{ left: 'abc', operator: 'matches', right: 'a+b' }]);
        }),
      ).toThrow(WorkLimitError);
      return done;
    };
    expect(countdown()).toBe(countdown());
  });

  test('stays refused once it was refused', () => {
    const meter = new WorkMeter(10);
    expect(() => meter.charge(11)).toThrow(WorkLimitError);
    expect(() => meter.charge(1)).toThrow(WorkLimitError);
    expect(meter.exhausted).toBe(true);
  });

  test('that is refused says whose limit it is', () => {
    const all = new WorkMeter(100, undefined, 'all is too much.');
    const part = new WorkMeter(60, all, 'this is too much.');
    expect(() => part.charge(70)).toThrow(WorkLimitError);
    expect(part.refusal).toBe('this is too much.');
    new WorkMeter(60, all).charge(60);
    const last = new WorkMeter(60, all, 'this is too much.');
    expect(() => last.charge(50)).toThrow(WorkLimitError);
    expect(last.refusal).toBe('all is too much.');
  });

  test('that is a part of other work is charged to both, unless it is refused', () => {
    const all = new WorkMeter(100);
    new WorkMeter(60, all).charge(50);
    expect(() => new WorkMeter(60, all).charge(1_000)).toThrow(WorkLimitError);
    new WorkMeter(60, all).charge(50);
    expect(() => new WorkMeter(60, all).charge(1)).toThrow(WorkLimitError);
  });
});

test('the patterns of a whole flow are checked with limited work', () => {
  const nodes = (pattern: (n: number) => string) =>
    Array.from({ length: 200 }, (_, n) => ({
      id: `n${n}`,
      position: { x: 0, y: 0 },
      type: 'logic.if',
      data: { conditions: [{ left: 'x', operator: 'matches', right: pattern(n) }] },
    }));
  const invalid = (pattern: (n: number) => string) => {
    const graph = { nodes: nodes(pattern), edges: [] };
    return validateFlow({ graph, catalogue }).issues.filter(({ message }) => message.includes('simpler regular'));
  };
  expect(invalid((n) => `^[a-z]+@[a-z]+${n}$`)).toEqual([]);
  expect(invalid((n) => `${'\\pL'.repeat(300)}${n}`).length).toBeGreaterThan(150);
});
