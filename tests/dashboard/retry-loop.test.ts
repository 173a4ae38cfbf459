import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A flow whose last step fails for every execution. */
async function seedFlow(): Promise<string> {
  const at = (x: number) => ({ x, y: 0 });
  const input = {
    name: 'Orders',
    nodes: [
      { id: 'start', type: 'trigger.manual', position: at(0), data: {} },
      {
        id: 'price',
        type: 'data.set',
        position: at(260),
        data: { label: 'Price', assignments: [{ name: 'net', value: '{{triggerData.total / triggerData.zero}}' }] },
      },
    ],
    edges: [{ id: 'e1', source: 'start', target: 'price' }],
  };
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input },
  );
  return createFlow.id;
}

test('what failed is edited with its data, published, and retried together until all are green', async () => {
  const flowId = await seedFlow();
  for (const total of [10, 20, 30]) {
    await dashboard.api(
      'mutation ($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) { triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { executionId } }',
      { flowId, input: { triggerData: { total, zero: 0 } } },
    );
  }
  const page = await dashboard.open('/executions?view=errors');
  const group = page.getByRole('row').filter({ hasText: 'Orders' });
  await see(group.getByRole('img', { name: '3 failures in the last 24 hours' }));
  await group.getByText('Orders').click();
  await page.getByRole('row').filter({ hasText: 'Orders' }).first().getByRole('link', { name: 'Orders' }).click();
  await button(page, 'Edit with this data')
    .or(page.getByRole('link', { name: 'Edit with this data' }))
    .click();

  // The execution shows the same node.
  await see(page.getByText('Expressions show the data of the execution'));
  await page.locator('.react-flow__node[data-id="price"]').click();
  await page.locator('.cm-content').filter({ hasText: 'triggerData.total' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('{{triggerData.total * 2}}');
  await see(page.getByText('Draft saved'));
  await button(page, 'Publish').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await see(page.getByText('Version 2 is published.'));

  await page.goto(page.url().replace(/\/flows\/.*/, '/executions?view=errors'));
  await button(page, 'Retry all').click();
  const dialog = page.getByRole('dialog', { name: 'Retry 3 executions?' });
  const version = dialog.getByLabel('Version of the flow');
  await see(dialog.getByText('Version 2, the current one').or(version));
  expect(await version.locator('option').allInnerTexts()).toEqual([
    'Version 2, the current one',
    'Version 1, which they ran',
  ]);
  expect(await version.inputValue()).toBe('current');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await see(page.getByText('The retry is complete'));

  await page.goto(page.url().replace(/\/executions.*/, '/executions?status=completed'));
  const green = page.getByRole('row').filter({ hasText: 'Orders' });
  await see(green.nth(2).getByText('Completed'));
  expect(await green.count()).toBe(3);
  await page.goto(page.url().replace(/\/executions.*/, '/executions?view=errors'));
  await see(group.getByRole('img', { name: '3 failures in the last 24 hours' }));
  await page.context().close();
}, 120_000);

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
