import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

test('an account is connected, and what is missing of it is named', async () => {
  await dashboard.api(
    'mutation ($workspaceId: ID!) { createSecret(workspaceId: $workspaceId, input: { name: "TWILIO_ACCOUNT_SID", value: "AC1" }) { id } }',
  );
  const page = await dashboard.open('/connections');
  await see(page.getByRole('alert').getByText('Missing: TWILIO_AUTH_TOKEN'));
  await page.getByRole('button', { name: 'Complete the account: SMS and calls (Twilio)' }).click();
  const form = page.getByRole('dialog', { name: 'Connect SMS and calls (Twilio)' });
  await form.getByLabel('TWILIO_AUTH_TOKEN').fill('token');
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await see(page.getByText('Own account'));
  await seeNoMore(page.getByRole('alert'));
  await see(page.getByText(`/messages/twilio?workspaceId=${dashboard.demo.workspaceId}`));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('what a workspace spends is shown against its budgets', async () => {
  const page = await dashboard.open('/usage');
  await see(page.getByText('No budget is set.'));
  await dashboard.api(
    'mutation ($workspaceId: ID!) { updateWorkspace(workspaceId: $workspaceId, input: { dailyBudget: "5", monthlyBudget: "80" }) { id } }',
  );
  await page.reload();
  await see(page.getByRole('meter', { name: 'Spent today' }));
  await see(page.getByRole('figure', { name: 'This month against its budget' }));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
