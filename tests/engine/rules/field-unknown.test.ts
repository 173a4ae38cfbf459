import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../../src/engine/index.js';
import { catalogue } from '../../../src/nodes/index.js';
import { graphOf, node } from '../catalogue.js';

const unknown = (type: string, data: Record<string, unknown>) =>
  validateFlow({ graph: graphOf([node('n', type, data)], ''), catalogue })
    .issues.filter(({ ruleId }) => ruleId === 'FIELD_UNKNOWN')
    .map(({ field, message }) => `${field}: ${message.replace('"n": ', '')}`);

describe('FIELD_UNKNOWN', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    [
      'trigger.webhook',
      { atuh: { type: 'hmac', secretName: 'k' }, responsMode: 'result' },
      [
        'atuh: atuh is not a field of this type of node. Did you mean "auth"?',
        'responsMode: responsMode is not a field of this type of node. Did you mean "responseMode"?',
      ],
    ],
    [
      'http.request',
      { method: 'GET', url: 'https://example.com', header: {}, timeOut: 3 },
      [
        'header: header is not a field of this type of node. Did you mean "headers"?',
        'timeOut: timeOut is not a field of this type of node. Did you mean "timeout"?',
      ],
    ],
    [
      'http.request',
      { method: 'GET', url: 'https://example.com', auth: { type: 'bearer', tokn: 'x', token: 'x', username: 'y' } },
      [
        'auth.tokn: auth.tokn is not a field of auth. Did you mean "token"?',
        'auth.username: auth.username is not a field of auth. Its fields are: type, token.',
      ],
    ],
    [
      'logic.if',
      { conditions: [{ left: 'a', operater: 'equals', right: 'b' }] },
      ['conditions[0].operater: conditions[0].operater is not a field of conditions[0]. Did you mean "operator"?'],
    ],
    [
      'logic.merge',
      { mode: 'all', retry: { attempts: 2, backofSeconds: 1 }, zzz: 1 },
      [
        'retry.backofSeconds: retry.backofSeconds is not a field of retry. Did you mean "backoffSeconds"?',
        'zzz: zzz is not a field of this type of node. Its fields are: mode, n, cancelLosers.',
      ],
    ],
    [
      'trigger.manual',
      { chanel: 'x', sample: { a: 1 } },
      ['chanel: chanel is not a field of this type of node. It has none.'],
    ],
  ])('finds misspelled fields of %s', (type, data, expected) => {
    expect(unknown(type, data)).toEqual(expected);
  });

  test('accepts what has names of its own, what expressions fill, and what editors keep', () => {
    expect(
      unknown('http.request', {
        label: 'Call',
        onError: 'branch',
        timeout: 5,
        retry: { attempts: 2 },
        disabled: false,
        method: 'POST',
        url: 'https://example.com',
        headers: { 'x-any': 'y' },
        query: { any: ['a'] },
        body: { any: { thing: 1 } },
        auth: '{{triggerData.auth}}',
        ui: { colour: 'red', folded: [true] },
      }),
    ).toEqual([]);
  });
});
