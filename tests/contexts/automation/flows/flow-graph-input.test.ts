import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

interface Graph {
  id: string;
  nodes: Record<string, unknown>[];
  edges: Record<string, unknown>[];
}

const start = { id: 'start', type: 'trigger.manual' };
const set = { id: 'set', type: 'data.set', data: { assignments: [{ name: 'a', value: 'b' }] } };
const edge = { id: 'e', source: 'start', target: 'set' };

const path = () => `/workspaces/${owner.workspaceId}/flows`;
const overRest = (body: object, route = `POST ${path()}`) =>
  app.rest(route, { as: owner.token, body: { name: 'F', ...body } });

const createFlow = `mutation ($workspaceId: ID!, $input: CreateFlowInput!) {
  createFlow(workspaceId: $workspaceId, input: $input) { id nodes edges }
}`;
const overGraphql = (input: object) =>
  app.graphql<{ createFlow: Graph }>(
    createFlow,
    { workspaceId: owner.workspaceId, input: { name: 'F', ...input } },
    owner.token,
  );

/** The fields that an error of either surface names. */
const fieldsOf = (details: unknown) => ((details ?? []) as { field?: string }[]).map(({ field }) => field);

describe('keys of editors', () => {
  const keys = { width: 200, style: { color: 'red' }, extra: { of: 'an editor' }, key: null };

  test('are kept beside the fields of nodes and edges over REST', async () => {
    const { status, body } = await overRest({ nodes: [{ ...start, ...keys }, set], edges: [{ ...edge, ...keys }] });
    expect(status).toBe(201);
    const flow = body.data as unknown as Graph;
    expect(flow.nodes).toEqual([
      { ...start, position: { x: 0, y: 0 }, data: {}, ...keys },
      { ...set, position: { x: 0, y: 0 } },
    ]);
    expect(flow.edges).toEqual([{ ...edge, ...keys }]);
    const { nodes, edges } = flow;
    const again = await overRest({ nodes, edges }, `PATCH ${path()}/${flow.id}`);
    expect(again.body.data).toMatchObject({ nodes, edges, version: 1 });
  });

  test('are sent as `extra` over GraphQL, and stored as REST stores them', async () => {
    const { data } = await overGraphql({
      nodes: [{ ...start, position: { x: 1.5, y: -2 }, extra: keys }, set],
      edges: [{ ...edge, sourceHandle: null, extra: keys }],
    });
    const flow = data?.createFlow as Graph;
    expect(flow.nodes[0]).toEqual({ ...start, position: { x: 1.5, y: -2 }, data: {}, ...keys });
    expect(flow.edges).toEqual([{ ...edge, sourceHandle: null, ...keys }]);
    const read = await app.rest(`GET ${path()}/${flow.id}`, { as: owner.token });
    expect(read.body.data).toMatchObject({ nodes: flow.nodes, edges: flow.edges });
  });

  test('must not be fields', async () => {
    const { errors } = await overGraphql({
      nodes: [{ ...start, extra: { id: 'other' } }],
      edges: [{ ...edge, extra: { source: 'x' } }],
    });
    expect(errors?.[0]?.extensions).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(fieldsOf(errors?.[0]?.extensions?.details)).toEqual(['nodes[0].extra.id', 'edges[0].extra.source']);
  });
});

test.each([
  ['nodes[0].id', { nodes: [{ type: 'trigger.manual' }] }],
  ['nodes[0].type', { nodes: [{ id: 'a' }] }],
  ['nodes[0].id', { nodes: [{ id: 1, type: 'trigger.manual' }] }],
  ['nodes[0].id', { nodes: [{ id: 'x'.repeat(201), type: 'trigger.manual' }] }],
  ['nodes[0].position.x', { nodes: [{ ...start, position: { x: '1', y: 2 } }] }],
  ['nodes[0].position.z', { nodes: [{ ...start, position: { x: 1, y: 2, z: 3 } }] }],
  ['nodes[0].position', { nodes: [{ ...start, position: null }] }],
  ['nodes[0].data', { nodes: [{ ...start, data: 'text' }] }],
  ['nodes[0].data', { nodes: [{ ...start, data: null }] }],
  ['nodes[0]', { nodes: ['start'] }],
  ['edges[0].target', { edges: [{ id: 'e', source: 'a' }] }],
  ['edges[0].sourceHandle', { edges: [{ ...edge, sourceHandle: 1 }] }],
])('%s of another kind is refused by its name on both surfaces: %j', async (field, input) => {
  const rest = await overRest(input);
  expect([rest.status, rest.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(fieldsOf(rest.body.error.details)).toEqual([field]);
  const { errors } = await overGraphql(input);
  expect(errors?.[0]?.extensions).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  expect(fieldsOf(errors?.[0]?.extensions?.details)).toEqual([field]);
});

test('a field that is misspelt is refused over GraphQL', async () => {
  const { errors } = await overGraphql({ nodes: [{ ...start, dta: {} }] });
  expect(fieldsOf(errors?.[0]?.extensions?.details)).toEqual(['nodes[0].dta']);
});

test('a file names what is wrong with its graph by the path in the request', async () => {
  const file = {
    format: 'workspace-automation/flow',
    formatVersion: 1,
    name: 'F',
    nodes: [start],
    edges: [{ ...edge, id: '' }],
  };
  const { status, body } = await app.rest(`POST ${path()}/import`, { as: owner.token, body: { file } });
  expect([status, fieldsOf(body.error.details)]).toEqual([400, ['file.edges[0].id']]);
});
