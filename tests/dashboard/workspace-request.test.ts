import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

/** A flow with one node that calls an operation. @returns its path */
async function seedFlow(name: string, data: object): Promise<string> {
  const input = {
    name,
    nodes: [
      { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
      { id: 'call', type: 'workspace.request', position: { x: 260, y: 0 }, data },
    ],
    edges: [{ id: 'e1', source: 'start', target: 'call' }],
  };
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input },
  );
  return `/flows/${createFlow.id}`;
}

const openNode = (page: Page) => page.locator('.react-flow__node[data-id="call"]').click();
const panel = (page: Page) => page.getByRole('complementary');

test('an operation is found by typing, and its fields follow from it', async () => {
  const page = await dashboard.open(await seedFlow('Calls', {}));
  await openNode(page);
  const operation = panel(page).getByRole('combobox', { name: 'Operation' });
  await operation.fill('contact update');
  await page.getByRole('option', { name: 'Update a contact updateContact' }).click();
  await see(panel(page).getByText('The ID of the contact.'));
  const field = (name: string) => panel(page).getByRole('textbox', { name, exact: true });
  await field('Contact ID').click();
  await page.keyboard.type('01970000-0000-7000-8000-000000000003');
  await field('Company').click();
  await page.keyboard.type('Acme');
  await see(page.getByText('No problems'));
  await operation.fill('get a contact');
  await page.getByRole('option', { name: 'Get a contact getContact' }).click();
  await seeNoMore(field('Company'));
  await see(page.getByText('No problems'));
  await page.context().close();
});

test('the open list of operations has no barriers', async () => {
  const page = await dashboard.open(await seedFlow('Open list', { operation: 'listContacts' }));
  await openNode(page);
  const operation = panel(page).getByRole('combobox', { name: 'Operation' });
  const options = page.getByRole('region', { name: 'Operation', exact: true });
  await operation.click();
  await see(page.getByRole('option', { name: 'List contacts listContacts' }));
  expect(await findBarriers(page)).toEqual([]);
  await operation.fill('something else');
  await page.keyboard.press('Tab');
  await seeNoMore(options);
  await expect(operation.inputValue()).resolves.toBe('List contacts');
  await operation.click();
  await see(options);
  await page.keyboard.press('Escape');
  await seeNoMore(options);
  await page.context().close();
});

test('the form says what validation found at a field of the operation', async () => {
  const data = { operation: 'listContacts', input: { limit: 'ten' } };
  const page = await dashboard.open(await seedFlow('Broken', data));
  await openNode(page);
  await see(panel(page).getByText(/must be a whole number/));
  await page.context().close();
});

test('operations and their fields are in Spanish', async () => {
  const page = await dashboard.open(await seedFlow('Idioma', { operation: 'updateConversation' }));
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await openNode(page);
  const operation = panel(page).getByRole('combobox', { name: 'Operación' });
  await see(panel(page).getByText('Asignado a', { exact: true }));
  await see(panel(page).getByText('El estado de la conversación.'));
  await expect(operation.inputValue()).resolves.toBe('Actualizar una conversación');
  await operation.fill('contactos listar');
  await see(page.getByRole('option', { name: 'Listar contactos listContacts' }));
  await page.context().close();
});

test('the palette offers operations of the CRM, which are filled when they are placed', async () => {
  const page = await dashboard.open(await seedFlow('Preset', { operation: 'getWorkspace' }));
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('close conversation');
  await page.getByRole('option', { name: 'Close a conversation', exact: true }).click();
  const operation = panel(page).getByRole('combobox', { name: 'Operation' });
  await see(panel(page).getByText('The ID of the conversation.'));
  await expect(operation.inputValue()).resolves.toBe('Update a conversation');
  await expect(panel(page).getByRole('combobox', { name: 'Status' }).inputValue()).resolves.toBe('resolved');
  const name = panel(page).getByRole('textbox', { name: 'Name of the node' });
  await expect(name.inputValue()).resolves.toBe('Close a conversation');
  await page.getByRole('option', { name: 'Close a conversation', exact: true }).click();
  await see(page.locator('.react-flow__node').getByText('Close a conversation 2'));
  await page.context().close();
});

test('expressions complete what the chosen operation answers, and the state', async () => {
  const path = await seedFlow('Samples', { operation: 'listContacts' });
  await dashboard.api(
    'mutation ($workspaceId: ID!, $flowId: ID!) { setStateEntry(workspaceId: $workspaceId, key: "lastOrder", flowId: $flowId, input: { value: 17 }) { id } }',
    { flowId: path.split('/').at(-1) },
  );
  const page = await dashboard.open(path);
  await openNode(page);
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('transform');
  await page.getByRole('option', { name: 'Transform', exact: true }).click();
  const expression = panel(page).getByRole('textbox', { name: 'Expression', exact: true });
  const offered = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
  await expression.click();
  await page.keyboard.type('steps.call.');
  await see(offered.filter({ hasText: 'pagination' }));
  await page.keyboard.type('data[0].em');
  await see(offered.filter({ hasText: 'email' }));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('state.');
  await see(offered.filter({ hasText: 'lastOrder' }));
  await page.keyboard.type('lastOrder + 1');
  await see(panel(page).locator('output').getByText('18'));
  await page.context().close();
});

test('the palette is searched by category, and in Spanish without accents', async () => {
  const page = await dashboard.open(await seedFlow('Palette', { operation: 'getWorkspace' }));
  const search = page.getByRole('combobox', { name: /Search nodes|Buscar nodos/ });
  await search.fill('state');
  for (const name of ['Get state', 'Set state', 'Increment state'])
    await see(page.getByRole('option', { name, exact: true }));
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await search.fill('logica');
  await see(page.getByText('Lógica', { exact: true }));
  await page.context().close();
});
