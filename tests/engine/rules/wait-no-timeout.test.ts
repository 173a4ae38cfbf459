import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('WAIT_NO_TIMEOUT', () => {
  test('warns of a wait without a timeout', () => {
    const graph = (data: object) =>
      graphOf([start, node('w', 'wait', { ...data }), node('e')], 't>w w.event>e w.timeout>e');
    expect(issueMessages(graph({}))).toEqual(['WAIT_NO_TIMEOUT w timeoutMinutes']);
    expect(issueMessages(graph({ timeoutMinutes: 5 }))).toEqual([]);
    expect(issueMessages(graph({ timeout: 300 }))).toEqual([]);
    expect(issueMessages(graph({ timeoutMinutes: '{{ 1 + 1 }}' }))).toEqual([]);
  });
});
