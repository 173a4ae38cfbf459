import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, reading, start } from './issue-messages.js';

describe('VARIABLE_UNDEFINED', () => {
  test('finds expressions that read an undefined variable', () => {
    expect(issueMessages(reading('{{ variables.x }}'))).toEqual(['VARIABLE_UNDEFINED b deep[0].text']);
  });

  test('knows the variables of the flow and those that steps set', () => {
    const set = (name: string) => node('s', 'set', { assignments: [{ name, value: 1 }] });
    const read = node('r', 'task', { text: '{{ variables.x }}' });
    expect(issueMessages(graphOf([start, set('x'), read], 't>s s>r'))).toEqual([]);
    expect(issueMessages(graphOf([start, set('{{ flow.id }}'), read], 't>s s>r'))).toEqual([]);
    expect(issueMessages(graphOf([start, set('y'), read], 't>s s>r'))).toEqual(['VARIABLE_UNDEFINED r text']);
    expect(issueMessages(graphOf([start, read], 't>r'), { variables: [{ name: 'x' }, { name: 'z' }] })).toEqual([
      'VARIABLE_UNUSED variables.z',
    ]);
  });
});
