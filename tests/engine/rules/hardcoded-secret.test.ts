import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('HARDCODED_SECRET', () => {
  const key = ['sk', 'live', 'abcdefghij0123456789'].join('_');

  test.each<[string, Record<string, unknown>, string[]]>([
    ['by their form', { text: `use ${key} here` }, ['text']],
    ['by the name of their field', { auth: { type: 'bearer', token: 'abcdefgh' } }, ['auth.token']],
    [
      'in headers',
      { headers: { 'X-Api-Key': 'abcdefgh', Authorization: 'Bearer abcdefgh' } },
      ['headers.X-Api-Key', 'headers.Authorization'],
    ],
    ['beside their name', { assignments: [{ name: 'password', value: 'abcdefgh' }] }, ['assignments[0].value']],
    ['not in expressions', { auth: { token: '{{ boveda.key }}' }, password: 'Bearer {{boveda.x}}' }, []],
    [
      'not in prose, names and numbers',
      { token: 'short', prompt: 'the password is required', maxTokens: 100000000 },
      [],
    ],
    ['not in sentences', { secret: 'never tell anybody' }, []],
  ])('finds secrets %s', (_how, data, fields) => {
    expect(issueMessages(graphOf([start, node('m', 'task', data)], 't>m'), { secrets: ['key', 'x'] })).toEqual(
      fields.map((field) => `HARDCODED_SECRET m ${field}`),
    );
  });

  test('finds secrets in variables, and never repeats them', () => {
    const graph = graphOf([start, node('m', 'task', { x: '{{ variables.apiKey }}', y: key })], 't>m');
    const issues = check(graph, { variables: [{ name: 'apiKey', value: 'abcdefgh' }] });
    expect(issues.map(({ ruleId, field, severity }) => [ruleId, field, severity])).toEqual([
      ['HARDCODED_SECRET', 'y', 'warning'],
      ['HARDCODED_SECRET', 'variables[0].value', 'warning'],
    ]);
    expect(JSON.stringify(issues)).not.toContain(key);
  });
});
