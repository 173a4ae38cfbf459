import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

test('revoking an API key shows what will be paused, and then how much was', async () => {
  const createWebhook = `mutation ($workspaceId: ID!, $input: CreateWebhookInput!) {
    createWebhook(workspaceId: $workspaceId, input: $input) { secret } }`;
  const page = await dashboard.open('/keys');
  for (const number of [1, 2, 3, 4])
    await dashboard.api(createWebhook, {
      input: { url: `https://example.com/${number}`, events: ['contact.created'] },
    });
  await page.getByRole('button', { name: 'Revoke' }).first().click();
  const dialog = page.getByRole('dialog');
  await see(dialog.getByText(/4 webhooks will be paused: .*, and \d+ more\./));
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await see(page.getByText(/^Paused: .*4 webhooks\.$/));
  await seeNoMore(dialog);
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});
