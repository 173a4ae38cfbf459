import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const setState = (key: string, value: unknown, flowId: string | null = null) =>
  dashboard.api(
    'mutation ($workspaceId: ID!, $key: String!, $flowId: ID, $value: JSON) { setStateEntry(workspaceId: $workspaceId, key: $key, flowId: $flowId, input: { value: $value }) { id } }',
    { key, value, flowId },
  );

test('the state of flows is listed, added, edited as JSON, and deleted', async () => {
  const { workspace } = await dashboard.api<{ workspace: { flows: { items: { id: string; name: string }[] } } }>(
    'query ($workspaceId: ID!) { workspace(id: $workspaceId) { flows(limit: 1) { items { id name } } } }',
  );
  const flow = workspace.flows.items[0] as { id: string; name: string };
  await setState('lastOrder', 16, flow.id);
  const page = await dashboard.open('/vault?tab=state');
  await see(page.getByRole('row').filter({ hasText: 'lastOrder' }).filter({ hasText: flow.name }));
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('button', { name: 'Add an entry' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add an entry' });
  await form.getByLabel('State of').selectOption({ label: flow.name });
  await form.getByLabel('State of').selectOption({ label: 'Workspace' });
  await form.getByLabel('Key').fill('greeting');
  await form.getByLabel('Value as JSON').fill('hello');
  await form.getByRole('button', { name: 'Create' }).click();
  await see(form.getByText('The value must be JSON', { exact: false }));
  await form.getByLabel('Value as JSON').fill('{"text": "hello"}');
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('row').filter({ hasText: 'greeting' });
  await see(row.getByText('{"text":"hello"}'));

  await row.getByText('greeting').click();
  const edit = page.getByRole('dialog', { name: 'Edit the entry' });
  await edit.getByLabel('Value as JSON').fill('5');
  await edit.getByRole('button', { name: 'Save' }).click();
  await see(row.getByText('5', { exact: true }));
  // What an execution changes is seen at once.
  await setState('greeting', 'changed');
  await see(row.getByText('"changed"'));

  await page.getByRole('searchbox', { name: 'Beginning of a key' }).fill('gree');
  await seeNoMore(page.getByText('lastOrder'));
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await seeNoMore(row);

  await page.getByRole('searchbox', { name: 'Beginning of a key' }).fill('');
  await page.getByLabel('State of').selectOption({ label: flow.name });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await seeNoMore(page.getByText('lastOrder'));
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
