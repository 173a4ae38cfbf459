import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';

let app: TestApp;
let owner: Owner;
/** An execution that called 5 others and was retried 5 times. */
let parent: string;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  owner = await app.seed.owner();
  const called = await app.seed.flow(owner, graph([node('start', 'trigger.manual')]));
  const calls = Array.from({ length: 5 }, (_, at) => `call${at}`);
  const content = graph(
    [node('start', 'trigger.manual'), ...calls.map((id) => node(id, 'flow.call', { flowId: called.id }))],
    ...calls.map((id, at) => `${calls[at - 1] ?? 'start'}>${id}`),
  );
  const flow = await app.seed.flow(owner, content);
  parent = (await reached(app, owner, await trigger(app, owner, flow.id))).id;
  for (let at = 0; at < 5; at++) {
    const path = `POST /workspaces/${owner.workspaceId}/flows/executions/${parent}/retry`;
    const { body } = await app.rest(path, { as: owner.token, body: { from: 'start' } });
    await reached(app, owner, (body.data as { executionId: string }).executionId);
  }
}, 60_000);

afterAll(() => app.stop());

interface Page {
  items: { id: string; startedAt: string }[];
  pagination: { page: number | null; limit: number; total: number; totalPages: number; nextCursor: string | null };
}

/** The page of a list of the execution, or the error. */
async function read(list: string, args: string, id = parent) {
  const query = `query ($w: ID!, $id: ID!) { workspace(id: $w) { execution(id: $id) { list: ${list}(${args}) {
    items { id startedAt } pagination { page limit total totalPages nextCursor } } } } }`;
  const { data, errors } = await app.graphql<{ workspace: { execution: { list: Page } } }>(
    query,
    { w: owner.workspaceId, id },
    owner.token,
  );
  return { page: data?.workspace?.execution?.list as Page, error: errors?.[0]?.extensions };
}

describe.each([
  ['steps', 6],
  ['children', 5],
  ['retries', 5],
])('the %s of an execution', (list, total) => {
  test('are pages, oldest first, that go on at a cursor and are found by number', async () => {
    const { page: whole } = await read(list, 'limit: 100');
    const ids = whole.items.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(whole.pagination).toEqual({ page: 1, limit: 100, total, totalPages: 1, nextCursor: null });
    const walked: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { page } = await read(list, `limit: 2${cursor && `, cursor: "${cursor}"`}`);
      walked.push(...page.items.map(({ id }) => id));
      expect(page.pagination).toMatchObject({ limit: 2, total, totalPages: 3 });
      cursor = page.pagination.nextCursor;
    }
    expect(walked).toEqual(ids);
    const second = await read(list, 'limit: 2, page: 2');
    expect(second.page.items.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    expect((await read(list, 'page: 9')).page).toMatchObject({ items: [], pagination: { total } });
  });

  test('refuse a cursor of another execution and a limit of none', async () => {
    const { page } = await read(list, 'limit: 2');
    const { page: retries } = await read('retries', 'limit: 1');
    const other = await read(list, `cursor: "${page.pagination.nextCursor}"`, retries.items[0]?.id);
    expect(other.error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'cursor' }] });
    expect((await read(list, 'limit: 0')).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'limit' }],
    });
  });
});

test('the pages of all executions of an answer are read by one statement each', async () => {
  const query = `query ($w: ID!, $limit: Int) { workspace(id: $w) { executions(limit: $limit) { items {
    steps(limit: 2) { items { id output } pagination { total } }
    children { items { id } pagination { total } } retries { items { id } pagination { total } } } } } }`;
  const statements = recordStatements(app);
  const sentFor = (limit: number) => statements(() => app.graphql(query, { w: owner.workspaceId, limit }, owner.token));
  const single = await sentFor(1);
  expect(single).toEqual(expect.arrayContaining(['list_steps', 'executions_children', 'executions_retries']));
  expect(await sentFor(10)).toEqual(single);
});

test('all steps are there at once, over REST too', async () => {
  const { data } = await app.graphql<{ workspace: { execution: { allSteps: { id: string }[] } } }>(
    'query ($w: ID!, $id: ID!) { workspace(id: $w) { execution(id: $id) { allSteps { id } } } }',
    { w: owner.workspaceId, id: parent },
    owner.token,
  );
  const path = `GET /workspaces/${owner.workspaceId}/flows/executions/${parent}`;
  const { steps } = (await app.rest(path, { as: owner.token })).body.data as { steps: { id: string }[] };
  expect(steps).toHaveLength(6);
  expect(data?.workspace.execution.allSteps.map(({ id }) => id)).toEqual(steps.map(({ id }) => id));
});
