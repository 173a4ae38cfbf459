import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ExpressionScope,
  type ResolveOptions,
  resolveExpression,
  resolveFields,
  SecretSinkError,
  Taint,
  WorkLimitError,
} from '../../../src/engine/index.js';

const scope: ExpressionScope = {
  triggerData: {
    name: 'Ana',
    n: 5,
    half: 0.5,
    big: 2 ** 60,
    none: null,
    tags: ['new', 'vip'],
    items: [{ name: 'first', price: 10 }, { price: 10.5 }],
    año: 'x',
    photo: { $file: { name: 'me.png' }, $f: [1], _file: 'own' },
    constructor: 'own',
  },
  variables: { total: 100 },
  boveda: { api_key: 'sk-live-0123456789abcd', pin: '4711' },
  steps: { 'node-1': { body: { ok: true } }, n2: { body: { total: 100 } } },
  now: new Date('2026-01-02T03:04:05.678Z'),
};

/** Every field accepts secrets. */
const everywhere: ResolveOptions = { sinkOf: () => 'uses' };

function value(text: string, within: ExpressionScope = scope): unknown {
  return resolveFields(text, within, everywhere).value as unknown;
}

describe('values', () => {
  test.each([
    ['{{triggerData.items[0].name}}', 'first'],
    ['{{triggerData.tags}}', ['new', 'vip']],
    ['{{ steps["node-1"].body }}', { ok: true }],
    ['{{steps.n2.body.total * 1.21}}', 121],
    ['{{triggerData.tags.exists(t, t == "vip") ? "high" : "normal"}}', 'high'],
    ['{{ triggerData.n + 1 }}', 6],
    ['{{ triggerData.n * 1.5 }}', 7.5],
    ['{{ 1.5 - triggerData.n }}', -3.5],
    ['{{ triggerData.n > 4.5 && triggerData.half < 1 && triggerData.n == 5.0 }}', true],
    ['{{ triggerData.n / 2 }}', 2.5],
    ['{{ triggerData.n % 2 }}', 1],
    ['{{ triggerData.items.map(i, i.price * 2) }}', [20, 21]],
    ['{{ {"a": [1, 2.5, null], "b": {"c": triggerData.name}} }}', { a: [1, 2.5, null], b: { c: 'Ana' } }],
    ['{{ triggerData.tags[size(triggerData.tags) - 1] }}', 'vip'],
    ['{{ triggerData["año"] }}', 'x'],
    ['{{ "ñ🦊" + triggerData.name }}', 'ñ🦊Ana'],
    ['{{ triggerData.photo.$file.name }}', 'me.png'],
    ['{{ triggerData.photo . $file["name"].upperAscii() + triggerData.photo._file + ".$file" }}', 'ME.PNGown.$file'],
    ['{{ has(triggerData.photo.$file) && [triggerData.photo].all(p, p.$f == [1]) }}', true],
    ['{{ now }}', '2026-01-02T03:04:05.678Z'],
    ['{{ now - duration("1h") }}', '2026-01-02T02:04:05.678Z'],
    ['{{ now.getFullYear() }}', 2026],
    ['{{ triggerData }}', scope.triggerData],
    ['{{ triggerData.name.lowerAscii().replace("a", "o").split("n") }}', ['o', 'o']],
    ['{{ "none" in triggerData }}', true],
    ['{{ triggerData.none }}', null],
  ])('of the single expression %s keep their type', (text, expected) => {
    expect(value(text)).toEqual(expected);
  });

  test('are inserted into text: objects as JSON, null and missing values as empty text', () => {
    expect(value('{{triggerData.name}}: {{triggerData.items[1]}} {{triggerData.none}}{{triggerData.gone.far}}!')).toBe(
      'Ana: {"price":10.5} !',
    );
  });

  test('are resolved at any depth; keys and other types are unchanged', () => {
    const data = { a: [{ '{{x}}': 'v{{triggerData.n}}' }, 7, null, true], n: '{{triggerData.n}}' };
    expect(resolveFields(data, scope).value).toEqual({ a: [{ '{{x}}': 'v5' }, 7, null, true], n: 5 });
  });

  test('are not resolved in fields that are not templates', () => {
    const data = { source: 'x = {{1}}', other: '{{1}}', deep: { source: '{{ 1 }}' } };
    expect(resolveFields(data, scope, { verbatim: new Set(['source']) }).value).toEqual({
      source: 'x = {{1}}',
      other: 1,
      deep: { source: 1 },
    });
  });

  test('of bare CEL build lists and maps', () => {
    expect(resolveExpression('triggerData.items.filter(i, has(i.name)).map(i, {"n": i.name})', scope).value).toEqual([
      { n: 'first' },
    ]);
  });

  test('keep every digit of integers that exceed the precision of numbers', () => {
    expect(value('{{ 9007199254740993 }}')).toBe('9007199254740993');
    expect(value('id {{ 9007199254740993 }}')).toBe('id 9007199254740993');
    expect(value('{{ triggerData.big }}')).toBe(2 ** 60);
    expect(value('{{ triggerData.big * 2 }}')).toBe(2 ** 61);
  });
});

