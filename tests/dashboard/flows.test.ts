import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

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
