import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('GLOBAL_VAR_MISSING', () => {
  test('finds a global variable that does not exist', () => {
    const graph = graphOf([start, node('a', 'task', { text: '{{ globalVars.region }}' })], 't>a');
    expect(issueMessages(graph, { globalVars: ['region'] })).toEqual([]);
    expect(issueMessages(graph, { globalVars: ['city'] })).toEqual(['GLOBAL_VAR_MISSING a text']);
  });
});