describe('a missing value', () => {
  test('is null in a single expression, and reported', () => {
    const { value: resolved, missing } = resolveFields(
      {
        a: '{{triggerData.x.y}}',
        b: '{{ [triggerData.x.y] }}',
        c: 'c{{ steps.gone.body }}',
        d: '{{ triggerData.none }}',
      },
      scope,
    );
    expect(resolved).toEqual({ a: null, b: [null], c: 'c', d: null });
    expect(missing).toEqual(['triggerData.x.y', 'steps.gone.body']);
  });

  test('can be a root that the scope does not have, or a field of a text, list or number', () => {
    for (const text of [
      '{{ loop.item }}',
      '{{ nothing }}',
      '{{ triggerData.name.length }}',
      '{{triggerData.tags.length}}',
      '{{triggerData.tags[9]}}',
      '{{ triggerData.n[0] }}',
    ]) {
      expect(resolveFields(text, scope)).toMatchObject({ value: null, missing: [text.slice(2, -2).trim()] });
    }
  });
});

describe('attacks', () => {
  test.each([
    '{{ triggerData.__proto__ }}',
    '{{ triggerData["__proto__"] }}',
    '{{ triggerData.toString }}',
    '{{ steps.constructor }}',
    '{{ steps["constructor"]["constructor"] }}',
    '{{ triggerData.name.constructor }}',
    '{{ [steps][0].constructor }}',
    '{{ (steps).hasOwnProperty }}',
    '{{ constructor }}',
    '{{ __proto__ }}',
    '{{ (true ? __proto__ : 1) }}',
    '{{ (true ? hasOwnProperty : 1) }}',
    '{{ (true ? triggerData : 1).__proto__ }}',
  ])('on the prototype with %s find nothing', (text) => {
    expect(value(text)).toBeNull();
  });

  test('with dangerous names of own properties read only the data', () => {
    expect(value('{{ triggerData.constructor }}')).toBe('own');
    const hostile = { triggerData: JSON.parse('{"__proto__": {"polluted": 1}}') as unknown };
    expect(value('{{ triggerData.__proto__.polluted + 0 }}', hostile)).toBe(1);
  });

  test('with keys of the data do not change any prototype', () => {
    const data = JSON.parse('{"__proto__": {"polluted": "{{flow.id}}"}}') as Record<string, unknown>;
    const { value: resolved } = resolveFields(data, { flow: { id: 'f' } });
    expect(Object.getPrototypeOf(resolved)).toBe(Object.prototype);
    expect(JSON.stringify(resolved)).toBe('{"__proto__":{"polluted":"f"}}');
    expect(JSON.stringify(resolveExpression('{"__proto__": {"x": 1}}', {}).value)).toBe('{"__proto__":{"x":1}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('limits', () => {
  const many = { triggerData: { many: Array.from({ length: 3000 }, (_, index) => index), text: 'a'.repeat(100_000) } };

  test.each([
    '{{ triggerData.many.map(a, triggerData.many.map(b, triggerData.many.map(c, a + b + c))) }}',
    '{{ triggerData.many.all(a, triggerData.many.all(b, triggerData.many.all(c, true))) }}',
    '{{ triggerData.many.all(a, triggerData.many == triggerData.many.map(x, x)) }}',
    '{{ triggerData.many.map(a, triggerData.many) }}',
    '{{ triggerData.many.all(a, triggerData.text.matches("(a+)+$")) }}',
    '{{ triggerData.text.matches("(x?){1000}y{1000}") }}',
    `{{ ${Array.from({ length: 12 }, () => 'triggerData.text').join(' + ')} }}`,
    '{{ triggerData.many.map(a, triggerData.text).join() }}',
    '{{ triggerData.text.replace("a", triggerData.text) }}',
    '{{ triggerData.many.all(a, triggerData.text.replace("a", "bb") != "") }}',
    '{{ triggerData.many.all(a, "%s".format([triggerData.many]) != "") }}',
    '{{ "%.999999999f".format([1.0]) }}',
  ])('stop %s early, with a readable error', (text) => {
    const started = performance.now();
    expect(() => value(text, many)).toThrow(/^The expression .* cannot be evaluated: /s);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test('allow ordinary work on ten thousand items', () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id, price: id / 4 }));
    const text = '{{ triggerData.filter(i, i.price > 100).map(i, {"id": i.id, "gross": i.price * 1.21}) }}';
    expect(value(text, { triggerData: items })).toHaveLength(9599);
  });

  test('reject data that is nested too deep', () => {
    let deep: unknown = '{{ 1 }}';
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    expect(() => resolveFields(deep, scope)).toThrow('must be nested at most 64 levels deep');
  });

  test('return deep values of the scope unchanged', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 5000; level += 1) deep = { deep };
    expect(value('{{ triggerData }}', { triggerData: deep })).toBe(deep);
    expect(value('{{ [triggerData][0] }}', { triggerData: deep })).toBe(deep);
  });

  test('apply to all expressions of a node together', () => {
    const heavy = '{{ triggerData.many.map(a, a + 1).size() }}';
    expect(resolveFields([heavy], many).value).toEqual([3000]);
    expect(() =>
      resolveFields(
        Array.from({ length: 500 }, () => heavy),
        many,
      ),
    ).toThrow(WorkLimitError);
  });
});

