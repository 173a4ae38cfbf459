import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('CASE_DUPLICATE', () => {
  test('finds two cases with the same ID', () => {
    const cases = [{ id: 'a' }, { id: 'b' }, { id: 'a' }];
    expect(issueMessages(graphOf([start, node('s', 'switch', { cases })], 't>s'))).toEqual([
      'CASE_DUPLICATE s cases[2].id',
    ]);
  });
});
