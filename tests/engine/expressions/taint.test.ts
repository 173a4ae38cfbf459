import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resolveFields, Taint } from '../../../src/engine/index.js';

const key = 'sk-live-0123456789abcd';
const boveda = { key, pin: '12', number: '48151623' };

/** Evaluates expressions as steps of one execution; each value becomes the variable of its index. Returns what is recorded, and the value. */
function run(...texts: string[]): { recorded: unknown[]; values: unknown[]; taint: Taint } {
  const taint = new Taint(Object.values(boveda));
  const variables: Record<string, unknown> = {};
  const recorded = texts.map((text, index) => {
    const resolved = resolveFields<unknown>(text, { boveda, variables, taint }, { sinkOf: () => 'uses' });
    variables[`v${index}`] = resolved.value;
    return taint.redact(resolved.recorded);
  });
  return { recorded, values: Object.values(variables), taint };
}

describe('what expressions derive from secrets', () => {
  test.each<[string, string[], unknown]>([
    ['carried on', ['{{boveda.key}}', '{{variables.v0}}'], '••••abcd'],
    ['within a text', ['{{boveda.key}}', 'Bearer {{variables.v0}}!'], 'Bearer ••••abcd!'],
    ['in upper case', ['{{boveda.key}}', '{{variables.v0.upperAscii()}}'], '••••abcd'],
    ['in upper case, carried on', ['{{boveda.key.upperAscii()}}', 'It is {{variables.v0}}'], 'It is ••••abcd'],
    ['in a part', ['{{boveda.key}}', '{{variables.v0.substring(3, 12)}}'], '••••'],
    ['in a list', ['{{boveda.key}}', '{{[variables.v0, "plain", 1]}}'], ['••••abcd', 'plain', 1]],
    ['in a map in a list', ['{{[{"a": boveda.key, "b": "c"}]}}', '{{variables.v0.map(v, v.a + v.b)}}'], ['••••abcdc']],
    ['as a number', ['{{int(boveda.number)}}', '{{variables.v0}}'], '••••'],
    ['as a number that is more', ['{{int(boveda.number)}}', '{{variables.v0 + 1}}'], '••••'],
    ['within a text, very short', ['the pin {{boveda.pin}} is short', '{{variables.v0}}'], 'the pin •••• is short'],
    ['beside it', ['{{ {"a": boveda.key, "b": "plain"} }}', '{{variables.v0.b + "!"}}'], 'plain!'],
    ['by a test that fails', ['{{boveda.key}}', '{{variables.v0 == "x" ? "yes" : "no"}}'], 'no'],
    ['by a test that tells', ['{{boveda.key}}', '{{variables.v0.startsWith("sk-live") ? "live" : "test"}}'], '••••'],
    ['where a mask has no value', ['{{boveda.number}}', '{{ {"n": int(variables.v0)} }}'], '••••'],
  ])('is shown %s as allowed', (_how, texts, expected) => {
    expect(run(...texts).recorded.at(-1)).toEqual(expected);
  });

  test('leaves unrelated values unchanged', () => {
    const { recorded, values } = run('{{boveda.key}}', '{{ "a" + "b" }}', '{{ [1, 2].map(n, n * 2) }}', 'text');
    expect(recorded.slice(1)).toEqual(['ab', [2, 4], 'text']);
    expect(values[0]).toBe(key);
  });

  test('is redacted wherever a text was truncated', () => {
    const taint = new Taint([key]);
    for (let cut = 4; cut <= key.length; cut++) {
      expect(taint.redactCut(`{"token":"${key.slice(0, cut)}`)).toBe('{"token":"••••abcd');
    }
    expect(taint.redactCut('{"token":"sk-')).toBe('{"token":"sk-');
  });

  test('is found again from the entries of a value alone', () => {
    const { taint, values } = run('{{boveda.key.upperAscii()}}', 'and {{boveda.number}}');
    const heir = new Taint();
    heir.addEntries(taint.entriesIn(values[0]));
    expect(heir.redact(values)).toEqual(['••••abcd', values[1]]);
  });

  test('is in no redacted value, in any of its forms', () => {
    const part = fc.string({ minLength: 8, maxLength: 30 });
    fc.assert(
      fc.property(part, fc.string(), fc.string(), (secret, before, after) => {
        const taint = new Taint([secret]);
        const text = before + secret + after;
        for (const form of [text, encodeURIComponent(secret), JSON.stringify({ [secret]: [text] })]) {
          const redacted = taint.redact({ deep: [form] }).deep[0] as string;
          expect(redacted.replaceAll('•', '')).not.toContain(secret);
        }
        const base64 = Buffer.from(text).toString('base64');
        expect(taint.redact(base64)).not.toBe(base64);
      }),
    );
  });
});
