import { describe, expect, test } from '@jest/globals';
import { graphOf, node } from '../catalogue.js';
import { check, issueMessages, start } from './issue-messages.js';

describe('REFERENCE_MISSING', () => {
  test('finds a record that does not exist', () => {
    const graph = graphOf([start, node('d', 'deal', { pipelineId: 'p2' })], 't>d');
    expect(issueMessages(graph, { records: { pipeline: ['p1'] } })).toEqual(['REFERENCE_MISSING d pipelineId']);
    expect(issueMessages(graph, { records: { pipeline: ['p1', 'p2'] } })).toEqual([]);
    expect(check(graph, { records: { pipeline: [] } })[0]?.message).toBe(
      '"d": pipelineId names the pipeline p2, which is not found in the workspace. Choose an existing one.',
    );
  });

  test('finds an error flow that does not exist', () => {
    const graph = graphOf([start, node('a')], 't>a');
    const settings = { errorFlowId: 'f1' };
    expect(issueMessages(graph, { settings, records: { errorFlow: ['f1'] } })).toEqual([]);
    expect(check(graph, { settings, records: { errorFlow: [] } })).toMatchObject([
      {
        ruleId: 'REFERENCE_MISSING',
        blocks: 'activation',
        field: 'settings.errorFlowId',
        message: 'settings.errorFlowId names the flow f1, which is not found in the workspace. Choose an existing one.',
      },
    ]);
  });
});
