import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

interface Node {
  id: string;
  type: string;
  position: { x: number; y: number };
  data: Record<string, unknown>;
}

/** A chain of nodes; an edge leaves each by its first exit, or by the one that is named. */
async function createFlow(name: string, nodes: [id: string, type: string, data: object, handle?: string][]) {
  const { createFlow: flow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    {
      input: {
        name,
        settings: { triggerType: 'manual' },
        nodes: nodes.map(
          ([id, type, data], index): Node => ({
            id,
            type,
            position: { x: index * 240, y: 0 },
            data: { label: id, ...data },
          }),
        ),
        edges: nodes.slice(1).map(([id], index) => ({
          id: `to-${id}`,
          source: nodes[index]?.[0],
          target: id,
          ...(nodes[index]?.[3] && { sourceHandle: nodes[index]?.[3] }),
        })),
      },
    },
  );
  return flow.id;
}

async function run(flowId: string, triggerData: object = {}): Promise<string> {
  const { triggerFlow } = await dashboard.api<{ triggerFlow: { executionId: string } }>(
    `mutation ($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) {
       triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { executionId } }`,
    { flowId, input: { triggerData } },
  );
  return triggerFlow.executionId;
}

const start: [string, string, object] = ['Start', 'trigger.manual', {}];
const approval = ['Ask', 'wait.approval', { message: 'Refund {{triggerData.amount}}?' }, 'approved'] as const;
const set = (id: string, name: string, value: unknown): [string, string, object] => [
  ...([id, 'data.set'] as const),
  { assignments: [{ name, value }] },
];
const stop: [string, string, object] = ['Give up', 'logic.stop', { status: 'failed', message: 'No stock.' }];

const rowOf = (page: Page, flow: string) => page.getByRole('row').filter({ hasText: flow });

