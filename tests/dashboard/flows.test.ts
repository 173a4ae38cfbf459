import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { openAsViewer } from './support/viewer.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

/** Flows that can be activated. */
async function seedFlows(...names: string[]): Promise<void> {
  for (const name of names) {
    await dashboard.api(
      'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
      {
        input: {
          name,
          nodes: [{ id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} }],
          edges: [],
        },
      },
    );
  }
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) });

async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await row(page, name).getByRole('checkbox').first().check();
}

describe('the list of flows', () => {
  test('creates a flow from a template, which is announced to others', async () => {
    const [one, two] = [await dashboard.open('/flows'), await dashboard.open('/flows')];
    await one.getByRole('button', { name: 'New flow' }).click();
    await one.getByRole('dialog').getByRole('button', { name: 'Monitor a website' }).click();
    await see(one.getByRole('heading', { name: 'Monitor a website' }));
    await see(two.getByRole('link', { name: 'Monitor a website' }));
    expect(await findBarriers(two)).toEqual([]);
    await Promise.all([one.context().close(), two.context().close()]);
  });

  test('keeps flows in folders, and its filters in the address', async () => {
    const page = await dashboard.open('/flows');
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: 'New order' }).getByRole('checkbox').check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to a folder' }).click();
    await page.getByRole('dialog').getByLabel('Folder').selectOption('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Move to a folder' }).click();
    await seeNoMore(page.getByRole('dialog'));
    const folder = page.getByRole('navigation', { name: 'Folders' }).getByRole('button', { name: 'Shop 1' });
    await folder.click();
    await see(page.getByRole('link', { name: 'New order' }));
    await page.reload();
    await see(page.getByRole('link', { name: 'New order' }));
    expect(await page.getByRole('row').count()).toBe(2);
    await page.context().close();
  });

  test('says what a flow lacks that cannot be activated', async () => {
    await dashboard.api(
      'mutation ($workspaceId: ID!) { createFlow(workspaceId: $workspaceId, input: { name: "Without a trigger" }) { id } }',
    );
    const page = await dashboard.open('/flows');
    await page.getByRole('switch', { name: 'Without a trigger is active' }).click({ force: true });
    const dialog = page.getByRole('dialog', { name: 'Without a trigger cannot be activated yet' });
    await see(dialog.getByRole('alert'));
    await dialog.getByRole('button', { name: 'Open in the editor' }).click();
    await see(page.getByText('Start with a trigger'));
    await page.context().close();
  });

  test('deletes only after a question', async () => {
    await dashboard.api(
      'mutation ($workspaceId: ID!) { createFlow(workspaceId: $workspaceId, input: { name: "Old" }) { id } }',
    );
    const page = await dashboard.open('/flows');
    await page.getByRole('button', { name: 'Actions of Old' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Old?' }).getByRole('button', { name: 'Delete' }).click();
    await seeNoMore(page.getByRole('link', { name: 'Old', exact: true }));
    await page.context().close();
  });
});

describe('several flows', () => {
  test('are activated together: those that cannot be are named with the reason, and stay selected', async () => {
    await seedFlows('Ready 1', 'Ready 2');
    await dashboard.api(
      'mutation ($workspaceId: ID!) { createFlow(workspaceId: $workspaceId, input: { name: "Empty one" }) { id } }',
    );
    const page = await dashboard.open('/flows');
    await choose(page, 'Ready 1', 'Ready 2', 'Empty one');
    await page.getByRole('toolbar', { name: '3 flows selected' }).getByRole('button', { name: 'Activate' }).click();
    const dialog = page.getByRole('dialog', { name: 'The change is complete' });
    await see(dialog.getByRole('link', { name: 'Empty one' }));
    expect(await dialog.locator('dd').allInnerTexts()).toEqual(['2', '1']);
    await see(dialog.getByRole('listitem').filter({ hasText: 'Empty one' }).getByRole('alert'));
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await see(page.getByRole('toolbar', { name: '1 flow selected' }));
    expect(await row(page, 'Empty one').getByRole('checkbox').isChecked()).toBe(true);
    expect(await row(page, 'Ready 1').getByRole('switch').isChecked()).toBe(true);
    await page.context().close();
  });

  test('are paused, moved and tagged, also when they leave the filtered list meanwhile', async () => {
    await seedFlows('Blue 1', 'Blue 2');
    const page = await dashboard.open('/flows?q=Blue&status=active');
    await see(page.getByText('No flow matches'));
    await page.getByLabel('Active', { exact: true }).selectOption('');
    await choose(page, 'Blue 1', 'Blue 2');
    const bar = page.getByRole('toolbar', { name: '2 flows selected' });
    await bar.getByRole('button', { name: 'Activate' }).click();
    await see(page.getByText('2 flows activated.'));
    await page.getByLabel('Active', { exact: true }).selectOption('active');
    await choose(page, 'Blue 1', 'Blue 2');
    await bar.getByRole('button', { name: 'Pause' }).click();
    await see(page.getByText('2 flows paused.'));
    await see(page.getByText('No flow matches'));
    await page.getByLabel('Active', { exact: true }).selectOption('');
    await choose(page, 'Blue 1', 'Blue 2');
    await bar.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('dialog').getByLabel('Tag').fill('blue');
    await page.keyboard.press('Enter');
    await see(page.getByText('2 flows tagged.'));
    await see(row(page, 'Blue 2').getByText('blue', { exact: true }));
    await page.context().close();
  });

  test('are deleted after one question that names them', async () => {
    await seedFlows('Gone 1', 'Gone 2', 'Kept');
    const page = await dashboard.open('/flows');
    await choose(page, 'Gone 1', 'Gone 2');
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 2 flows?' });
    await see(dialog.getByText('Gone 2'));
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await seeNoMore(page.getByRole('link', { name: 'Gone 1' }));
    await seeNoMore(page.getByRole('link', { name: 'Gone 2' }));
    await see(page.getByRole('link', { name: 'Kept' }));
    await seeNoMore(page.getByRole('toolbar', { name: 'selected' }));
    await page.context().close();
  });

  test('cannot be selected by a viewer, who could do nothing with them', async () => {
    const page = await openAsViewer(dashboard, '/flows');
    await see(page.getByRole('link', { name: 'Kept' }));
    expect(await page.getByRole('checkbox').count()).toBe(0);
    expect(await page.getByRole('switch').and(page.locator(':enabled')).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New flow' }).count()).toBe(0);
    await page.context().close();
  });
});

describe('templates', () => {
  test('are shown on the canvas before they are used', async () => {
    const page = await dashboard.open('/templates');
    await page.getByRole('button', { name: /^Qualify leads with AI/ }).click();
    const preview = page.getByRole('region', { name: 'Qualify leads with AI' });
    await see(preview.locator('.react-flow__node'));
    expect(await findBarriers(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Use this template' }).click();
    await see(page.getByRole('heading', { name: 'Qualify leads with AI' }));
    await page.context().close();
  });
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
