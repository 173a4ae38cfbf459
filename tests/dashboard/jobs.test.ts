import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { bar, contactsOf, loseAnswer, recordKeys, startImport, storedJobs } from './support/jobs.js';
import { openAsViewer } from './support/viewer.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

describe('an import', () => {
  test('goes on after a reload, also on another screen, and imports each row once', async () => {
    const page = await dashboard.open('/contacts');
    const { lost } = await loseAnswer(page, 'ContactsImport', 4);
    await startImport(page, 'Reloaded', 5_000);
    await see(page.getByText('1,500 of 5,000 rows'));
    await lost;
    // The server has imported 2,000 rows, and the page does not know of the last 500.
    await page.unroute('**/graphql');
    await page.goto(`${dashboard.url}/app/w/${dashboard.demo.workspaceId}/flows`);
    await see(page.getByRole('heading', { name: 'Flows' }));
    await see(bar(page).getByText('The import is complete'));
    expect(await findBarriers(page)).toEqual([]);
    await bar(page).getByRole('button', { name: 'Show' }).click();
    await see(page.getByRole('dialog').getByText('5,000 of 5,000 rows'));
    expect(await page.getByRole('dialog').locator('dd').allInnerTexts()).toEqual(['5,000', '0', '0', '0']);
    expect(await findBarriers(page)).toEqual([]);
    expect(await contactsOf(dashboard, 'Reloaded')).toBe(5_000);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await seeNoMore(bar(page));
    expect(await storedJobs(page)).toBe(0);
    await page.context().close();
  }, 120_000);

  test('is sent by one of two tabs, and the other takes over when that one is closed', async () => {
    const page = await dashboard.open('/contacts');
    const other = await page.context().newPage();
    await other.goto(page.url());
    const keys = recordKeys(page.context());
    const { lost } = await loseAnswer(page, 'ContactsImport', 3);
    await startImport(page, 'Twins', 3_000);
    await lost;
    await see(bar(other).getByText('1,000 of 3,000 rows'));
    expect(keys).toHaveLength(3);
    await page.close();
    await see(bar(other).getByText('The import is complete'));
    // The one without an answer was repeated with its own key.
    expect(keys).toHaveLength(7);
    expect(new Set(keys).size).toBe(6);
    expect(await contactsOf(dashboard, 'Twins')).toBe(3_000);
    await other.context().close();
  }, 60_000);

  test('is stopped and continued, and is forgotten when it is not to continue', async () => {
    const page = await dashboard.open('/contacts');
    const { lost } = await loseAnswer(page, 'ContactsImport', 2);
    await startImport(page, 'Stopped', 2_000);
    await see(page.getByText('500 of 2,000 rows'));
    await lost;
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await see(page.getByRole('heading', { name: 'The import has stopped' }));
    await page.reload();
    await see(bar(page).getByText('The import has stopped'));
    await bar(page).getByRole('button', { name: 'Show' }).click();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await see(page.getByRole('heading', { name: 'The import is complete' }));
    expect(await contactsOf(dashboard, 'Stopped')).toBe(2_000);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const second = await loseAnswer(page, 'ContactsImport', 2);
    await startImport(page, 'Discarded', 2_000);
    await second.lost;
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Do not continue' }).click();
    await seeNoMore(page.getByRole('dialog'));
    expect(await storedJobs(page)).toBe(0);
    await page.context().close();
  }, 60_000);

  test('is seen in its own workspace only, and forgotten when the user signs out', async () => {
    const page = await dashboard.open('/contacts');
    const { lost } = await loseAnswer(page, 'ContactsImport', 2);
    await startImport(page, 'Private', 2_000);
    await see(page.getByText('500 of 2,000 rows'));
    await lost;
    await page.getByRole('button', { name: 'Close: it goes on' }).click();
    await see(bar(page).getByText('500 of 2,000 rows'));
    await page.goto(`${dashboard.url}/app/w/${await createWorkspace()}/contacts`);
    await see(page.getByText('No contacts yet'));
    expect(await bar(page).count()).toBe(0);
    expect(await storedJobs(page)).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await see(page.getByRole('heading', { name: 'Sign in' }));
    expect(await storedJobs(page)).toBe(0);
    await page.context().close();
  }, 60_000);

  test('of a user whose session has ended is deleted when another one signs in', async () => {
    const page = await dashboard.open('/contacts');
    const { lost } = await loseAnswer(page, 'ContactsImport', 2);
    await startImport(page, 'Left', 2_000);
    await see(page.getByText('500 of 2,000 rows'));
    await lost;
    const viewer = await openAsViewer(dashboard, '/contacts');
    const cookies = await viewer.context().cookies();
    await viewer.context().close();
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await page.reload();
    await see(page.getByRole('heading', { name: 'Contacts' }));
    expect(await bar(page).count()).toBe(0);
    await page.waitForFunction(() => localStorage.getItem('workspace-automation-jobs') === null);
    expect(await storedJobs(page)).toBe(0);
    await page.context().close();
  }, 60_000);

  test('that the browser has no room for is refused with the reason', async () => {
    const page = await dashboard.open('/contacts');
    const devTools = await page.context().newCDPSession(page);
    const origin = new URL(page.url()).origin;
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 100_000 });
    await startImport(page, 'x'.repeat(200), 20_000);
    await see(page.getByRole('alert').getByText('This is more than the browser has room for.'));
    expect(await contactsOf(dashboard, 'x'.repeat(200))).toBe(0);
    await page.context().close();
  }, 60_000);
});

