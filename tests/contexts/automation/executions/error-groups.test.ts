import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listErrorGroups } from '../../../../src/contexts/automation/executions/show/list-error-groups.js';
import { listExecutions } from '../../../../src/contexts/automation/executions/show/list-executions.js';
import { allExecutionFields } from '../../../../src/contexts/automation/executions/store/execution-columns.js';
import type { Scope } from '../../../../src/platform/graphql/context.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';

let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
});
afterAll(() => app.stop());

const content = (message: string) =>
  graph(
    [node('start', 'trigger.manual'), node('give-up', 'logic.stop', { status: 'failed', message })],
    'start>give-up',
  );

async function fail(flowId: string): Promise<string> {
  const id = await trigger(app, owner, flowId);
  await reached(app, owner, id);
  return id;
}

interface Group {
  flowId: string;
  flowVersion: number;
  code: string;
  nodeId: string | null;
  message: string;
  count: number;
  lastExecutionId: string;
  hours: number[];
}

async function groupsOf(who: Owner, args = ''): Promise<Group[]> {
  const query = `{ workspace(id: "${who.workspaceId}") { executionErrorGroups${args} {
    flowId flowName flowVersion code nodeId message count firstAt lastAt lastExecutionId hours } } }`;
  const { data } = await app.graphql<{ workspace: { executionErrorGroups: Group[] } }>(query, {}, who.token);
  return data?.workspace.executionErrorGroups ?? [];
}

test('executions with the same flow, version, node and code are one group, the newest cause first', async () => {
  const first = await app.seed.flow(owner, content('No stock.'));
  const second = await app.seed.flow(owner, content('No price.'));
  await fail(first.id);
  const last = await fail(first.id);
  await fail(second.id);
  const groups = await groupsOf(owner);
  expect(groups.map(({ flowId, nodeId, message, count }) => ({ flowId, nodeId, message, count }))).toEqual([
    { flowId: second.id, nodeId: 'give-up', message: 'No price.', count: 1 },
    { flowId: first.id, nodeId: 'give-up', message: 'No stock.', count: 2 },
  ]);
  expect(groups[1]?.lastExecutionId).toBe(last);
  expect(groups[1]?.hours.slice(-2).reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(groups[1]?.hours).toHaveLength(24);
});

test('a flow, a start and a number of groups can be asked for', async () => {
  const { id } = await app.seed.flow(owner, content('Closed.'));
  await fail(id);
  expect((await groupsOf(owner, `(flowId: "${id}")`)).map(({ message }) => message)).toEqual(['Closed.']);
  expect(await groupsOf(owner, '(limit: 1)')).toHaveLength(1);
  expect(await groupsOf(owner, '(from: "2999-01-01")')).toEqual([]);
});

test('another workspace has groups of its own', async () => {
  const other = await app.seed.owner();
  expect(await groupsOf(other)).toEqual([]);
});

test('the executions of a group are retried by its version, too', async () => {
  const { id } = await app.seed.flow(owner, content('Gone.'));
  await fail(id);
  const count = async (flowVersion: number) => {
    const path = `POST /workspaces/${owner.workspaceId}/flows/executions/retry`;
    const body = { filter: { flowId: id, flowVersion }, dryRun: true };
    const answer = await app.rest(path, { as: owner.token, body });
    return (answer.body.data as { count: number }).count;
  };
  const version = (await groupsOf(owner, `(flowId: "${id}")`))[0]?.flowVersion ?? 0;
  expect(await count(version)).toBe(1);
  expect(await count(version + 1)).toBe(0);
});

test('the executions of a group are listed by its code, node and version, over REST as groups are', async () => {
  const { id } = await app.seed.flow(owner, content('Lost.'));
  const failed = await fail(id);
  const get = async (path: string) =>
    (await app.rest(`GET /workspaces/${owner.workspaceId}/flows${path}`, { as: owner.token })).body;
  const { data } = await get(`/executions/error-groups?flowId=${id}`);
  expect(data).toMatchObject([{ flowId: id, code: 'STOPPED', nodeId: 'give-up', flowVersion: 1, count: 1 }]);
  const of = async (query: string) => {
    const lists = await Promise.all([get(`/executions?flowId=${id}&${query}`), get(`/${id}/executions?${query}`)]);
    return lists.map((list) => [list.pagination.total, ...(list.data as { id: string }[]).map((one) => one.id)]);
  };
  const [found, nothing] = [[1, failed], [0]];
  expect(await of('errorCode=STOPPED&nodeId=give-up&flowVersion=1')).toEqual([found, found]);
  for (const other of ['errorCode=TIMEOUT', 'nodeId=start', 'flowVersion=2', 'errorCode=STOPPED&status=completed'])
    expect(await of(other)).toEqual([nothing, nothing]);
  expect(await of('errorCode=&nodeId=')).toEqual([found, found]);
});

test.each([
  ['groups', (scope: Scope) => listErrorGroups(scope, {})],
  ['a list by code', (scope: Scope) => listExecutions(scope, { errorCode: 'STOPPED' }, allExecutionFields, null)],
] as const)('%s reads the index of failures', async (_, read) => {
  const sent: { text: string; values: unknown[] }[] = [];
  const sql = {
    query: (statement: { text: string; values: unknown[] }) => {
      sent.push(statement);
      return app.services.db.pool.query(statement);
    },
  };
  await read({ workspaceId: owner.workspaceId, sql } as unknown as Scope);
  const client = await app.services.db.pool.connect();
  try {
    // A table of a few rows is read from its beginning otherwise.
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { text, values } = sent[0] as (typeof sent)[0];
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('unsuccessful_status_id_idx');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
