import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

/** A flow, and the panel of its settings in the editor. */
async function openSettings(name: string): Promise<{ page: Page; id: string }> {
  const nodes = [{ id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} }];
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name, nodes, edges: [] } },
  );
  const page = await dashboard.open(`/flows/${createFlow.id}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  return { page, id: createFlow.id };
}

async function controlOf(id: string): Promise<unknown> {
  const { workspace } = await dashboard.api<{ workspace: { flow: { settings: { control: unknown } } } }>(
    'query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { flow(id: $flowId) { settings { control { key concurrency overlap } } } } }',
    { flowId: id },
  );
  return workspace.flow.settings.control;
}

test('the control of a flow is played on a time line, and saved with the flow', async () => {
  const { page, id } = await openSettings('Journeys');
  await page.getByRole('button', { name: 'Limit executions by key' }).click();
  const line = page.getByRole('img', { name: /What the control does/ });
  await see(line);
  const before = await line.innerHTML();
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('{{triggerData.contactId}}');
  await page.getByRole('combobox', { name: 'If as many run' }).selectOption('skip');
  expect(await line.innerHTML()).not.toBe(before);
  expect(await line.innerHTML()).toContain('is skipped.');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await seeNoMore(page.getByRole('dialog'));
  await expect(controlOf(id)).resolves.toEqual({ key: '{{triggerData.contactId}}', concurrency: 1, overlap: 'skip' });
  await page.context().close();
});

test('a control is removed again, and what the server refuses stands at its field', async () => {
  const { page } = await openSettings('Refused');
  await page.getByRole('button', { name: 'Limit executions by key' }).click();
  const key = page.getByRole('textbox', { name: 'Key', exact: true });
  await key.fill('always the same');
  await key.blur();
  await see(page.getByText(/key must contain an expression/));
  await page.getByRole('region', { name: 'Control by key' }).getByRole('button', { name: 'Remove' }).click();
  await seeNoMore(page.getByRole('region', { name: 'Control by key' }));
  await page.context().close();
});
