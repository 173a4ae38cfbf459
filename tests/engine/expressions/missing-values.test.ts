import { describe, expect, test } from '@jest/globals';
import {
  type ExpressionScope,
  ExpressionSyntaxError,
  NullOperandError,
  resolveExpression,
  resolveFields,
} from '../../../src/engine/index.js';

const scope: ExpressionScope = {
  triggerData: {
    total: 5,
    name: 'Ana',
    none: null,
    tags: ['vip'],
    items: [{ name: 'Pen', price: 10, active: true }, { name: 'Ink' }],
  },
  steps: { read: { body: { id: 7 } } },
  globalVars: { region: 'EU' },
};

function value(expression: string): unknown {
  return resolveExpression(expression, scope).value;
}

function failureOf(expression: string): NullOperandError {
  try {
    resolveExpression(expression, scope);
  } catch (error) {
    if (error instanceof NullOperandError) return error;
    throw error;
  }
  throw new Error(`${expression} has a value.`);
}

describe('a path that leads nowhere is null at its place', () => {
  test.each<[string, unknown]>([
    ['{"id": triggerData.order.id, "total": triggerData.total}', { id: null, total: 5 }],
    ['[triggerData.order.id, triggerData.total]', [null, 5]],
    ['{"a": {"b": [steps.gone.body.x, steps.read.body.id]}}', { a: { b: [null, 7] } }],
    ['triggerData.items.map(i, i.price)', [10, null]],
    [
      'triggerData.items.map(i, {"n": i.name, "p": i.price})',
      [
        { n: 'Pen', p: 10 },
        { n: 'Ink', p: null },
      ],
    ],
    [
      '{"x": triggerData.tags[9], "y": triggerData.tags[-1], "z": triggerData["no-such"].x}',
      { x: null, y: null, z: null },
    ],
    ['{"x": triggerData.items[triggerData.total].name}', { x: null }],
    ['{"x": triggerData.items[triggerData.gone].name}', { x: null }],
    [
      '{"x": triggerData.name.length, "y": triggerData.total.x, "z": triggerData.tags.length}',
      { x: null, y: null, z: null },
    ],
    ['{"x": loop.item}', { x: null }],
  ])('%s', (expression, expected) => {
    expect(value(expression)).toEqual(expected);
  });

  test('and the log names it as the author wrote it, once', () => {
    const expression =
      '{"id": triggerData.order.id, "again": triggerData.order.id, "p": triggerData.items.map(i, i.price)}';
    expect(resolveExpression(expression, scope).missing).toEqual(['triggerData.order.id', 'i.price']);
  });

  test('but the log is silent where the expression says what happens then', () => {
    const expression =
      '[default(triggerData.a, 1), triggerData.b.coalesce(2), triggerData.c == null, has(triggerData.d.e) ? 1 : 2, triggerData.n ? 1 : 2]';
    expect(resolveExpression(expression, scope)).toMatchObject({ value: [1, 2, true, 2, 2], missing: [] });
  });

  test('a global variable that does not exist is named in any case', () => {
    expect(resolveExpression('default(globalVars.gone, "x")', scope).missing).toEqual(['globalVars.gone']);
  });
});

describe('go on with null:', () => {
  test.each<[string, unknown]>([
    ['triggerData.phone == null', true],
    ['null != triggerData.phone', false],
    ['triggerData.phone == "1"', false],
    ['triggerData.phone != triggerData.total', true],
    ['triggerData.phone == triggerData.items', false],
    ['triggerData.phone == {"a": 1}', false],
    ['triggerData.none == triggerData.phone', true],
    ['triggerData.phone in triggerData.tags', false],
    ['triggerData.phone in [null]', true],
    ['null in {"a": 1}', false],
    ['triggerData.phone in triggerData', false],
    ['"vip" in triggerData.labels', false],
    ['has(triggerData.phone)', false],
    ['has(triggerData.order.id)', false],
    ['has(triggerData.name.first)', false],
    ['has(triggerData.items[5].name)', false],
    ['has(triggerData.items[0].name)', true],
    ['triggerData.phone == null ? "none" : "some"', 'none'],
    ['triggerData.vip ? "yes" : "no"', 'no'],
    ['true ? triggerData.phone : 1', null],
    ['(true ? triggerData.order : 1).id', null],
    ['default(triggerData.phone, "none")', 'none'],
    ['triggerData.phone.default("none")', 'none'],
    ['triggerData.name.default("none")', 'Ana'],
    ['default(triggerData.none, 0) + 1', 1],
    ['default(default(triggerData.a, triggerData.b), 3)', 3],
    ['coalesce(triggerData.a, triggerData.b, triggerData.name, "x")', 'Ana'],
    ['triggerData.a.coalesce(triggerData.b, 4)', 4],
    ['coalesce(triggerData.a, triggerData.b)', null],
    ['coalesce(triggerData.a, default(triggerData.b, 1), 2)', 1],
    ['triggerData.items.map(i, i.price.default(0))', [10, 0]],
    ['triggerData.items.filter(i, has(i.price)).map(i, i.name)', ['Pen']],
    ['false && triggerData.vip', false],
    ['triggerData.vip || true', true],
    ['{triggerData.name: triggerData.phone}', { Ana: null }],
    ['type(triggerData.phone) == null_type', true],
  ])('%s', (expression, expected) => {
    expect(value(expression)).toEqual(expected);
  });

  test('a fallback is evaluated only where it is needed', () => {
    expect(value('default(triggerData.total, triggerData.price * 2)')).toBe(5);
    expect(value('coalesce(triggerData.gone, triggerData.total, triggerData.price * 2)')).toBe(5);
    expect(failureOf('default(triggerData.gone, triggerData.price * 2)').message).toContain(
      'triggerData.price is null',
    );
  });

  test('text, into which it is inserted as nothing', () => {
    expect(resolveFields('Call {{triggerData.phone}}!', scope).value).toBe('Call !');
    expect(resolveFields('Call {{ [triggerData.phone][0] }}!', scope).value).toBe('Call !');
  });
});

