import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { bar, contactsOf, isSent, startImport } from './support/jobs.js';
import { openAsViewer } from './support/viewer.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const dialog = (page: Page) => page.getByRole('dialog');
const counts = (page: Page) => dialog(page).locator('dd').allInnerTexts();

/** The file that a page saves meanwhile. */
async function savedBy(page: Page, action: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), action()]);
  const text = await readFile(await download.path(), 'utf8');
  return { name: download.suggestedFilename(), lines: text.trim().split('\r\n') };
}

async function addContacts(count: number, contact: (n: number) => object): Promise<void> {
  const contacts = Array.from({ length: count }, (_, n) => contact(n));
  await dashboard.api(
    'mutation ($workspaceId: ID!, $input: UpsertContactsInput!) { upsertContacts(workspaceId: $workspaceId, input: $input) { created } }',
    { input: { contacts } },
  );
}

describe('an import', () => {
  test('goes on when its tab is closed, and a new one shows what came of it', async () => {
    const page = await dashboard.open('/contacts');
    await startImport(page, 'Closed', 5_000);
    await see(dialog(page).getByText('The server goes on when you close this page.'));
    expect(await findBarriers(page)).toEqual([]);
    const context = page.context();
    await page.close();
    await waitFor(async () => (await contactsOf(dashboard, 'Closed')) === 5_000, { timeoutMs: 60_000, everyMs: 200 });
    const later = await context.newPage();
    await later.goto(`${dashboard.url}/app/w/${dashboard.demo.workspaceId}/flows`);
    await see(bar(later).getByText('The import is complete'));
    await see(bar(later).getByText('5,000 of 5,000 rows'));
    expect(await findBarriers(later)).toEqual([]);
    await bar(later).getByRole('button', { name: 'Show' }).click();
    await see(dialog(later));
    expect(await counts(later)).toEqual(['5,000', '0', '0', '0']);
    await dialog(later).getByRole('button', { name: 'Close' }).last().click();
    await seeNoMore(bar(later));
    await later.reload();
    await see(later.getByRole('heading', { name: 'Flows' }));
    expect(await bar(later).count()).toBe(0);
    await context.close();
  }, 120_000);

  test('is followed by all tabs of its user in the workspace, is stopped by one, and is nobody else’s', async () => {
    const page = await dashboard.open('/contacts');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await see(other.getByRole('heading', { name: 'Contacts' }));
    const viewer = await openAsViewer(dashboard, '/contacts');
    await startImport(page, 'Stopped', 20_000);
    await see(bar(other).getByText('Importing contacts'));
    await bar(other).getByRole('button', { name: 'Stop' }).click();
    await see(page.getByRole('heading', { name: 'The import was stopped' }));
    expect(await contactsOf(dashboard, 'Stopped')).toBeLessThan(20_000);
    expect(await bar(viewer).count()).toBe(0);
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await seeNoMore(bar(other));
    await Promise.all([page.context().close(), viewer.context().close()]);
  }, 120_000);

  test('whose answer was lost is sent again with the same key, and imports each row once', async () => {
    const page = await dashboard.open('/contacts');
    const keys: (string | undefined)[] = [];
    await page.route('**/imports?*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await startImport(page, 'Lost', 700);
    await see(page.getByRole('heading', { name: 'The import is complete' }));
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(await contactsOf(dashboard, 'Lost')).toBe(700);
    await page.context().close();
  }, 60_000);

  test('that the server refuses says why, and keeps the mapping', async () => {
    const page = await dashboard.open('/contacts');
    await page.route('**/imports?*', (route) =>
      route.fulfill({ status: 413, json: { error: { code: 'PAYLOAD_TOO_LARGE', message: 'At most 20 MiB.' } } }),
    );
    await startImport(page, 'Refused', 3);
    await see(dialog(page).getByRole('alert').getByText('At most 20 MiB.'));
    await see(page.getByRole('button', { name: 'Import 3 rows' }));
    await page.context().close();
  });
});

describe('an export', () => {
  test('has what the search and the filters of the list find, and is saved at its end', async () => {
    await addContacts(3, (n) => ({ name: n < 2 ? `Exported ${n}` : 'Another', tags: ['export-me'] }));
    const page = await dashboard.open('/contacts?tag=export-me&q=Exported');
    const ask = async () => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
    };
    await see(page.getByText('2 contacts', { exact: true }));
    await ask();
    await see(dialog(page).getByText('2 contacts of the list.'));
    const { name, lines } = await savedBy(page, () => dialog(page).getByRole('button', { name: 'Export' }).click());
    expect(name).toMatch(/^contacts-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(['Exported 0', 'Exported 1']);
    await see(page.getByText('The contacts are exported.'));
    expect(await bar(page).count()).toBe(0);
    await page.context().close();
  });

  test('that ended without its tab is downloaded from the bar', async () => {
    const page = await dashboard.open('/contacts');
    const user = await page.context().newPage();
    await user.goto(page.url());
    await see(user.getByRole('heading', { name: 'Contacts' }));
    await user.getByRole('button', { name: 'More actions' }).click();
    await user.getByRole('menuitem', { name: 'Export as CSV' }).click();
    const sent = user.waitForRequest(isSent('JobsExport'));
    await user.route('**/result.csv', () => undefined);
    await dialog(user).getByRole('button', { name: 'Export' }).click();
    await sent;
    await see(bar(page).getByText('The export is complete'));
    await user.close();
    const { lines } = await savedBy(page, () => bar(page).getByRole('button', { name: 'Download' }).click());
    expect(lines[0]).toMatch(/^id,workspaceId,name,email/);
    await bar(page).getByRole('button', { name: 'Close' }).click();
    await seeNoMore(bar(page));
    await page.context().close();
  });
});

test('all contacts that the filters select are changed after a question, also those that were not read', async () => {
  await addContacts(250, (n) => ({ name: `Many ${n}`, tags: ['many'] }));
  const page = await dashboard.open('/contacts?tag=many');
  await see(page.locator('table[aria-rowcount="250"]'));
  await page.getByRole('checkbox', { name: 'All' }).check();
  await page.getByRole('button', { name: 'Select all 250' }).click();
  await see(page.getByRole('toolbar', { name: 'All 250 contacts of these filters are selected' }));
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'Nobody' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Set the status' }).click();
  await page.getByRole('menuitem', { name: 'Qualified' }).click();
  const question = page.getByRole('dialog', { name: 'Change 250 contacts?' });
  await question.getByRole('button', { name: 'Change' }).click();
  await see(page.getByText('250 contacts updated'));
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  await page.goto(page.url().replace('tag=many', 'tag=many&status=qualified'));
  await see(page.locator('table[aria-rowcount="250"]'));
  await page.context().close();
}, 60_000);

test('tags that were added to chosen contacts are taken from those alone that lacked them', async () => {
  await addContacts(2, (n) => ({ name: `Tagged ${n}`, tags: n === 0 ? ['old'] : [] }));
  const page = await dashboard.open('/contacts?q=Tagged');
  await see(page.getByRole('row', { name: /Tagged 1/ }));
  await page.getByRole('checkbox', { name: 'All' }).check();
  await page.getByRole('button', { name: 'Add tags' }).click();
  await dialog(page).getByLabel('Tags').fill('old');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Add tags' }).click();
  await see(page.getByRole('row', { name: /Tagged 1.*old/ }));
  await page.getByRole('button', { name: 'Undo' }).click();
  await seeNoMore(page.getByRole('row', { name: /Tagged 1.*old/ }));
  await see(page.getByRole('row', { name: /Tagged 0.*old/ }));
  await page.context().close();
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
  await page.getByRole('button', { name: 'Retry' }).click();
  await Promise.all([
    page.waitForResponse((response) => isSent('JobsChange')(response.request())),
    dialog(page).getByRole('button', { name: 'Retry' }).click(),
  ]);
  await page.reload();
  await see(bar(page).getByText('The retry is complete'));
  await bar(page).getByRole('button', { name: 'Show' }).click();
  await see(dialog(page));
  expect(await counts(page)).toEqual(['30', '0']);
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
