import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('TRIGGER_MULTIPLE', () => {
  test('finds two triggers', () => {
    const graph = graphOf([start, node('u', 'trigger.manual')]);
    expect(issueMessages(graph)).toEqual(['TRIGGER_MULTIPLE u']);
  });
});
