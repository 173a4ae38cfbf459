import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('FIELD_REQUIRED', () => {
  function fields(data: Record<string, unknown>): string[] {
    return issueMessages(graphOf([start, node('m', 'mail', data)], 't>m'));
  }

  test.each<[string, Record<string, unknown>]>([
    ['left out', {}],
    ['empty', { to: '' }],
  ])('finds a field that is %s', (_what, data) => {
    expect(fields(data)).toEqual(['FIELD_REQUIRED m to']);
  });
});
