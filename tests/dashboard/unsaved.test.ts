import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { type Dashboard, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { isSent } from './support/jobs.js';
import { addMember } from './support/viewer.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Your changes are not saved' });
const offer = (page: Page) => page.getByText('Your unsaved changes from');

function graphOf(value: string) {
  const data = { assignments: [{ name: 'total', value }] };
  return {
    nodes: [
      { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
      { id: 'a', type: 'data.set', position: { x: 260, y: 0 }, data },
    ],
    edges: [{ id: 'e1', source: 'start', target: 'a' }],
  };
}

async function seedFlow(name: string): Promise<string> {
  const { createFlow } = await dashboard.api<{ createFlow: { id: string } }>(
    'mutation ($workspaceId: ID!, $input: CreateFlowInput!) { createFlow(workspaceId: $workspaceId, input: $input) { id } }',
    { input: { name, ...graphOf('first') } },
  );
  return createFlow.id;
}

async function storedValue(flowId: string): Promise<unknown> {
  const { workspace } = await dashboard.api<{
    workspace: { flow: { draft: { nodes: { data: { assignments: { value: string }[] } }[] } | null } };
  }>(
    'query ($workspaceId: ID!, $flowId: ID!) { workspace(id: $workspaceId) { flow(id: $flowId) { draft { nodes } } } }',
    {
      flowId,
    },
  );
  return workspace.flow.draft?.nodes[1]?.data.assignments[0]?.value;
}

/** Somebody else saves the flow. */
const saveTheirs = (flowId: string, value = 'theirs') =>
  dashboard.api(
    'mutation ($workspaceId: ID!, $flowId: ID!, $input: FlowDraftInput!) { saveFlowDraft(workspaceId: $workspaceId, flowId: $flowId, input: $input) { revision } }',
    { flowId, input: { ...graphOf(value), baseVersion: 1 } },
  );

/** No change of a flow reaches the server any more. */
const cutOff = (page: Page) =>
  page.route('**/graphql', (route) => (isSent('EditorSaveDraft')(route.request()) ? route.abort() : route.continue()));

/** Changes the value of the step, and leaves its form open. */
async function edit(page: Page, text: string): Promise<void> {
  await page.locator('.react-flow__node[data-id="a"]').click();
  await page.getByRole('complementary').getByRole('textbox', { name: 'Value', exact: true }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** An edit that cannot be saved. @param begun the value of a draft before it */
async function openUnsaved(name: string, begun?: string): Promise<{ page: Page; id: string }> {
  const id = await seedFlow(name);
  if (begun) await saveTheirs(id, begun);
  const page = await dashboard.open(`/flows/${id}`);
  await cutOff(page);
  await edit(page, 'second');
  await see(page.getByText('Not saved'));
  return { page, id };
}

/** Leaves the flow for the inbox, without its changes. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Inbox' }).click();
  await button(page, 'Leave').click();
  await see(page.getByText('Choose a conversation'));
}

/** Keeps the screen of the inbox from being loaded. @returns what lets it be loaded */
async function holdInbox(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/inbox-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The number of drafts that the browser keeps. */
const keptDrafts = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('workspace-automation-drafts');
    opening.onsuccess = () => {
      opening.result.transaction('drafts').objectStore('drafts').count().onsuccess = ({ target }) => {
        opening.result.close();
        resolve(target.result);
      };
    };
  })`);

describe('an edit that cannot be saved', () => {
  test('is asked about before it is left, offered on return, and saved when it is restored', async () => {
    const { page, id } = await openUnsaved('Asked');
    const inbox = page.getByRole('link', { name: 'Inbox' });
    await inbox.click();
    await see(question(page));
    await button(page, 'Stay').click();
    await see(page.getByText('Not saved'));
    await inbox.click();
    await button(page, 'Leave').click();
    await see(page.getByText('Choose a conversation'));
    await page.goBack();
    await see(offer(page));
    expect(await storedValue(id)).toBeUndefined();
    await page.unroute('**/graphql');
    await button(page, 'Restore').click();
    await waitFor(async () => (await storedValue(id)) === 'second');
    await seeNoMore(offer(page));
    await page.reload();
    await see(page.locator('.react-flow__node[data-id="a"]'));
    await seeNoMore(offer(page));
    await page.context().close();
  });

  test('is asked about also where the page is left before the first attempt', async () => {
    const id = await seedFlow('At once');
    const page = await dashboard.open(`/flows/${id}`);
    await cutOff(page);
    await edit(page, 'second');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await see(question(page));
    await page.context().close();
  });

  test('is left without an answer once it could be saved', async () => {
    const { page, id } = await openUnsaved('Saved');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await see(question(page));
    await page.unroute('**/graphql');
    await see(page.getByText('Choose a conversation'));
    expect(await storedValue(id)).toBe('second');
    expect(await keptDrafts(page)).toBe(0);
    await page.context().close();
  });

  test('is offered also where it was made while the next screen was loaded', async () => {
    const id = await seedFlow('Late');
    const page = await dashboard.open(`/flows/${id}`);
    const release = await holdInbox(page);
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.waitForURL('**/inbox');
    await cutOff(page);
    await edit(page, 'second');
    release();
    await see(page.getByText('Choose a conversation'));
    await page.goBack();
    await see(offer(page));
    await page.context().close();
  });

  test('is offered after a reload, which the browser asks about, and gone when it is discarded', async () => {
    const { page } = await openUnsaved('Reloaded');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await see(offer(page));
    await button(page, 'Discard').click();
    await seeNoMore(offer(page));
    await page.reload();
    await see(page.locator('.react-flow__node[data-id="a"]'));
    await seeNoMore(offer(page));
    await page.context().close();
  });

  test('says that somebody has changed the flow since', async () => {
    const { page, id } = await openUnsaved('Older');
    await leave(page);
    await saveTheirs(id);
    await page.goBack();
    await see(page.getByText('They were made over an older version of this flow.'));
    await page.context().close();
  });

  test('is offered also where the flow was changed by somebody else before it could be saved', async () => {
    const { page, id } = await openUnsaved('Conflict', 'begun');
    await saveTheirs(id);
    await page.unroute('**/graphql');
    const conflict = page.getByRole('dialog', { name: 'Another user changed this flow, too' });
    await see(conflict);
    await conflict.getByRole('button', { name: 'Close' }).click();
    await leave(page);
    await page.goBack();
    await see(page.getByText('They were made over an older version of this flow.'));
    expect(await storedValue(id)).toBe('theirs');
    await button(page, 'Restore').click();
    await waitFor(async () => (await storedValue(id)) === 'second');
    await page.context().close();
  });

  test('is offered to nobody else who uses the browser', async () => {
    const { page } = await openUnsaved('Shared browser');
    const other = await addMember(dashboard, { email: 'other@example.com', role: 'EDITOR' });
    const address = page.url();
    const comeAs = async ({ email, password }: { email: string; password: string }) => {
      await page.context().clearCookies();
      await page.goto(address);
      await dashboard.logIn(page, email, password);
      await see(page.locator('.react-flow__node[data-id="a"]'));
    };
    await leave(page);
    await comeAs(other);
    await waitFor(async () => (await keptDrafts(page)) === 1);
    await seeNoMore(offer(page));
    await comeAs(dashboard.demo);
    await see(offer(page));
    await page.context().close();
  });

  test('is asked about and offered in Spanish', async () => {
    const { page } = await openUnsaved('Español');
    await button(page, 'Language').click();
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await page.getByRole('link', { name: 'Bandeja de entrada' }).click();
    const asked = page.getByRole('dialog', { name: 'Tus cambios no están guardados' });
    await see(asked.getByText('No se pudieron enviar. Este navegador los guarda'));
    await see(button(page, 'Quedarse'));
    await button(page, 'Salir').click();
    await seeNoMore(asked);
    await see(page.getByText('Elige una conversación'));
    await page.goBack();
    await see(page.getByText('Tus cambios sin guardar de'));
    await see(button(page, 'Descartar'));
    await see(button(page, 'Restaurar'));
    await page.context().close();
  });

  test('is deleted by signing out', async () => {
    const { page } = await openUnsaved('Signed out');
    await leave(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await see(page.getByRole('heading', { name: 'Sign in' }));
    await waitFor(async () => (await keptDrafts(page)) === 0);
    await page.context().close();
  });
});

describe('going back', () => {
  test('before the next screen is there keeps the edit, which is asked about again', async () => {
    const { page } = await openUnsaved('Back');
    const release = await holdInbox(page);
    const inbox = page.getByRole('link', { name: 'Inbox' });
    await inbox.click();
    await button(page, 'Leave').click();
    await page.waitForURL('**/inbox');
    await page.goBack();
    await see(page.getByText('Not saved'));
    release();
    await inbox.click();
    await see(question(page));
    await button(page, 'Stay').click();
    await see(page.getByText('Not saved'));
    expect(page.url()).toContain('/flows/');
    await page.context().close();
  });

  test('and forward again takes the question back, and going back asks it again', async () => {
    await seedFlow('Forth');
    const page = await dashboard.open('/flows');
    await page.getByRole('row', { name: /Forth/ }).click();
    await cutOff(page);
    await edit(page, 'second');
    await see(page.getByText('Not saved'));
    await page.goBack();
    await see(question(page));
    await page.goForward();
    await seeNoMore(question(page));
    await see(page.getByText('Not saved'));
    await page.goBack();
    await see(question(page));
    await button(page, 'Stay').click();
    await page.waitForURL('**/flows/*');
    await page.goBack();
    await button(page, 'Leave').click();
    await see(page.getByRole('heading', { name: 'Flows' }));
    expect(page.url()).toMatch(/\/flows$/);
    await page.context().close();
  });
});