describe('fail with EXPR_NULL and the path:', () => {
  test.each<[string, string]>([
    ['triggerData.order.total * 2', 'triggerData.order.total'],
    ['2 - triggerData.phone', 'triggerData.phone'],
    ['triggerData.total / triggerData.none', 'triggerData.none'],
    ['triggerData.total % triggerData.none', 'triggerData.none'],
    ['-triggerData.gone', 'triggerData.gone'],
    ['"Hi " + triggerData.first', 'triggerData.first'],
    ['[1] + triggerData.list', 'triggerData.list'],
    ['triggerData.gone < 5', 'triggerData.gone'],
    ['5 >= triggerData.items[1].price', 'triggerData.items[1].price'],
    ['triggerData.gone <= triggerData.gone', 'triggerData.gone'],
    ['triggerData.gone > "a"', 'triggerData.gone'],
    ['triggerData.phone.trim()', 'triggerData.phone'],
    ['triggerData.phone.matches("a")', 'triggerData.phone'],
    ['triggerData.name.startsWith(triggerData.x["y-z"])', 'triggerData.x["y-z"]'],
    ['triggerData.name.replace("a", triggerData.x)', 'triggerData.x'],
    ['triggerData.name.substring(triggerData.x)', 'triggerData.x'],
    ['string(triggerData.phone)', 'triggerData.phone'],
    ['int(triggerData.phone)', 'triggerData.phone'],
    ['size(triggerData.gone)', 'triggerData.gone'],
    ['triggerData.gone.size()', 'triggerData.gone'],
    ['timestamp(triggerData.at)', 'triggerData.at'],
    ['duration(triggerData.at)', 'triggerData.at'],
    ['triggerData.gone.map(i, i)', 'triggerData.gone'],
    ['triggerData.gone.filter(i, true)', 'triggerData.gone'],
    ['triggerData.gone.exists(i, true)', 'triggerData.gone'],
    ['triggerData.gone.all(i, true)', 'triggerData.gone'],
    ['triggerData.items.map(i, i.price * 2)', 'i.price'],
    ['triggerData.items.exists(i, i.gone)', 'i.gone'],
    ['triggerData.items.filter(i, i.price > 50)', 'i.price'],
    ['[triggerData.gone].join(",")', 'an entry of [triggerData.gone]'],
    ['"%s".format([triggerData.gone])', 'an entry of [triggerData.gone]'],
    ['!triggerData.gone', 'triggerData.gone'],
    ['true && triggerData.gone', 'triggerData.gone'],
    ['false || triggerData.gone', 'triggerData.gone'],
    ['{"a": {"b": triggerData.gone + 1}}', 'triggerData.gone'],
    ['{triggerData.gone: 1}', 'triggerData.gone'],
    ['true ? triggerData.gone + 1 : 0', 'triggerData.gone'],
    ['default(triggerData.gone + 1, 0)', 'triggerData.gone'],
    ['steps["no-de"].body.x + 1', 'steps["no-de"].body.x'],
    ['loop.index + 1', 'loop.index'],
    ['coalesce(triggerData.a, triggerData.b) + 1', 'coalesce(triggerData.a, triggerData.b)'],
  ])('%s', (expression, path) => {
    const { code, message } = failureOf(expression);
    expect(code).toBe('EXPR_NULL');
    expect(message).toContain(`cannot be evaluated: ${path} is null, where a value is required.`);
  });

  test('also inside a text', () => {
    expect(() => resolveFields('Total: {{ triggerData.gone * 2 }} EUR', scope)).toThrow(NullOperandError);
  });
});

describe('an expression nested too deep does not parse:', () => {
  test.each<[string, string]>([
    ['a sum', `1${'+1'.repeat(2_400)}`],
    ['comparisons', `1${'==1'.repeat(1_600)}`],
    ['conditions', `${'true?1:'.repeat(700)}1`],
    ['indexes', `1 + triggerData${'[0]'.repeat(1_600)}`],
    ['fields', `triggerData.x + 1 == triggerData${'.b'.repeat(2_400)}`],
    ['methods', `triggerData.x${'.trim()'.repeat(650)}`],
    ['signs', `${'-(1+'.repeat(39)}1${')'.repeat(39)}${'+1'.repeat(300)}`],
    ['a sum in a list of a macro', `[1].map(x, x${'+1'.repeat(400)})`],
  ])('%s', (_name, expression) => {
    expect(() => resolveExpression(expression, scope)).toThrow(ExpressionSyntaxError);
    expect(() => resolveFields(`a {{ ${expression} }}`, scope)).toThrow('nested at most 250 deep');
  });

  test('a sum of 200 terms is none', () => {
    expect(value(`1${'+1'.repeat(200)}`)).toBe(201);
  });
});
