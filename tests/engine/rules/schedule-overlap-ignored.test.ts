import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('SCHEDULE_OVERLAP_IGNORED', () => {
  const daily = { cron: '0 8 * * *' };
  const overlapping = graphOf([start, node('daily', 'trigger.schedule', { ...daily, overlap: 'skip' })]);
  const control = { concurrency: 1 };

  test('finds a schedule with overlap in a flow with control', () => {
    expect(issueMessages(overlapping, { settings: { control } })).toEqual(['SCHEDULE_OVERLAP_IGNORED daily overlap']);
  });

  test('allows either of the two', () => {
    expect(issueMessages(overlapping, { settings: { control: null } })).toEqual([]);
    expect(issueMessages(overlapping, { settings: {} })).toEqual([]);
    const plain = graphOf([start, node('daily', 'trigger.schedule', daily)]);
    expect(issueMessages(plain, { settings: { control } })).toEqual([]);
  });

  test('allows overlap in nodes that are no schedules', () => {
    const graph = graphOf([start, node('a', 'task', { overlap: 'skip' })], 't>a');
    expect(issueMessages(graph, { settings: { control } })).toEqual([]);
  });
});
