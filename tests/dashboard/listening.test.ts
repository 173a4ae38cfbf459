import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

/** A flow that was never published, with its trigger open in the editor. */
async function openTrigger(trigger: object, language: 'en' | 'es' = 'en'): Promise<Page> {
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name: 'Listening', nodes: [], edges: [] } },
  );
  const nodes = [
    { id: 'start', position: { x: 0, y: 0 }, ...trigger },
    {
      id: 'set',
      type: 'data.set',
      position: { x: 300, y: 0 },
      data: { assignments: [{ name: 'order', value: '{{triggerData.orderId}}' }] },
    },
  ];
  const edges = [{ id: 'start>set', source: 'start', target: 'set' }];
  await dashboard.api(
    'mutation ($workspaceId: ID!, $flowId: ID!, $input: FlowDraftInput!) { saveFlowDraft(workspaceId: $workspaceId, flowId: $flowId, input: $input) { revision } }',
    { flowId: createFlow.id, input: { nodes, edges } },
  );
  const page = await dashboard.open(`/flows/${createFlow.id}`);
  if (language !== 'en') {
    await page.evaluate((wanted) => localStorage.setItem('workspace-automation-language', wanted), language);
    await page.reload();
  }
  await page.locator('[data-id="start"]').click();
  return page;
}

async function urlIn(page: Page): Promise<string> {
  const code = page.locator('code', { hasText: 'test-' });
  await see(code);
  return (await code.textContent()) ?? '';
}

test('a webhook of a draft waits for a test call, which becomes its sample', async () => {
  const page = await openTrigger({ type: 'trigger.webhook', data: {} });
  await page.getByRole('button', { name: 'Listen for a test call' }).click();
  await see(page.getByText(/Waiting for a call until/));
  await see(page.getByRole('button', { name: 'Stop listening' }));
  const url = await urlIn(page);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId: 'A-1001' }),
  });
  await expect(answer.json()).resolves.toMatchObject({ received: true });
  await see(page.getByText(/A test call came/));
  await see(page.getByText(/This is the sample now/));
  await see(page.getByRole('region', { name: 'Test call' }).getByText('A-1001'));
  expect(await findBarriers(page)).toEqual([]);
  await page.locator('[data-id="set"]').click();
  await see(page.locator('output', { hasText: 'A-1001' }));
  await page.locator('[data-id="start"]').click();
  await page.getByRole('button', { name: 'Delete the sample' }).click();
  await seeNoMore(page.getByText(/A test call came/));
  await page.context().close();
});

test('a form of a draft is tried out in Spanish, and listening is stopped', async () => {
  const fields = [{ name: 'name', label: 'Nombre', type: 'text', required: true }];
  const page = await openTrigger({ type: 'trigger.form', data: { title: 'Contacto', fields } }, 'es');
  await page.getByRole('button', { name: 'Escuchar una llamada de prueba' }).click();
  const url = await urlIn(page);
  await page.getByRole('button', { name: 'Dejar de escuchar' }).click();
  await see(page.getByRole('button', { name: 'Escuchar una llamada de prueba' }));
  expect((await fetch(url)).status).toBe(404);
  await page.getByRole('button', { name: 'Escuchar una llamada de prueba' }).click();
  const form = await dashboard.visit('');
  await form.goto(await urlIn(page));
  await form.getByLabel('Nombre').fill('Ana');
  await form.getByRole('button').last().click();
  await see(form.getByRole('status'));
  await see(page.getByText(/Llegó una llamada de prueba/));
  await see(page.getByRole('region', { name: 'Llamada de prueba' }).getByText('Ana'));
  await page.context().close();
});
