import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { resolveFields, SecretSinkError, showAs, shownOf, Taint } from '../../../src/engine/index.js';

const key = 'sk-live-0123456789abcd';
const pin = '4711';

/** What a server returned of two secrets, and what a record shows of it. */
const answer = { token: `Bearer ${key}`, pin, list: [key, 'plain'], other: 'plain' };
const texts = new Taint([key, pin]);
showAs(answer, texts.redact(answer));
const steps = { call: answer, literal: { guess: key, list: [pin] } };
const scope = { steps, hidden: { texts, shown: { steps: shownOf(steps) } } };

function use(text: string): { value: unknown; recorded: unknown } {
  const { value, recorded } = resolveFields<unknown>(text, scope, { sinkOf: () => 'uses' });
  return { value, recorded };
}

describe('what a server returned of a secret', () => {
  test.each<[string, string, unknown, unknown]>([
    ['whole', '{{steps.call.pin}}', pin, '••••'],
    ['within a text', 'It is {{steps.call.token}}!', `It is Bearer ${key}!`, 'It is Bearer ••••abcd!'],
    ['joined', '{{steps.call.token + "!"}}', `Bearer ${key}!`, 'Bearer ••••abcd!'],
    ['in a list', '{{steps.call.list}}', [key, 'plain'], ['••••abcd', 'plain']],
    ['encoded', '{{base64Encode(steps.call.pin)}}', 'NDcxMQ==', '••••'],
    ['not at all', '{{steps.call.other + "!"}}', 'plain!', 'plain!'],
    ['not at all, beside it', '{{steps.call.list[1]}}', 'plain', 'plain'],
  ])('is used and masked %s', (_how, text, value, recorded) => {
    expect(use(text)).toEqual({ value, recorded });
  });

  test.each([
    'steps.call.pin == "4711"',
    'steps.call.list.map(i, i)',
    'steps.call.token.size()',
    'steps["ca" + "ll"].pin',
  ])('is refused in %s', (expression) => {
    expect(() => use(`{{ ${expression} }}`)).toThrow(SecretSinkError);
  });

  test('is not what an author wrote, though it equals it', () => {
    expect(use('{{steps.literal.guess.upperAscii()}} {{steps.literal.list[0] == "4711"}}').recorded).toBe(
      `${key.toUpperCase()} true`,
    );
  });

  test('is found in what is made of it whole', () => {
    const merged = { inputs: { call: answer, b: 1 } };
    expect(shownOf(merged)).toEqual({
      inputs: { call: { token: 'Bearer ••••abcd', pin: '••••', list: ['••••abcd', 'plain'], other: 'plain' }, b: 1 },
    });
    expect(shownOf(steps.literal)).toBe(steps.literal);
  });
});

describe('texts that are looked for', () => {
  test('are found again from the entries of a value alone', () => {
    const heir = new Taint();
    heir.addEntries(texts.entriesIn(`and ${key.toUpperCase()}`));
    expect(heir.redact([key, pin])).toEqual(['••••abcd', pin]);
  });

  test('leave nothing of themselves in base64 where they share characters with the text around them', () => {
    for (const around of ['', 'a', 'ab', 'abc']) {
      const shown = [key, `zz${key.slice(2)}`].map((secret) =>
        new Taint([secret]).redact(Buffer.from(`${around}${secret}${around}`).toString('base64')),
      );
      expect(shown[0]).toBe(shown[1]);
    }
  });

  test('are in no redacted value, in any of its forms', () => {
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
