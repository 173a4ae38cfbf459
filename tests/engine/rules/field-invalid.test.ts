import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('FIELD_INVALID', () => {
  function fields(data: Record<string, unknown>): string[] {
    return issueMessages(graphOf([start, node('m', 'mail', data)], 't>m'));
  }

  test.each<[string, Record<string, unknown>, string[]]>([
    ['of the wrong type', { to: 'a', copies: 'many' }, ['FIELD_INVALID m copies']],
    ['of the wrong value', { to: 'a', mode: 'pdf' }, ['FIELD_INVALID m mode']],
    [
      'wrong deep inside',
      {
        to: 'a',
        headers: [
          { name: 'x', value: 'too long' },
          { name: '', value: 1 },
        ],
      },
      ['FIELD_REQUIRED m headers[1].name', 'FIELD_INVALID m headers[0].value'],
    ],
    [
      'in the place of a policy',
      { to: 'a', retry: { attempts: 11 }, timeout: -1, onError: 'ignore', disabled: 'yes', label: 5 },
      [
        'FIELD_INVALID m label',
        'FIELD_INVALID m disabled',
        'FIELD_INVALID m onError',
        'FIELD_INVALID m timeout',
        'FIELD_INVALID m retry.attempts',
      ],
    ],
    ['branching where there is no error handle', { to: 'a', onError: 'branch' }, ['FIELD_INVALID m onError']],
  ])('finds one %s', (_what, data, expected) => {
    expect(fields(data)).toEqual(expected);
  });

  test('accepts a text with an expression for any type', () => {
    const text = '{{ triggerData.x }}';
    const all = {
      to: text,
      copies: text,
      urgent: text,
      mode: text,
      tags: text,
      headers: [{ name: text, value: `long enough ${text}` }],
      one: { kind: 'a', size: text },
    };
    expect(fields(all)).toEqual([]);
    expect(fields({ ...all, headers: text, one: text, tags: ['{{ flow.id }}'] })).toEqual([]);
    expect(fields({ ...all, tags: ['x'] })).toEqual(['FIELD_INVALID m tags[0]']);
  });
});
