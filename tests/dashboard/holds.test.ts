import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '../support/wait-for.js';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
let server: Server;
let isDown = true;

beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(isDown ? 503 : 200).end('{}')).listen(0);
  dashboard = await startDashboard({ OUTBOUND_ALLOW: '127.0.0.1' });
}, 120_000);
afterAll(async () => {
  await dashboard?.stop();
  server.close();
});

/** An active flow that calls a service, with settings. */
async function createFlow(name: string, settings: object = {}): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const nodes = [
    { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
    { id: 'call', type: 'http.request', position: { x: 240, y: 0 }, data: { method: 'POST', url, label: 'Call' } },
  ];
  const edges = [{ id: 'start-call', source: 'start', target: 'call' }];
  const { createFlow: flow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name, nodes, edges, settings } },
  );
  await dashboard.api(
    'mutation ($workspaceId: ID!, $flowId: ID!) { updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: { isActive: true }) { id } }',
    { flowId: flow.id },
  );
  return flow.id;
}

const start = (flowId: string) =>
  dashboard.api(
    'mutation ($workspaceId: ID!, $flowId: ID!) { triggerFlow(workspaceId: $workspaceId, flowId: $flowId) { executionId } }',
    { flowId },
  );

async function countOf(flowId: string, where: string): Promise<number> {
  const { workspace } = await dashboard.api<{ workspace: { executions: { pagination: { total: number } } } }>(
    `query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { executions(flowId: $flowId, ${where}) { pagination { total } } } }`,
    { flowId },
  );
  return workspace.executions.pagination.total;
}

async function failThrice(flowId: string): Promise<void> {
  for (let n = 0; n < 3; n++) await start(flowId);
  await waitFor(async () => (await countOf(flowId, 'status: failed')) === 3, { everyMs: 200 });
}

test('the editor offers to hold a flow that failed three times for one cause', async () => {
  const id = await createFlow('Offered');
  await failThrice(id);
  const page = await dashboard.open(`/flows/${id}`);
  await see(page.getByText(/This flow failed 3 times at Call/));
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hold next time' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await seeNoMore(page.getByRole('dialog'));
  const { workspace } = await dashboard.api<{ workspace: { flow: { settings: { hold: unknown } } } }>(
    'query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { flow(id: $flowId) { settings { hold { failures seconds } } } } }',
    { flowId: id },
  );
  expect(workspace.flow.settings.hold).toEqual({ failures: 3, seconds: 300 });
  await page.context().close();
});

test('what a flow holds is listed and released', async () => {
  const id = await createFlow('Held', { hold: { failures: 3, seconds: 300 } });
  await failThrice(id);
  const page = await dashboard.open('/executions?view=holds');
  const row = page.getByRole('row').filter({ hasText: 'Held' }).filter({ hasText: 'call' });
  await see(row);
  for (let n = 0; n < 2; n++) await start(id);
  await waitFor(async () => (await countOf(id, 'phase: held')) === 2, { everyMs: 200 });
  expect(await findBarriers(page)).toEqual([]);
  isDown = false;
  await row.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await waitFor(async () => (await countOf(id, 'status: completed')) === 2, { everyMs: 200 });
  await see(row.getByText('Released'));
  await page.context().close();
});
