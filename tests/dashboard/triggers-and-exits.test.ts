import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const handle = (page: Page, id: string, name: string) => card(page, id).locator(`[data-handleid="${name}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Drags a type of node from the palette onto the canvas. */
async function drop(page: Page, type: string, x: number, y: number): Promise<void> {
  const canvas = page.locator('.react-flow__pane');
  await page.getByRole('option', { name: type, exact: true }).dragTo(canvas, { targetPosition: { x, y } });
  await see(page.getByRole('textbox', { name: 'Name of the node' }));
}

/** Replaces the text of a field in the form of a node. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('complementary').getByRole('textbox', { name, exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function connect(page: Page, from: string, exit: string, to: string): Promise<void> {
  await handle(page, from, exit).hover();
  await page.mouse.down();
  await handle(page, to, 'in').hover();
  await page.mouse.up();
}

interface Stored {
  version: number;
  nodes: { id: string; type: string; data: Record<string, unknown> }[];
  edges: { source: string; sourceHandle?: string; target: string }[];
  triggers: { nodeId: string; type: string }[];
  settings: { retention: unknown };
}

async function storedFlow(flowId: string): Promise<Stored> {
  const { workspace } = await dashboard.api<{ workspace: { flow: Stored } }>(
    `query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { flow(id: $flowId) {
      version nodes edges triggers { nodeId type } settings { retention { days failed keep } } } } }`,
    { flowId },
  );
  return workspace.flow;
}

test('a second trigger, an exit and the retention are made by mouse, published, and there after a reload', async () => {
  const nodes = [
    { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
    { id: 'done', type: 'logic.stop', position: { x: 300, y: 0 }, data: {} },
  ];
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name: 'Two ways in', nodes, edges: [{ id: 'e1', source: 'start', target: 'done' }] } },
  );
  const page = await dashboard.open(`/flows/${createFlow.id}`, { viewport: { width: 1700, height: 900 } });
  await see(card(page, 'done'));

  await drop(page, 'Schedule', 200, 620);
  await write(page, 'Cron', '0 9 * * 1-5');
  await button(page, 'Close').click();
  await connect(page, 'schedule', 'out', 'done');
  await drop(page, 'Exit', 200, 160);
  await write(page, 'Event type', 'contact.updated');
  expect(await findBarriers(page)).toEqual([]);
  await button(page, 'Close').click();

  await button(page, 'Settings').click();
  await page.getByRole('combobox', { name: 'Ended executions to keep' }).selectOption('failures');
  await page.getByRole('spinbutton', { name: 'Days for failed ones' }).fill('90');
  expect(await findBarriers(page)).toEqual([]);

  await button(page, 'Publish').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await seeNoMore(page.getByRole('dialog'));
  const stored = await storedFlow(createFlow.id);
  expect(stored).toMatchObject({
    version: 2,
    triggers: [
      { nodeId: 'start', type: 'manual' },
      { nodeId: 'schedule', type: 'schedule' },
    ],
    settings: { retention: { days: null, failed: 90, keep: 'failures' } },
  });
  expect(stored.nodes.map(({ type }) => type)).toContain('logic.exit');
  expect(stored.edges).toContainEqual(expect.objectContaining({ source: 'schedule', target: 'done' }));

  await page.reload();
  await see(card(page, 'schedule'));
  await see(card(page, 'exit'));
  await button(page, 'Settings').click();
  expect(await page.getByRole('combobox', { name: 'Ended executions to keep' }).inputValue()).toBe('failures');
  expect(await page.getByRole('spinbutton', { name: 'Days for failed ones' }).inputValue()).toBe('90');
  expect(dashboard.faults).toEqual([]);
  await page.context().close();
});
