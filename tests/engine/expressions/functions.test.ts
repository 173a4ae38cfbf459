import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { functionNames } from '../../../src/engine/expressions/functions.js';
import { macros } from '../../../src/engine/expressions/library/equivalents.js';
import { functionGroups } from '../../../src/engine/expressions/library/index.js';
import { ExpressionError, resolveExpression, resolveFields, WorkLimitError } from '../../../src/engine/index.js';

const all = functionGroups.flatMap(({ functions }) => functions);
const value = (expression: string, triggerData: unknown = {}) => resolveExpression(expression, { triggerData }).value;

describe('the cheat sheet', () => {
  test('lists every function that exists, and no other', () => {
    const names = all.map(({ name }) => name);
    expect(names.toSorted()).toEqual([...functionNames, ...macros].toSorted());
  });

  test.each(all.filter(({ gives }) => gives !== null))('$name: $example gives $gives', ({ example, gives }) => {
    expect(JSON.stringify(value(example))).toBe(gives);
    expect(JSON.stringify(resolveFields(`{{ ${example} }}`, {}).value)).toBe(gives);
  });
});

describe('a function that the library adds', () => {
  const declared = all.filter(({ implementation }) => implementation !== null);

  test.each(declared.filter(({ parameters }) => parameters.length > 0))(
    '$name refuses null with EXPR_NULL, as a method and as a function',
    ({ name, parameters }) => {
      const others = parameters.slice(1).filter(({ optional }) => !optional);
      const args = others.map(
        ({ kinds }) => ({ list: '[1]', number: '1', object: '{"a": 1}' })[kinds[0] as 'list'] ?? '"a"',
      );
      for (const call of [
        `${name}(${['triggerData.gone', ...args].join(', ')})`,
        `triggerData.gone.${name}(${args.join(', ')})`,
      ])
        expect(() => value(call)).toThrow(
          expect.objectContaining({ code: 'EXPR_NULL', message: expect.stringContaining('triggerData.gone is null') }),
        );
    },
  );

  test.each<[string, string]>([
    ['sort(triggerData.n)', 'sort does not accept (int). It accepts sort(list: list, direction?: text): list.'],
    ['triggerData.list.chunk("2")', 'It accepts chunk(list: list, size: number): list.'],
    ['triggerData.list.chunk(0)', 'the size of chunk must be a whole number from 1 to 10000, not 0.'],
    ['triggerData.list.sort("up")', 'the direction of sort must be one of asc, desc, not "up".'],
    ['[1, "a"].sort()', 'sort compares only numbers with numbers, text with text, and true with false.'],
    ['["a"].sum()', 'the entries of the list must be numbers for sum, not a.'],
    ['[{"a": 1}, {}].sum("a")', 'the field a of the entries must be numbers for sum, not null.'],
    ['"x".parseJson()', '"x" must be JSON for parseJson.'],
    ['"soon".addTime(1, "days")', 'a time must be ISO 8601 text'],
    ['now.addTime(1, "fortnights")', 'the unit of addTime must be one of years, quarters'],
    ['"2026-01-01".inZone("Madrid")', 'the time zone must be a name such as "Europe/Madrid", not "Madrid".'],
    ['formatNumber(1, 2, "??")', 'the locale must be a language tag such as "es-ES"'],
    ['"a".hash("crc")', 'the algorithm of hash must be one of sha1, sha256, sha384, sha512, md5.'],
    ['"zz".hexDecode()', '"zz" must be text in hex.'],
    ['"nowhere".parseUrl()', '"nowhere" must be a whole address'],
    ['"a".regexCapture("(")', 'The regular expression must be in RE2 syntax'],
    ['"<p>".htmlSelect("p:has(a)")', 'the selector must not use'],
    ['"<p>".htmlSelect("p[")', '"p[" must be a CSS selector'],
    ['"{a}".template({})', 'template has no value for {a}.'],
    ['"1".normalizePhone("Spain")', 'the country of normalizePhone must be a code of two letters'],
    ['"a".padStart(2000000)', 'the length of padStart must be a whole number from 0 to 1048576'],
  ])('says for %s what it accepts', (expression, message) => {
    const data = { n: 1, list: [1, 2] };
    const failing = () => resolveExpression(expression, { triggerData: data, now: new Date(0) });
    expect(failing).toThrow(ExpressionError);
    expect(failing).toThrow(message);
  });

  test.each<[string, unknown]>([
    ['[triggerData.a, 2].sum()', 'EXPR_NULL'],
    ['sum([triggerData.a, 2])', 'EXPR_NULL'],
  ])('%s needs numbers in its list', (expression, code) => {
    expect(() => value(expression)).toThrow(expect.objectContaining({ code }));
  });

  test.each<[string, unknown]>([
    ['[3, null, 1].sort("desc")', [3, 1, null]],
    ['triggerData.rows.sortBy("who.age").map(r, r.who.age)', [1, 2, 10]],
    ['[{"a": 1, "b": 2}, {"b": 2, "a": 1}].distinct().size()', 1],
    ['[].first() == null && [].avg() == null', true],
    ['[1, 2, 3].sum() + 1', 7],
    ['timestamp("2026-03-28T12:00:00Z").addTime(1, "days", "Europe/Madrid")', '2026-03-29T11:00:00.000Z'],
    ['"2026-01-31".addTime(1, "month").formatDate("yyyy-MM-dd")', '2026-02-28'],
    ['"2026-01-02".startOf("week") < timestamp("2026-01-01T00:00:00Z")', true],
    ['"2026-01-31".addBusinessDays(1)', '2026-02-02T00:00:00.000Z'],
    ['"2026-02-02".addBusinessDays(-1)', '2026-01-30T00:00:00.000Z'],
    ['"2026-01-30".addBusinessDays(11).formatDate("ccc d")', 'Mon 16'],
    ['"abc".slice(-2)', 'bc'],
    ['"nothing".regexCapture("x(y)")', null],
    ['"HTTPServer ID".kebab()', 'http-server-id'],
    ['"+34 600 000 001".normalizePhone()', '+34600000001'],
    ['"12".normalizePhone("ES")', null],
    ['round(-2.5)', -2],
    ['"a+b %C3%B1".urlDecode()', 'a+b ñ'],
    ['"a😀b".truncate(3)', 'a…'],
    ['uuid().size()', 36],
    ['triggerData.rows.groupBy("gone").keys()', ['null']],
  ])('%s gives what is expected of it', (expression, expected) => {
    const rows = [10, 2, 1].map((age) => ({ who: { age } }));
    expect(value(expression, { rows })).toEqual(expected);
  });

  test.each([
    'triggerData.many.map(a, triggerData.many.sort().size())',
    'triggerData.many.map(a, triggerData.many.distinct().size())',
    'triggerData.many.map(a, triggerData.text.slug().size())',
    'triggerData.text.regexCaptureAll("a|.*b").size()',
    'triggerData.many.map(a, triggerData.html.htmlSelectAll("p i b").size())',
    'triggerData.many.map(a, formatNumber(a))',
    'triggerData.many.map(a, triggerData.many.toJson())',
  ])('%s is stopped by the work of a step, in little time', (expression) => {
    const many = Array.from({ length: 3000 }, (_, at) => at);
    const data = { many, text: 'a'.repeat(20_000), html: '<p><i><b>x</b></i>'.repeat(500) };
    const started = performance.now();
    expect(() => value(expression, data)).toThrow(WorkLimitError);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('a secret', () => {
  const scope = { triggerData: {}, boveda: { key: 'sk-live-0123456789abcd' } };
  const everywhere = { sinkOf: () => 'uses' as const };

  test('can be hashed as a whole, and records show a mask', () => {
    const { value: sent, recorded } = resolveFields('{{ hash("id=7" + boveda.key, "md5") }}', scope, everywhere);
    expect(sent).toBe(createHash('md5').update(`id=7${scope.boveda.key}`).digest('hex'));
    expect(recorded).not.toBe(sent);
  });

  const whole = new Set(['base64Encode', 'urlEncode', 'hash', 'hmac', 'raw', 'default', 'coalesce']);
  test.each(all.filter(({ name, parameters }) => parameters.length > 0 && !whole.has(name) && !name.startsWith('get')))(
    'is refused by $name',
    ({ example }) => {
      const withSecret = example.replace(/"[^"]*"|null|\b\d[\d.]*|\{"a": 1/, (found) =>
        found.startsWith('{') ? '{"a": boveda.key' : 'boveda.key',
      );
      expect(() => resolveFields(`{{ ${withSecret} }}`, scope, everywhere)).toThrow(/a secret|as a whole|not allowed/);
    },
  );
});
