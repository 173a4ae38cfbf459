import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '../support/wait-for.js';
import { type Dashboard, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { isSent } from './support/jobs.js';

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

/** An edit that cannot be saved. */
async function openUnsaved(name: string): Promise<{ page: Page; id: string }> {
  const id = await seedFlow(name);
  const page = await dashboard.open(`/flows/${id}`);
  await cutOff(page);
  await edit(page, 'second');
  await see(page.getByText('Not saved'));
  return { page, id };
}

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
    await page.getByRole('link', { name: 'Inbox' }).click();
    await button(page, 'Leave').click();
    await see(page.getByText('Choose a conversation'));
    await dashboard.api(
      'mutation ($workspaceId: ID!, $flowId: ID!, $input: FlowDraftInput!) { saveFlowDraft(workspaceId: $workspaceId, flowId: $flowId, input: $input) { revision } }',
      { flowId: id, input: { ...graphOf('theirs'), baseVersion: 1 } },
    );
    await page.goBack();
    await see(page.getByText('They were made over an older version of this flow.'));
    await page.context().close();
  });

  test('is deleted by signing out', async () => {
    const { page } = await openUnsaved('Signed out');
    await page.getByRole('link', { name: 'Inbox' }).click();
    await button(page, 'Leave').click();
    await see(page.getByText('Choose a conversation'));
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await see(page.getByRole('heading', { name: 'Sign in' }));
    const count = `new Promise((resolve) => {
      const opening = indexedDB.open('workspace-automation-drafts');
      opening.onsuccess = () => {
        opening.result.transaction('drafts').objectStore('drafts').count().onsuccess = ({ target }) => resolve(target.result);
      };
    })`;
    await waitFor(async () => (await page.evaluate(count)) === 0);
    await page.context().close();
  });
});
