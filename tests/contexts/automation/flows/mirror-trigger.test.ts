import { describe, expect, test } from '@jest/globals';
import { applyInput } from '../../../../src/contexts/automation/flows/apply-input.js';
import { emptyContent, sameContent } from '../../../../src/contexts/automation/flows/content/flow-content.js';
import { node } from '../../../support/graphs.js';

const create = (input: Parameters<typeof applyInput>[1]) => applyInput(emptyContent, { name: 'Flow', ...input });

function violationsOf(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    return (error as { details: unknown[] }).details;
  }
  throw new Error('There was no error.');
}

describe("a flow's trigger", () => {
  test('is taken from its node if the settings do not set it', () => {
    const { settings } = create({ nodes: [node('t', 'trigger.schedule', { cron: '0 9 * * *', label: 'Mornings' })] });
    expect(settings).toEqual({
      triggerType: 'schedule',
      triggerConfig: { cron: '0 9 * * *' },
      timeout: 300,
      maxConcurrent: 10,
    });
  });

  test('is as sent without a trigger node, and defaults to manual', () => {
    expect(create({}).settings.triggerType).toBe('manual');
    expect(create({ settings: { triggerType: 'webhook' } }).settings).toMatchObject({
      triggerType: 'webhook',
      triggerConfig: {},
    });
  });

  test('is written into its node by sent settings; ID, position and label stay', () => {
    const flow = create({ nodes: [node('t', 'trigger.schedule', { everyMinutes: 5, label: 'Start' })] });
    const changed = applyInput(flow, {
      settings: { triggerType: 'webhook', triggerConfig: { responseMode: 'result' } },
    });
    expect(changed.nodes).toEqual([node('t', 'trigger.webhook', { label: 'Start', responseMode: 'result' })]);
    expect(changed.settings).toMatchObject({ triggerType: 'webhook', triggerConfig: { responseMode: 'result' } });
    expect(flow.nodes[0]?.type).toBe('trigger.schedule');
  });

  test('is replaced as a whole by a sent configuration', () => {
    const flow = create({ nodes: [node('t', 'trigger.schedule', { cron: '0 9 * * *', timezone: 'Europe/Madrid' })] });
    const { nodes, settings } = applyInput(flow, { settings: { triggerConfig: { everyMinutes: 10 } } });
    expect(nodes[0]?.data).toEqual({ everyMinutes: 10 });
    expect(settings).toMatchObject({ triggerType: 'schedule', triggerConfig: { everyMinutes: 10 } });
  });

  test('follows new nodes, regardless of the stored settings', () => {
    const flow = create({ settings: { triggerType: 'webhook', timeout: 60 } });
    const { settings } = applyInput(flow, { nodes: [node('t', 'trigger.manual')] });
    expect(settings).toMatchObject({ triggerType: 'manual', triggerConfig: {}, timeout: 60 });
  });

  test('is written into a node without configuration in the same request', () => {
    const nodes = [node('t', 'trigger.schedule')];
    const flow = create({ nodes, settings: { triggerType: 'schedule', triggerConfig: { everyMinutes: 5 } } });
    expect(flow.nodes[0]?.data).toEqual({ everyMinutes: 5 });
  });

  test('is refused if node and settings of one request differ', () => {
    const nodes = [node('t', 'trigger.schedule', { cron: '0 9 * * *' })];
    const rule = 'TRIGGER_CONFIG_INVALID';
    expect(violationsOf(() => create({ nodes, settings: { triggerType: 'webhook' } }))).toEqual([
      expect.objectContaining({ field: 'settings.triggerType', rule }),
    ]);
    expect(violationsOf(() => create({ nodes, settings: { triggerConfig: { everyMinutes: 5 } } }))).toEqual([
      expect.objectContaining({ field: 'settings.triggerConfig', rule }),
    ]);
  });

  test('is unchanged by a request that sends what was read', () => {
    const flow = create({ nodes: [node('t', 'trigger.aiTool', { toolName: 'find', description: 'Finds' })] });
    const { nodes, edges, settings, name } = flow;
    expect(sameContent(flow, applyInput(flow, { nodes, edges, settings, name } as never))).toBe(true);
  });

  test('is refused with keys that it does not accept', () => {
    expect(
      violationsOf(() => create({ settings: { triggerType: 'manual', triggerConfig: { cron: '* * * * *' } } })),
    ).toEqual([expect.objectContaining({ field: 'settings.triggerConfig.cron', rule: 'TRIGGER_CONFIG_INVALID' })]);
  });
});

describe("a flow's content", () => {
  test('is merged by key in settings and replaced as a whole elsewhere', () => {
    const flow = create({ tags: ['a', 'b'], description: 'Old', settings: { timeout: 60, environment: 'test' } });
    const changed = applyInput(flow, { tags: ['c'], description: null, settings: { maxConcurrent: 3 } });
    expect(changed).toMatchObject({
      tags: ['c'],
      description: '',
      settings: { timeout: 60, maxConcurrent: 3, environment: 'test' },
    });
    expect(applyInput(changed, { settings: { environment: '' } }).settings).toHaveProperty('environment', '');
    expect(applyInput(changed, { settings: { environment: null } }).settings).not.toHaveProperty('environment');
  });

  test('keeps unknown properties of nodes and edges', () => {
    const nodes = [{ ...node('t', 'trigger.manual'), selected: true, measured: { width: 100 } }];
    const edges = [{ id: 'e', source: 't', target: 't', animated: true }];
    expect(create({ nodes, edges })).toMatchObject({ nodes, edges });
  });

  test('is refused with all errors of nodes, edges and variables and their places', () => {
    const violations = violationsOf(() =>
      create({
        nodes: [
          { id: 'a', type: 'logic.merge', position: { x: Number.NaN, y: 0 } },
          { id: '', type: 'logic.merge', data: [] as never },
        ],
        edges: [{ id: 'e', source: 'a', target: '', sourceHandle: 4 as never }],
        variables: [
          { name: 'count', value: 'many', type: 'number' },
          { name: 'count', value: 1 },
        ],
        folderId: 'none',
      }),
    ) as { field: string }[];
    expect(violations.map(({ field }) => field)).toEqual([
      'nodes[0].position',
      'nodes[1].id',
      'nodes[1].data',
      'edges[0].target',
      'edges[0].sourceHandle',
      'variables[0].value',
      'variables[1].name',
      'folderId',
    ]);
  });

  test('has variables with the type of their value by default', () => {
    const { variables } = create({
      variables: [{ name: 'limit', value: 3 }, { name: 'list', value: [] }, { name: 'any' }],
    });
    expect(variables).toEqual([
      { name: 'limit', value: 3, type: 'number', scope: 'flow' },
      { name: 'list', value: [], type: 'array', scope: 'flow' },
      { name: 'any', value: null, type: 'json', scope: 'flow' },
    ]);
  });
});
