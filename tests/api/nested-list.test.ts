import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { reached, trigger } from '../support/run.js';
import type { Owner } from '../support/seed.js';
import { recordStatements } from '../support/statements.js';

let app: TestApp;
/** Answers only: no worker's heartbeat shares its pool. */
let reader: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await startTestApp({ worker: true });
  reader = await startTestApp({ database: app.database });
  owner = await app.seed.owner();
});

afterAll(async () => {
  await reader.stop();
  await app.stop();
});

const nested = `query ($workspaceId: ID!, $limit: Int) {
  workspace(id: $workspaceId) {
    flows(limit: $limit) {
      items {
        id name
        folder { id name }
        executions(limit: 5) { items { id status steps: allSteps { nodeId status output } } pagination { total } }
        lastExecution { id status }
      }
      pagination { total }
    }
  }
}`;

interface Nested {
  workspace: { flows: { items: { folder: { name: string } | null; executions: { items: { steps: unknown[] }[] } }[] } };
}

describe('the nested list', () => {
  test('takes the same number of statements for 2 flows as for 20', async () => {
    const statementsOf = recordStatements(reader);
    const folder = await app.rest(`POST /workspaces/${owner.workspaceId}/flows/folders`, {
      as: owner.token,
      body: { name: 'Sales' },
    });
    const folderId = (folder.body.data as { id: string }).id;
    const content = graph(
      [node('start', 'trigger.manual'), node('set', 'data.set', { assignments: [{ name: 'a', value: '1' }] })],
      'start>set',
    );
    const flows = await Promise.all(Array.from({ length: 20 }, () => app.seed.flow(owner, { ...content, folderId })));
    const started = await Promise.all(flows.flatMap(({ id }) => [1, 2, 3].map(() => trigger(app, owner, id))));
    for (const id of started) await reached(app, owner, id);
    await app.seed.apiKey(owner);

    const { data, errors } = await app.graphql<Nested>(
      nested,
      { workspaceId: owner.workspaceId, limit: 20 },
      owner.token,
    );
    expect(errors).toBeUndefined();
    const items = data?.workspace.flows.items ?? [];
    expect(items).toHaveLength(20);
    expect(items.filter((flow) => flow.folder?.name === 'Sales')).toHaveLength(20);
    expect(items.map((flow) => flow.executions.items.map((run) => run.steps.length))).toEqual(
      Array(20).fill([2, 2, 2]),
    );

    const ask = (limit: number) => reader.graphql(nested, { workspaceId: owner.workspaceId, limit }, owner.token);
    await ask(20);
    const few = await statementsOf(() => ask(2));
    expect(few.length).toBeLessThanOrEqual(6);
    expect(await statementsOf(() => ask(20))).toEqual(few);
  });
});
