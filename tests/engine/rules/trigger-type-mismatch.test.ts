import { describe, expect, test } from '@jest/globals';
import { graphOf } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('TRIGGER_TYPE_MISMATCH', () => {
  test('finds another type in the settings', () => {
    const graph = graphOf([start]);
    expect(issueMessages(graph, { settings: { triggerType: 'webhook' } })).toEqual([
      'TRIGGER_TYPE_MISMATCH t settings.triggerType',
    ]);
  });

  test('allows the same type in the settings', () => {
    const graph = graphOf([start]);
    expect(issueMessages(graph, { settings: { triggerType: 'manual' } })).toEqual([]);
  });
});
