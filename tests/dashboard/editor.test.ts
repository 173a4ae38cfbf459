import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const card = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
const handle = (page: Page, id: string, name: string) => card(page, id).locator(`[data-handleid="${name}"]`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Drags a type of node from the palette onto the canvas, and leaves its form. */
async function drop(page: Page, type: string, x: number, y: number): Promise<void> {
  const canvas = page.locator('.react-flow__pane');
  await page.getByRole('option', { name: type, exact: true }).dragTo(canvas, { targetPosition: { x, y } });
  await see(page.getByRole('textbox', { name: 'Name of the node' }));
  await button(page, 'Close').click();
}

/** Replaces the text of a field in the form of a node. */
async function write(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('complementary').getByRole('textbox', { name, exact: true }).click();
  await page.keyboard.press('Control+a');
  // The editor closes each bracket that is opened, and typing over it leaves one.
  await page.keyboard.type(text);
}

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await see(what);
  for (let times = 0; times < 100; times++) {
    if (await what.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${what} is not reached by ${key}.`);
}

/** Drags an edge from one handle to another. */
async function connect(page: Page, from: string, exit: string, to: string): Promise<void> {
  await handle(page, from, exit).hover();
  await page.mouse.down();
  await handle(page, to, 'in').hover();
  await page.mouse.up();
}

/** A flow of three nodes. @returns its path */
async function seedFlow(name: string, trigger: object = { type: 'trigger.manual', data: {} }): Promise<string> {
  const set = (id: string, x: number) => ({
    id,
    type: 'data.set',
    position: { x, y: 0 },
    data: { assignments: [{ name: id, value: '{{triggerData.amount}}' }] },
  });
  const input = {
    name,
    nodes: [{ id: 'start', position: { x: 0, y: 0 }, ...trigger }, set('a', 260), set('b', 520)],
    edges: [
      { id: 'e1', source: 'start', target: 'a' },
      { id: 'e2', source: 'a', target: 'b' },
    ],
  };
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input },
  );
  return `/flows/${createFlow.id}`;
}

describe('the editor in Spanish', () => {
  test('names the nodes, their fields and what they mean in Spanish', async () => {
    const page = await dashboard.open(await seedFlow('Idioma'));
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await page.getByRole('combobox', { name: 'Buscar nodos' }).fill('bucle');
    const option = page.getByRole('option', { name: 'Bucle', exact: true });
    await see(option);
    expect(await option.getAttribute('title')).toContain('Ejecuta los nodos de su rama');
    await option.click();
    await see(page.getByText('Máximo de elementos', { exact: true }));
    await see(page.getByText('La lista, normalmente una expresión.'));
    await page.getByRole('tab', { name: 'Elementos, errores, notas' }).click();
    await see(page.getByText('De 1 a 10 intentos, incluido el primero.'));
    await see(card(page, 'a').getByText('Definir variables'));
    await page.context().close();
  });
});

describe('the editor', () => {
  test('builds a flow by mouse, publishes it, runs it and shows the run on its canvas', async () => {
    const page = await dashboard.open('/flows');
    await button(page, 'New flow').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Greeting');
    await button(page, 'Create an empty flow').click();
    await see(page.getByText('Start with a trigger'));
    await drop(page, 'Manual start', 110, 160);
    await drop(page, 'Set variables', 370, 160);
    await drop(page, 'If', 640, 160);
    await connect(page, 'manual', 'out', 'set');
    await connect(page, 'set', 'out', 'if');
    await see(page.getByText(/problems/));
    await card(page, 'set').click();
    await write(page, 'Name', 'total');
    await write(page, 'Value', '{{triggerData.amount}}');
    // Beside the form, the canvas has no room for both cards.
    await button(page, 'Close').click();
    await card(page, 'if').click();
    await write(page, 'Left', '{{variables.total}}');
    await write(page, 'Right', '250');
    await button(page, 'Close').click();
    expect(await page.locator('.react-flow__edge').count()).toBe(2);
    await see(page.getByText('No problems'));
    await see(page.getByText('Draft saved'));
    await button(page, 'Publish').click();
    await page.getByRole('dialog').getByLabel('Message').fill('The first one');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await see(page.getByText('Version 2 is published.'));
    await button(page, 'Run').click();
    const input = page.getByRole('textbox', { name: 'Trigger data' });
    await input.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"amount": 250}');
    await button(page, 'Run for real').click();
    await see(page.getByRole('region', { name: 'Run' }).getByText('Completed'));
    await see(card(page, 'if').getByText('Completed'));
    await page.context().close();
  }, 120_000);

  test('builds, publishes and runs a flow by the keyboard alone', async () => {
    const page = await dashboard.open('/flows');
    const press = (key: string) => page.keyboard.press(key);
    await tabTo(page, button(page, 'New flow'));
    await press('Enter');
    const dialog = page.getByRole('dialog');
    await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('By keyboard');
    await tabTo(page, dialog.getByRole('button', { name: 'Create an empty flow' }));
    await press('Enter');
    await see(page.getByText('Start with a trigger'));
    await press('/');
    await page.keyboard.type('manual');
    await press('Enter');
    await see(card(page, 'manual'));
    await press('Control+a');
    await page.keyboard.type('set variables');
    await press('Enter');
    await see(card(page, 'set'));
    const form = page.getByRole('complementary').filter({ has: page.getByRole('tab') });
    await tabTo(page, form.getByRole('textbox', { name: 'Name', exact: true }));
    await page.keyboard.type('total');
    await tabTo(page, form.getByRole('textbox', { name: 'Value', exact: true }));
    await page.keyboard.type('250');
    await see(page.getByText('No problems'));
    await see(page.getByText('Draft saved'));
    await tabTo(page, button(page, 'Publish'), 'Shift+Tab');
    await press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Publish' }));
    await press('Enter');
    await see(page.getByText('Version 2 is published.'));
    await tabTo(page, button(page, 'Run'), 'Shift+Tab');
    await press('Enter');
    await tabTo(page, button(page, 'Run for real'));
    await press('Enter');
    await see(page.getByRole('region', { name: 'Run' }).getByText('Completed'));
    await page.context().close();
  }, 120_000);

  test('begins a new node empty, in sight, and says in its form what is missing', async () => {
    const page = await dashboard.open('/flows');
    await button(page, 'New flow').click();
    await page.getByRole('dialog').getByLabel('Name').fill('From the palette');
    await button(page, 'Create an empty flow').click();
    const form = page.getByRole('complementary').filter({ has: page.getByRole('tab') });
    const add = (type: string) => page.getByRole('option', { name: type, exact: true }).click();
    await add('Webhook');
    await see(form.getByText('The flow gets its URL when you publish it.'));
    await add('HTTP request');
    await see(form.getByText('url is required.', { exact: true }));
    expect((await form.getByRole('textbox', { name: 'URL' }).innerText()).trim()).toBe(
      'https://api.example.com/orders',
    );
    await add('Switch');
    await see(form.getByText('cases[0].equals is required.', { exact: true }));
    const { x, width } = (await page.locator('.react-flow').boundingBox()) ?? { x: 0, width: 0 };
    await waitFor(async () => {
      const added = await card(page, 'switch').boundingBox();
      return added !== null && added.x >= x && added.x + added.width <= x + width;
    });
    await page.context().close();
  });

  test('can be used on a phone: the palette and the form of a node are above the canvas', async () => {
    const page = await dashboard.open('/flows');
    await button(page, 'New flow').click();
    await page.getByRole('dialog').getByLabel('Name').fill('On the way');
    await button(page, 'Create an empty flow').click();
    await see(page.getByText('Start with a trigger'));
    await page.setViewportSize({ width: 390, height: 844 });
    const search = page.getByRole('combobox', { name: 'Search nodes' });
    expect(await search.isVisible()).toBe(false);
    await button(page, 'Add a node').click();
    await search.fill('Manual start');
    await page.getByRole('option', { name: /Manual start/ }).click();
    expect(await search.isVisible()).toBe(false);
    const form = page.getByRole('complementary').filter({ has: page.getByRole('tab') });
    expect((await form.boundingBox())?.width).toBe(390);
    await form.getByRole('button', { name: 'Close' }).click();
    await see(card(page, 'manual'));
    await see(button(page, 'Add a node'));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.context().close();
  });

  test('completes expressions from the data of the last execution, and shows their value', async () => {
    const page = await dashboard.open(await seedFlow('Expressions'));
    await button(page, 'Run').click();
    const input = page.getByRole('textbox', { name: 'Trigger data' });
    await input.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"amount": 40}');
    await button(page, 'Simulate').click();
    await see(card(page, 'b').getByText('Completed'));
    await card(page, 'b').click();
    await page.getByRole('textbox', { name: 'Value' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Total {{trig');
    await see(page.getByRole('option', { name: 'triggerData' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('.amo');
    await see(page.getByRole('option', { name: 'amount' }));
    await page.keyboard.press('Enter');
    await see(page.getByText('Total 40'));
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('offers an event of the type that starts the flow, as trigger data and in expressions', async () => {
    const data = { eventType: 'opportunity.stage_changed' };
    const page = await dashboard.open(await seedFlow('Events', { type: 'trigger.crmEvent', data }));
    await button(page, 'Run').click();
    await see(page.getByRole('textbox', { name: 'Trigger data' }).getByText('"opportunity.stage_changed"'));
    await card(page, 'a').click();
    await page.getByRole('textbox', { name: 'Value' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{triggerData.previous.');
    await see(page.getByRole('option', { name: 'stageId' }));
    await page.context().close();
  }, 120_000);

  test('replays recent executions with the draft, and marks what is different', async () => {
    const path = await seedFlow('Replayed');
    const ran = { flowId: path.split('/').at(-1), input: { triggerData: { amount: 40 } } };
    const { triggerFlow } = await dashboard.api<{ triggerFlow: { executionId: string } }>(
      'mutation ($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) { triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) { executionId } }',
      ran,
    );
    const page = await dashboard.open(`/executions/${triggerFlow.executionId}`);
    await see(page.getByText('Completed').first());
    await page.goto(page.url().replace(/\/executions\/.*/, path));
    await card(page, 'b').click();
    await page.getByRole('textbox', { name: 'Value' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{triggerData.amount + 1}}');
    await button(page, 'Replay against recent executions').click();
    const replay = page.getByRole('region', { name: 'Shadow replay' });
    await replay.getByRole('button', { name: 'Replay', exact: true }).click();
    await see(replay.getByText('1 different'));
    await see(replay.getByText('First at b'));
    await see(replay.getByText('41'));
    await see(card(page, 'b').getByText('Changed'));
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });

  test('leads from a problem to its field', async () => {
    const page = await dashboard.open(await seedFlow('Problems'));
    await card(page, 'a').click();
    await page.getByRole('textbox', { name: 'Value' }).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{{triggerData.');
    await button(page, '1 problem').click();
    await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('region', { name: 'Problems' }).getByText('EXPR_SYNTAX').click();
    await see(page.getByRole('textbox', { name: 'Name of the node' }));
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });

  test('undoes and redoes, copies and pastes by the keyboard', async () => {
    const page = await dashboard.open(await seedFlow('Keys'));
    await card(page, 'b').click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await see(card(page, 'set'));
    await page.keyboard.press('Control+z');
    await seeNoMore(card(page, 'set'));
    await page.keyboard.press('Control+y');
    await see(card(page, 'set'));
    await card(page, 'set').click();
    await page.keyboard.press('Delete');
    await seeNoMore(card(page, 'set'));
    await page.context().close();
  });

  test('shows what another saves, and merges what both changed', async () => {
    const path = await seedFlow('Together');
    const [one, two] = [await dashboard.open(path), await dashboard.open(path)];
    const rename = async (page: Page, id: string, name: string) => {
      await card(page, id).click();
      await page.getByRole('textbox', { name: 'Name of the node' }).fill(name);
    };
    await rename(one, 'a', 'First');
    await see(card(two, 'a').getByText('First'));
    await card(two, 'a').click();
    await see(two.getByRole('textbox', { name: 'Value' }));
    await two.context().setOffline(true);
    await rename(two, 'a', 'Mine');
    await see(two.getByText('Not saved'));
    await rename(one, 'a', 'Theirs');
    await rename(one, 'b', 'Only theirs');
    await see(one.getByText('Draft saved'));
    await two.context().setOffline(false);
    const dialog = two.getByRole('dialog', { name: 'Another user changed this flow, too' });
    await see(dialog.getByText('Theirs', { exact: true }));
    expect(await findBarriers(two)).toEqual([]);
    await dialog.getByRole('button', { name: 'Merge and save' }).click();
    await see(card(one, 'a').getByText('Mine'));
    await see(card(two, 'b').getByText('Only theirs'));
    await Promise.all([one.context().close(), two.context().close()]);
  }, 120_000);
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