describe('failures', () => {
  test('say what is wrong and how to correct it', () => {
    expect(() => value('{{ triggerData.name + 1 }}')).toThrow('string()');
    expect(() => value('{{ triggerData.none + 1 }}')).toThrow('triggerData.none is null');
    expect(() => value('{{ unknownFunction(1) }}')).toThrow('unknownFunction');
    expect(() => value('{{ 1 / 0 }}')).toThrow('divide by zero');
    expect(() => value('{{ triggerData.name.toUpperCase() }}')).toThrow(
      /function toUpperCase does not exist\. Did you mean "upper"/,
    );
    expect(() => value('{{ int("ten") }}')).toThrow('the argument of int must be a whole number, not "ten".');
  });

  test('include numbers that JSON cannot represent, instead of a silent null', () => {
    for (const text of ['{{ 1.5 / 0 }}', '{{ [0.0 / 0.0] }}', '{{ 1e308 * 10 }}']) {
      expect(() => value(text)).toThrow(
        'its result must be a finite number; a number was divided by zero, or is too large.',
      );
    }
  });

  test('reveal nothing about a secret', () => {
    expect(() => value('{{ boveda.api_key + 1 }}')).toThrow(/^(?!.*sk-live).*reads a secret/);
  });
});

describe('records', () => {
  test.each([
    ['{{boveda.api_key}}', 'sk-live-0123456789abcd', '••••abcd'],
    ['Bearer {{ boveda.api_key }}', 'Bearer sk-live-0123456789abcd', 'Bearer ••••abcd'],
    ['{{ "Bearer " + boveda.api_key }}', 'Bearer sk-live-0123456789abcd', 'Bearer ••••abcd'],
    ['{{ boveda["api_key"] }} and {{ boveda.pin }}', 'sk-live-0123456789abcd and 4711', '••••abcd and ••••'],
    ['{{ "a long beginning " + boveda.pin }}', 'a long beginning 4711', 'a long beginning ••••'],
    ['{{ boveda.api_key + " and a long end" }}', 'sk-live-0123456789abcd and a long end', '••••abcd and a long end'],
    ['{{ urlEncode(boveda.pin + "/") }}', '4711%2F', '••••'],
    ['{{ "Basic " + base64Encode("me:" + boveda.pin) }}', 'Basic bWU6NDcxMQ==', 'Basic ••••'],
    ['{{ hmac("a", boveda.pin, "sha1", "base64") }}', createHmac('sha1', '4711').update('a').digest('base64'), '••••'],
    ['{{ {"a": [boveda.pin, variables.total]} }}', { a: ['4711', 100] }, { a: ['••••', 100] }],
    ['{{ boveda.gone }}', null, null],
    ['{{ variables.total }}', 100, 100],
  ])('of %s mask what secrets contributed to', (text, expected, shown) => {
    const { value: resolved, recorded } = resolveFields<unknown>({ deep: [text] }, scope, everywhere);
    expect(resolved).toEqual({ deep: [expected] });
    expect(recorded).toEqual({ deep: [shown] });
  });

  test.each(['boveda.api_key.size()', 'boveda', 'boveda[variables.name]', 'has(boveda.pin)', '[boveda.pin][0]'])(
    'of %s are never made: it does not use a secret as a whole',
    (expression) => {
      expect(() => resolveFields({ deep: [`{{ ${expression} }}`] }, scope, everywhere)).toThrow(SecretSinkError);
    },
  );

  test('name the fields that secrets went into, and the secrets', () => {
    const texts = new Taint();
    const origin = (name: string) => ({ name, allowedHosts: [`${name}.example.com`] });
    for (const name of ['api_key', 'pin']) texts.addSecret(scope.boveda?.[name] as string, [origin(name)]);
    const data = { a: ['{{boveda.pin}}', 'x{{boveda.api_key}}{{boveda.pin}}'], b: '{{flow.id}}' };
    const hidden = { texts, shown: null };
    expect(resolveFields<unknown>(data, { ...scope, hidden }, everywhere).secretUses).toMatchObject([
      { field: 'a[0]', origins: [origin('pin')], sent: [{ text: '4711' }] },
      { field: 'a[1]', origins: [origin('api_key'), origin('pin')], sent: [{ shown: '••••abcd' }, { text: '4711' }] },
    ]);
  });
});

test('ints and doubles can be combined in any arithmetic', () => {
  const numbers = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const within = { triggerData: { a, b } };
      expect(value('{{ triggerData.a + triggerData.b }}', within)).toBeCloseTo(a + b, 5);
      expect(value('{{ triggerData.a * triggerData.b }}', within)).toBeCloseTo(a * b, 0);
      expect(value('{{ triggerData.a < triggerData.b }}', within)).toBe(a < b);
      expect(value('{{ triggerData.a == triggerData.b }}', within)).toBe(a === b);
    }),
  );
});
