import { describe, expect, test } from '@jest/globals';
import { validateFlow } from '../../src/engine/index.js';
import { catalogue, nodeTypes, operations, rightsOfNode, sampleOfOperation } from '../../src/nodes/index.js';
import { capabilities, notInFlows } from '../../src/platform/access/capabilities.js';
import { AppError } from '../../src/platform/errors/errors.js';
import { nodeOf, portsWith, runNode } from './run-node.js';

const id = '01970000-0000-7000-8000-000000000003';

/** The issues of a flow whose second node calls an operation. */
function issuesOf(data: Record<string, unknown>) {
  const nodes = [
    { id: 't', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
    { id: 'call', type: 'workspace.request', position: { x: 0, y: 0 }, data },
  ];
  const { issues } = validateFlow({ graph: { nodes, edges: [{ id: 'e', source: 't', target: 'call' }] }, catalogue });
  return issues.map(({ ruleId, nodeId, field, message }) => ({ ruleId, nodeId, field, message }));
}

describe('an input is checked against the operation when the flow is validated', () => {
  test.each<[string, Record<string, unknown>]>([
    ['listContacts', {}],
    ['listContacts', { tag: 'vip', limit: 50, filter: { status: { in: ['lead'] } } }],
    ['getContact', { contactId: '{{triggerData.data.id}}' }],
    ['updateContact', { contactId: id, company: null, tags: ['a', '{{triggerData.tag}}'], customFields: { any: 1 } }],
    ['updateContact', { contactId: id, tags: '{{triggerData.tags}}' }],
    ['createMessage', { conversationId: id, body: 'Hello {{triggerData.name}}', direction: null }],
    ['listContacts', { filter: '{{triggerData.filter}}', limit: '{{triggerData.limit}}' }],
    ['getWorkspace', {}],
  ])('%s accepts %j', (operation, input) => {
    expect(issuesOf({ operation, input })).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string, string, RegExp]>([
    ['getContact', {}, 'FIELD_REQUIRED', 'input.contactId', /is required\.$/],
    ['getContact', { contactId: 'ana' }, 'FIELD_INVALID', 'input.contactId', /must be an ID \(UUID\)\.$/],
    [
      'listContacts',
      { tags: 'vip' },
      'FIELD_INVALID',
      'input.tags',
      /is not a field of listContacts\. Did you mean "tag"\?/,
    ],
    ['listContacts', { zebra: 1 }, 'FIELD_INVALID', 'input.zebra', /Its fields are: page, cursor, limit,/],
    ['listContacts', { limit: 'ten' }, 'FIELD_INVALID', 'input.limit', /must be a whole number\.$/],
    [
      'listContacts',
      { status: 'led' },
      'FIELD_INVALID',
      'input.status',
      /must be one of: .*lead.* Did you mean "lead"\?$/,
    ],
    ['listContacts', { tag: null }, 'FIELD_REQUIRED', 'input.tag', /must have a value\.$/],
    [
      'listContacts',
      { filter: { status: { is: 'lead' } } },
      'FIELD_INVALID',
      'input.filter.status.is',
      /is not a field of status\..* Its fields are: /,
    ],
    ['listContacts', { filter: { status: null } }, 'FIELD_REQUIRED', 'input.filter.status', /must have a value/],
    ['updateContact', { contactId: id, tags: [1] }, 'FIELD_INVALID', 'input.tags[0]', /must be text\.$/],
    ['createMessage', { conversationId: id, body: 5 }, 'FIELD_INVALID', 'input.body', /must be text\.$/],
    ['getWorkspace', { workspaceId: id }, 'FIELD_INVALID', 'input.workspaceId', /is not a field of getWorkspace\./],
  ])('%s refuses %j', (operation, input, ruleId, field, message) => {
    const [issue, ...others] = issuesOf({ operation, input });
    expect(others).toEqual([]);
    expect(issue).toEqual({ ruleId, nodeId: 'call', field, message: expect.stringMatching(message) });
    expect(issue?.message).toContain('call');
  });

  test('an unknown operation is refused with the one that was probably meant', () => {
    expect(issuesOf({ operation: 'listContact', input: { anything: 1 } })).toEqual([
      expect.objectContaining({
        ruleId: 'FIELD_INVALID',
        field: 'operation',
        message: expect.stringMatching(
          /must be an operation of the API\. Did you mean "listContacts"\?.* operations are accepted/,
        ),
      }),
    ]);
    expect(issuesOf({})).toEqual([expect.objectContaining({ ruleId: 'FIELD_REQUIRED', field: 'operation' })]);
  });

  test.each([
    'createApiKey',
    'inviteMember',
    'updateMember',
    'createSecret',
    'listSecrets',
    'getSecret',
    'topUpWallet',
    'getWallet',
    'createFlow',
    'updateFlow',
    'deleteFlow',
    'importFlow',
    'createWebhook',
    'rotateWebhookSecret',
    'updateWorkspace',
    'exportContacts',
    'createImport',
    'triggerFlow',
    'login',
  ])('%s is not available, and the message says so', (operation) => {
    expect(operations.has(operation)).toBe(false);
    expect(issuesOf({ operation })).toEqual([
      expect.objectContaining({
        ruleId: 'FIELD_INVALID',
        message: expect.stringContaining(`${operation} is not available to them`),
      }),
    ]);
  });
});

describe('the operations that flows can call', () => {
  test('require no capability that flows never have', () => {
    const required = new Set([...operations.values()].flatMap((one) => one.capabilities));
    expect([...required].filter((one) => notInFlows.has(one))).toEqual([]);
    expect([...required].filter((one) => !capabilities.includes(one))).toEqual([]);
  });

  test('require what they require of every caller, and one that an expression computes requires all of it', () => {
    const rights = (operation: unknown) => rightsOfNode({ type: 'workspace.request', data: { operation } });
    expect(rights('listContacts')).toEqual(['contacts:read']);
    expect(rights('deleteOpportunity')).toEqual(['pipelines:write']);
    expect(rights(undefined)).toEqual([]);
    expect(rights('{{triggerData.operation}}')).toEqual(expect.arrayContaining(['contacts:write', 'usage:read']));
  });

  test('each have the documented answer as their sample, of lists with its pagination', () => {
    expect(sampleOfOperation('getContact')).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    expect(nodeOf('workspace.request').sampleOf?.({ operation: 'listPipelines' })).toMatchObject({
      data: [expect.objectContaining({ stages: expect.any(Array) })],
      pagination: { page: 1 },
    });
    for (const name of operations.keys()) expect([name, sampleOfOperation(name)]).not.toEqual([name, undefined]);
  });

  test('cause their events', () => {
    const causes = nodeOf('workspace.request').causes as (data: object) => readonly string[];
    expect(causes({ operation: 'updateContact' })).toEqual(['contact.updated']);
    expect(causes({ operation: 'listContacts' })).toEqual([]);
  });
});

test('each preset fills fields that its operation accepts', () => {
  const { presets = [] } = nodeOf('workspace.request');
  expect(presets.length).toBeGreaterThan(10);
  for (const { title, data } of presets) {
    const others = issuesOf({ ...data }).filter(({ ruleId }) => ruleId !== 'FIELD_REQUIRED');
    expect([title, others]).toEqual([title, []]);
  }
  expect(new Set([...nodeTypes, ...presets].map(({ title }) => title)).size).toBe(nodeTypes.length + presets.length);
});

describe('a step that calls an operation', () => {
  const answering = (request: (operation: string, input: unknown) => Promise<unknown>) => ({
    ports: portsWith({ workspace: { request } }),
  });
  const data = { operation: 'getContact', input: { contactId: id } };

  test('has the answer as its output', async () => {
    const asked: unknown[] = [];
    const { outcome } = await runNode(
      'workspace.request',
      data,
      answering(async (...call) => {
        asked.push(call.slice(0, 2));
        return { id };
      }),
    );
    expect(outcome).toEqual({ kind: 'done', output: { id } });
    expect(asked).toEqual([['getContact', { contactId: id }]]);
  });

  test.each([
    ['NOT_FOUND', false],
    ['FORBIDDEN', false],
    ['PRECONDITION_FAILED', false],
    ['UNAVAILABLE', true],
    ['RATE_LIMITED', true],
  ] as const)('fails with %s of the operation', async (code, retryable) => {
    const failing = answering(() => Promise.reject(new AppError(code, 'Because.')));
    const { outcome } = await runNode('workspace.request', data, failing);
    expect(outcome).toMatchObject({ kind: 'failed', error: { code, message: 'Because.' }, retryable });
  });
});
