import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { issueMessages, start } from './issue-messages.js';

describe('EVENT_SELF_TRIGGER', () => {
  const graph = (eventType: string, step: ReturnType<typeof node>, more = {}) =>
    graphOf([node('t', 'trigger.event', { eventType, ...more }), step], `t>${step.id}`);

  test('warns of an event that starts the flow again', () => {
    expect(issueMessages(graph('tag.added', node('a', 'tag')))).toEqual(['EVENT_SELF_TRIGGER a']);
    expect(issueMessages(graph('tag.added', node('a', 'tag', { mode: 'remove' })))).toEqual([]);
    expect(issueMessages(graphOf([start, node('a', 'tag')], 't>a'))).toEqual([]);
  });

  test('allows an event of another pipeline', () => {
    const deal = (pipelineId: string) => node('d', 'deal', { pipelineId });
    expect(issueMessages(graph('deal.created', deal('p1'), { pipelineId: 'p1' }))).toEqual(['EVENT_SELF_TRIGGER d']);
    expect(issueMessages(graph('deal.created', deal('p2'), { pipelineId: 'p1' }))).toEqual([]);
    expect(issueMessages(graph('deal.created', deal('{{triggerData.p}}'), { pipelineId: 'p1' }))).toEqual([
      'EVENT_SELF_TRIGGER d',
    ]);
  });
});
