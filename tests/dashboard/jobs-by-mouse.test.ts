import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { type Dashboard, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const handle = (page: Page, id: string, name: string) => card(page, id).locator(`[data-handleid="${name}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Opens the form of a node; beside that of another one, the canvas may have no room for its card. */
async function openForm(page: Page, id: string): Promise<void> {
  const close = button(page, 'Close');
  if (await close.isVisible()) await close.click();
  await card(page, id).click();
}

const panel = (page: Page) => page.getByRole('complementary').filter({ has: page.getByRole('tab') });

async function begin(name: string): Promise<Page> {
  const page = await dashboard.open('/flows');
  await button(page, 'New flow').click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await button(page, 'Create an empty flow').click();
  await see(page.getByText('Start with a trigger'));
  return page;
}

/** Drags a node from the palette onto the canvas. */
async function drop(page: Page, type: string, x: number, y: number): Promise<void> {
  await page.getByRole('combobox', { name: 'Search nodes' }).fill(type);
  const canvas = page.locator('.react-flow__pane');
  await page.getByRole('option', { name: type, exact: true }).dragTo(canvas, { targetPosition: { x, y } });
  await see(page.getByRole('textbox', { name: 'Name of the node' }));
  await button(page, 'Close').click();
}

async function connect(page: Page, from: string, exit: string, to: string): Promise<void> {
  await handle(page, from, exit).hover();
  await page.mouse.down();
  await handle(page, to, 'in').hover();
  await page.mouse.up();
}

async function write(page: Page, name: string, text: string): Promise<void> {
  await panel(page).getByRole('textbox', { name, exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function publish(page: Page): Promise<void> {
  await see(page.getByText('No problems'));
  await see(page.getByText('Draft saved'));
  await button(page, 'Publish').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await see(page.getByText('Version 2 is published.'));
}

interface Run {
  id: string;
  status: string;
  output: unknown;
}

async function lastRun(): Promise<Run | undefined> {
  const { workspace } = await dashboard.api<{ workspace: { executions: { items: Run[] } } }>(
    'query ($workspaceId: ID!) { workspace(id: $workspaceId) { executions(limit: 1) { items { id status output } } } }',
  );
  return workspace.executions.items[0];
}

/** Runs the flow, and returns the output of its execution. */
async function run(page: Page): Promise<unknown> {
  const before = await lastRun();
  const start = button(page, 'Run for real');
  if (!(await start.isVisible())) await button(page, 'Run').click();
  await start.click();
  const ended = await waitFor(async () => {
    const last = await lastRun();
    return last?.id !== before?.id && last?.status !== 'running' ? last : undefined;
  });
  expect(ended.status).toBe('completed');
  await see(page.getByRole('region', { name: 'Run' }).getByText('Completed'));
  return ended.output;
}

describe('a job of a consultant is built by mouse', () => {
  test('round robin: each lead goes to the next person', async () => {
    const page = await begin('Round robin');
    await drop(page, 'Manual start', 110, 160);
    await drop(page, 'Increment state', 370, 160);
    await drop(page, 'Transform', 640, 160);
    await connect(page, 'manual', 'out', 'increment');
    await connect(page, 'increment', 'out', 'transform');
    await openForm(page, 'increment');
    await write(page, 'Key', 'turn');
    await openForm(page, 'transform');
    await write(page, 'Expression', '["ana", "ben", "eva"][(steps.increment.value - 1) % 3]');
    await button(page, 'Close').click();
    await publish(page);
    expect(await run(page)).toBe('ana');
    expect(await run(page)).toBe('ben');
    await page.context().close();
  }, 120_000);

  test('every contact of a list is changed, one after the other', async () => {
    for (const name of ['Ana', 'Ben', 'Eva']) {
      await dashboard.api(
        'mutation ($workspaceId: ID!, $input: CreateContactInput!) { createContact(workspaceId: $workspaceId, input: $input) { id } }',
        { input: { name } },
      );
    }
    const page = await begin('Every contact');
    await drop(page, 'Manual start', 110, 160);
    await drop(page, 'List contacts', 370, 160);
    await drop(page, 'Update a contact', 640, 160);
    await connect(page, 'manual', 'out', 'request');
    await connect(page, 'request', 'out', 'request2');
    await openForm(page, 'request');
    await write(page, 'Limit', '3');
    await openForm(page, 'request2');
    await write(page, 'Contact ID', '{{item.id}}');
    await write(page, 'Company', 'Acme {{index}}');
    await panel(page).getByRole('tab', { name: 'Each, errors, notes' }).click();
    const rate = panel(page).getByText('How many items run side by side', { exact: false });
    await seeNoMore(rate);
    await write(page, 'Each', '{{steps.request.data}}');
    await see(rate);
    await button(page, 'Close').click();
    await publish(page);
    const changed = (await run(page)) as { company: string }[];
    expect(changed.map(({ company }) => company)).toEqual(['Acme 0', 'Acme 1', 'Acme 2']);
    await page.context().close();
  }, 120_000);
});
