import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages } from './issue-messages.js';

describe('TRIGGER_CONFIG_INVALID', () => {
  test('finds an invalid configuration', () => {
    const graph = graphOf([node('t', 'trigger.schedule', { cron: 'hourly' })]);
    expect(issueMessages(graph)).toEqual(['TRIGGER_CONFIG_INVALID t cron']);
  });

  test('finds a missing configuration', () => {
    const graph = graphOf([node('t', 'trigger.schedule')]);
    expect(issueMessages(graph)).toEqual(['TRIGGER_CONFIG_INVALID t cron']);
  });
});
