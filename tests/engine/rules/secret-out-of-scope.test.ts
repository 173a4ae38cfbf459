import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('SECRET_OUT_OF_SCOPE', () => {
  test('finds a secret that belongs to another flow only', () => {
    const graph = graphOf([start, node('a', 'task', { text: '{{ boveda.key }}' })], 't>a');
    expect(issueMessages(graph, { secrets: ['key'] })).toEqual([]);
    expect(issueMessages(graph, { secrets: [], foreignSecrets: ['key'] })).toEqual(['SECRET_OUT_OF_SCOPE a text']);
  });
});