test('the list shows a run as it starts and as it goes on, without a reload', async () => {
  const flowId = await createFlow('Refund', [start, [...approval], set('Pay', 'paid', true)]);
  const page = await dashboard.open('/executions');
  await see(page.getByText('Live', { exact: true }));
  const executionId = await run(flowId, { amount: 40 });
  await see(rowOf(page, 'Refund').getByText('Waiting'));
  await dashboard.api(
    'mutation ($workspaceId: ID!, $executionId: ID!) { cancelExecution(workspaceId: $workspaceId, executionId: $executionId) { id } }',
    { executionId },
  );
  await see(rowOf(page, 'Refund').getByText('Cancelled'));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('filters stand in the address, and survive a reload', async () => {
  const page = await dashboard.open('/executions?status=failed');
  await see(page.getByText('Nothing matches these filters'));
  await page.getByLabel('Status').selectOption('cancelled');
  await see(rowOf(page, 'Refund'));
  expect(page.url()).toContain('status=cancelled');
  await page.reload();
  await see(rowOf(page, 'Refund'));
  await page.context().close();
});

test('a waiting run says what it waits for, is decided here, and goes on before the eyes', async () => {
  const flowId = await createFlow('Return', [start, [...approval], set('Pay', 'paid', true)]);
  const executionId = await run(flowId, { amount: 75 });
  const page = await dashboard.open(`/executions/${executionId}`);
  await see(page.getByText('Refund 75?'));
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await see(page.getByRole('banner').or(page.locator('header')).getByText('Completed'));
  await seeNoMore(page.getByText('waits for a decision'));
  await see(page.getByRole('treeitem').filter({ hasText: 'Pay' }).getByText('Completed:'));
  await page.context().close();
});

test('any moment of a past run can be seen: its steps, and its variables before and after', async () => {
  const flowId = await createFlow('Count', [start, set('One', 'count', 1), set('Two', 'count', 2)]);
  const page = await dashboard.open(`/executions/${await run(flowId)}`);
  await see(page.getByText('3 steps'));
  await page.getByRole('tab', { name: 'Variables' }).click();
  await see(page.getByText('set by Two'));
  const slider = page.getByRole('slider', { name: 'Moment of the run' });
  await slider.focus();
  await page.keyboard.press('Home');
  await see(page.getByText('0 steps'));
  await see(page.getByText('Before the first step'));
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.getByRole('button', { name: 'One event back' }).click();
  await see(page.getByText('Two: completed'));
  await see(page.getByText('Before', { exact: true }));
  await page.context().close();
});

test('a failure is found by its group, read at its step, and retried with other data', async () => {
  const flowId = await createFlow('Ship', [start, set('Read', 'order', '{{triggerData.order}}'), stop]);
  await run(flowId, { order: 'A-1' });
  await run(flowId, { order: 'A-2' });
  const page = await dashboard.open('/executions?view=errors');
  const group = rowOf(page, 'Ship');
  await see(group.getByText('No stock.'));
  await see(group.getByRole('img', { name: '2 failures in the last 24 hours' }));
  await group.getByText('Ship').click();
  await see(page.getByText(/^Only .*Give up/));
  await rowOf(page, 'Ship').first().getByRole('link', { name: 'Ship' }).click();
  await page.getByRole('treeitem').filter({ hasText: 'Give up' }).click();
  await see(page.getByRole('complementary', { name: 'Data' }).getByText('No stock.'));
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByLabel('Where to start').selectOption('start');
  await page.getByLabel('Trigger data').fill('{"order": "B-7"}');
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await see(page.getByText('The original'));
  await see(page.getByText('"B-7"'));
  await page.context().close();
});

test('two runs beside each other show where they part, and in what', async () => {
  const flowId = await createFlow('Price', [start, set('Price', 'price', '{{triggerData.pieces * 3}}')]);
  await run(flowId, { pieces: 2 });
  const page = await dashboard.open(`/executions/${await run(flowId, { pieces: 5 })}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await see(page.getByText('The runs part at “Start”'));
  await page.getByRole('option').filter({ hasText: 'Price' }).click();
  const detail = page.getByRole('region', { name: 'Differences of the step' });
  await see(detail.getByRole('cell', { name: '15' }));
  await see(detail.getByRole('cell', { name: '6', exact: true }));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('many are retried at once, with how far it is and how many were left out', async () => {
  const page = await dashboard.open('/executions?status=failed');
  await see(rowOf(page, 'Ship'));
  await page.getByRole('checkbox', { name: 'All' }).check();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  const ended = page.getByRole('dialog', { name: 'The retry is complete' });
  await see(ended.getByText(/^(\d+) of \1 executions$/));
  expect(await ended.locator('dd').allInnerTexts()).toEqual([expect.stringMatching(/^[1-9]/), '0']);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await seeNoMore(page.getByRole('dialog'));
  await page.context().close();
});

test('a loop of thousands of steps opens, and its lines are reached by the keyboard', async () => {
  const flow = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    {
      input: {
        name: 'Import',
        settings: { triggerType: 'manual' },
        nodes: [
          { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: { label: 'Start' } },
          {
            id: 'each',
            type: 'logic.loop',
            position: { x: 240, y: 0 },
            data: { label: 'Each row', items: '{{triggerData.rows}}', concurrency: 50, maxItems: 10_000 },
          },
          {
            id: 'parse',
            type: 'data.transform',
            position: { x: 480, y: 0 },
            data: { label: 'Parse', expression: 'loop.item' },
          },
        ],
        edges: [
          { id: '1', source: 'start', target: 'each' },
          { id: '2', source: 'each', target: 'parse', sourceHandle: 'item' },
          { id: '3', source: 'parse', target: 'each', sourceHandle: 'out', targetHandle: 'next' },
        ],
      },
    },
  );
  const rows = Array.from({ length: 3_000 }, (_, index) => index);
  const page = await dashboard.open(`/executions/${await run(flow.createFlow.id, { rows })}`);
  await see(page.getByText('3,002 steps'));
  await page.getByRole('treeitem').first().focus();
  await page.keyboard.press('End');
  await see(page.getByRole('treeitem').filter({ hasText: 'Item 2999' }));
  await page.keyboard.press('ArrowRight');
  await see(page.getByRole('treeitem').filter({ hasText: 'Parse' }));
  await page.context().close();
}, 60_000);

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