test('a retry of many goes on after a reload, and retries each once', async () => {
  const nodes = [
    { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: { label: 'Start' } },
    {
      id: 'stop',
      type: 'logic.stop',
      position: { x: 240, y: 0 },
      data: { label: 'Give up', status: 'failed', message: 'No stock.' },
    },
  ];
  const edges = [{ id: '1', source: 'start', target: 'stop' }];
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name: 'Ship', settings: { triggerType: 'manual' }, nodes, edges } },
  );
  const trigger =
    'mutation ($workspaceId: ID!, $flowId: ID!) { triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: {}) { executionId } }';
  await Promise.all(Array.from({ length: 30 }, () => dashboard.api(trigger, { flowId: createFlow.id })));
  const page = await dashboard.open(`/executions?status=failed&flowId=${createFlow.id}`);
  await see(page.locator('table[aria-rowcount="30"]'));
  await page.getByRole('checkbox', { name: 'All' }).check();
  const { lost } = await loseAnswer(page, 'ExecutionsRetryOne', 23);
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await lost;
  await page.unroute('**/graphql');
  await page.reload();
  await see(bar(page).getByText('30 executions done'));
  const text = `query ($workspaceId: ID!, $flowId: ID!) {
    workspace(id: $workspaceId) { executions(flowId: $flowId) { pagination { total } } } }`;
  const { workspace } = await dashboard.api<{ workspace: { executions: { pagination: { total: number } } } }>(text, {
    flowId: createFlow.id,
  });
  expect(workspace.executions.pagination.total).toBe(60);
  await page.context().close();
}, 60_000);

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});

/** @returns the ID of another workspace of the same user */
async function createWorkspace(): Promise<string> {
  const { demo, url } = dashboard;
  const send = async (query: string, input: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const body = JSON.stringify({ query, variables: { input } });
    const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    return ((await answer.json()) as { data: Record<string, Record<string, string>> }).data;
  };
  const login = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }';
  const { accessToken } = (await send(login, { email: demo.email, password: demo.password })).login ?? {};
  const create = 'mutation ($input: CreateWorkspaceInput!) { createWorkspace(input: $input) { id } }';
  return (await send(create, { name: 'Second' }, accessToken)).createWorkspace?.id ?? '';
}
