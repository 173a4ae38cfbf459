import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

test('connections are listed, added by their kind of credentials, edited, tested and deleted', async () => {
  const page = await dashboard.open('/vault?tab=connections');
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a connection' });
  await form.getByLabel('Name', { exact: true }).fill('Shop API');
  await form.getByLabel('Credentials').selectOption({ label: 'API key' });
  await form.getByLabel('Name of the header or parameter').fill('x-key');
  await form.getByLabel('Hosts it may be used for').fill('127.0.0.1');
  await form.getByRole('button', { name: 'Create' }).click();
  await see(form.getByText('auth.value is required', { exact: false }));
  await form.getByLabel('Key', { exact: true }).fill('sk-live-0123456789');
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Shop API' });
  await see(row.getByText('API key'));
  await see(row.getByText('Connected'));

  await row.getByText('Shop API').click();
  const edit = page.getByRole('dialog', { name: 'Edit the connection' });
  await edit.getByRole('button', { name: 'Test' }).click();
  await see(edit.getByRole('status'));
  await edit.getByLabel('Name', { exact: true }).fill('Web shop');
  await edit.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('row').filter({ hasText: 'Web shop' });
  await see(renamed);

  await renamed.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await seeNoMore(renamed);
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
