import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileTemplate, ExpressionSyntaxError, referencesOf } from '../../../src/engine/index.js';

function violationOf(text: string): ExpressionSyntaxError {
  try {
    compileTemplate(text);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return error;
    throw error;
  }
  throw new Error(`${text} was read without a fault.`);
}

describe('parsing templates', () => {
  test('finds the end of an expression past maps, quotes, escapes, raw strings and comments', () => {
    for (const text of [
      '{{ {"a": {"b": 1}} }}',
      '{{ "}}" }}',
      "{{ 'it\\'s }}' }}",
      '{{ r"\\" + "}}" }}',
      '{{ """a "}}" b""" }}',
      '{{ 1 // one }}',
      '{{{"a":1}}}',
    ]) {
      expect(compileTemplate(text).lone).not.toBeNull();
    }
  });

  test('ignores blanks around a single expression, but no other text', () => {
    expect(compileTemplate(' {{ flow.id }}\n').lone).not.toBeNull();
    expect(compileTemplate('{{flow.id}}.').lone).toBeNull();
    expect(compileTemplate('{{flow.id}}{{flow.id}}').lone).toBeNull();
  });

  test('leaves single braces and closing braces unchanged', () => {
    expect(compileTemplate('a { b } }} c').parts).toEqual(['a { b } }} c']);
  });

  test.each([
    ['Hello {{ flow.name', 6, 'is not closed'],
    ['{{ "abc }}', 3, 'is not closed'],
    ['a {{ }} b', 4, 'empty'],
    ['{{ flow.name + }}', 13, 'ends too early'],
    ['{{ flow.id = 1 }}', 11, '=='],
    ['{{ “vip” }}', 3, 'straight quotes'],
    ['{{ $file.name + 1 }}', 3, 'Unexpected "$"'],
    ['{{ flow.$name() }}', 7, 'Unexpected "."'],
    ['{{ flow.$name + flow.id = 1 }}', 24, '=='],
    ['{{ flow.id == 1 and true }}', 16, '&&'],
  ])('reports where %s is wrong and what is accepted', (text, position, words) => {
    const violation = violationOf(text);
    expect(violation.position).toBe(position);
    expect(violation.message).toContain(words);
  });

  test('rejects expressions that are too long or nested too deep before parsing them', () => {
    expect(violationOf(`{{ ${'1 + '.repeat(2000)}1 }}`).message).toContain('must have at most 5000 characters');
    expect(violationOf(`{{ ${'('.repeat(2000)}1${')'.repeat(2000)} }}`).message).toContain('nested too deep');
  });

  test('parses the longest and deepest expressions that are allowed', () => {
    const started = performance.now();
    for (const text of [
      `{{ ${'1+'.repeat(2490)}1 }}`,
      `{{ ${'!'.repeat(4000)}true }}`,
      `{{ ${'-'.repeat(4000)}1 }}`,
      `{{ ${'true?1:'.repeat(700)}1 }}`,
      `{{ ${'[{1:('.repeat(13)}1${')}]'.repeat(13)} }}`,
      `{{ flow${'.a[0]'.repeat(900)}+1 }}`,
    ]) {
      try {
        compileTemplate(text);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionSyntaxError);
      }
    }
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test('either parses a text or throws a syntax error with a position inside it', () => {
    const pieces = fc.constantFrom(
      '{{',
      '}}',
      '{',
      '}',
      '"',
      "'",
      '\\',
      'a.b',
      '[0]',
      '+',
      '🦊',
      '\n',
      'r"',
      '//',
      '(',
      ')',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        try {
          compileTemplate(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionSyntaxError);
          expect((error as ExpressionSyntaxError).position).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('references', () => {
  test.each([
    ['{{ steps["node-1"].body[0].x }}', [{ root: 'steps', path: ['node-1', 'body', 0, 'x'] }]],
    ['{{ steps.n2.body.total * 1.21 }}', [{ root: 'steps', path: ['n2', 'body', 'total'] }]],
    ['{{ steps["a"].n + 1 }}', [{ root: 'steps', path: ['a', 'n'] }]],
    ['{{ triggerData.photo.$file.name }}', [{ root: 'triggerData', path: ['photo', '$file', 'name'] }]],
    ['{{ triggerData.photo.$file.name + "!" }}', [{ root: 'triggerData', path: ['photo', '$file', 'name'] }]],
    [
      '{{ triggerData.tags.exists(t, t == variables.tag) }}',
      [
        { root: 'triggerData', path: ['tags'] },
        { root: 'variables', path: ['tag'] },
      ],
    ],
    [
      '{{ steps[loop.item].x + 1 }}',
      [
        { root: 'steps', path: [] },
        { root: 'loop', path: ['item'] },
      ],
    ],
    [
      '{{ has(variables.a.b) ? {"k": [globalVars.g]} : {} }}',
      [
        { root: 'variables', path: ['a', 'b'] },
        { root: 'globalVars', path: ['g'] },
      ],
    ],
    ['{{ type(1) == int && strings.quote("x") != "" }}', []],
    [
      '{{ triggerData.map(t, t.x).filter(t, t > 0) + t }}',
      [
        { root: 'triggerData', path: [] },
        { root: 't', path: [] },
      ],
    ],
    ['no expression', []],
  ])('of %s are found by its syntax', (text, references) => {
    expect(referencesOf(text)).toEqual(references);
  });
});
