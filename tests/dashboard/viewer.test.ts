import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createRecord } from './support/create-record.js';
import { type Dashboard, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { openAsViewer } from './support/viewer.js';

let dashboard: Dashboard;
let page: Page;
/** The records that the paths of the screens name. */
let records: Record<string, string>;
/** What the server refused, and what the page asked it to change. */
let refused: string[] = [];

beforeAll(async () => {
  dashboard = await startDashboard();
  records = await createRecords();
  page = await openAsViewer(dashboard);
  watch(page);
}, 120_000);
afterAll(() => dashboard?.stop());

/** The paths of all screens of a workspace, from the router. */
const paths = [...readFileSync('src/dashboard/router.tsx', 'utf8').matchAll(/\bscreen\('([^']+)'/g)].map(
  ([, path]) => path as string,
);

/** What a viewer may do: read, and what concerns only themselves. */
const own = ['/account', '/settings', '/keys'];

/** What is open over the page. */
const popups = '[role=dialog], [role=alertdialog], [role=menu]';

/** The names of controls that change something. */
const changing =
  /^(add|activate|approve|assign|cancel|change|create|delete|discard|duplicate|edit|import|invite|move|new|pause|publish|redeliver|reject|remove|rename|reopen|restore|retry|revoke|rotate|run|save|schedule|send|set|simulate|start|stop|test|turn|use)\b/i;

test('every screen of the router is visited', () => {
  expect(paths.length).toBeGreaterThan(25);
});

describe('a viewer is offered nothing that would be refused', () => {
  test.each(paths)('on %s', async (path) => {
    await visit(path);
    await tryControls(page.url());
    await tryKeys();
    expect(refused).toEqual([]);
    expect(await offered()).toEqual([]);
  });
});

test('what a role does not show says so, and asks the server for nothing', async () => {
  await visit('/audit');
  await see(page.getByText('Your role does not show you this page.'));
  expect(refused).toEqual([]);
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});

async function visit(path: string): Promise<void> {
  const of = path.replace(/\$(\w+)/g, (_, name) => {
    if (!records[name]) throw new Error(`Create a record for $${name} in this test.`);
    return records[name];
  });
  refused = [];
  await page.goto(`${dashboard.url}/app/w/${dashboard.demo.workspaceId}${of}`);
  await settle();
}

/** Waits until the page shows what it has asked for. */
async function settle(): Promise<void> {
  await see(page.locator('main h1, main h2'));
  await seeNoMore(page.locator('main [aria-busy=true]'));
  await page.waitForLoadState('networkidle');
}

/** Opens each thing that can be opened: menus, dialogs, panels, nodes of a canvas. */
async function tryControls(address: string): Promise<void> {
  // What is open from the beginning has its buttons over the page.
  if (isOwn() || (await page.locator(popups).count())) return;
  const tried = new Set<string>();
  const controls = page.locator('main :is(button, .react-flow__node):not(:disabled):visible');
  for (;;) {
    const names = await controls.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
    );
    const next = names.findIndex((name) => !tried.has(kindOf(name)));
    if (next < 0 || tried.size > 40) return;
    tried.add(kindOf(names[next] ?? ''));
    await controls.nth(next).click();
    await frames();
    expect(await offered()).toEqual([]);
    if (await page.locator(popups).count()) {
      await page.keyboard.press('Escape');
      await page.locator(popups).first().waitFor({ state: 'detached' });
    }
    if (page.url() !== address) {
      await page.goto(address);
      await settle();
    }
  }
}

/** Waits until the page has drawn what a click opens. */
async function frames(): Promise<void> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** The rows of a list have the same controls: one of each is tried. */
const kindOf = (name: string): string => name.slice(0, 10);

/** The keys of the editor and of lists. */
async function tryKeys(): Promise<void> {
  for (const key of ['Control+s', 'Control+Enter', 'Delete', 'Backspace', 'Control+z', '/', 'n', 'c', 'Escape']) {
    await page.keyboard.press(key);
  }
}

/** The enabled controls of the page and of what is open over it that change something, by name. */
async function offered(): Promise<string[]> {
  if (isOwn()) return [];
  const names = await page
    .locator(`:is(main, ${popups}) :is(button, [role=menuitem], [role=switch])`)
    .evaluateAll((all) =>
      all
        .filter(
          (one) => !one.matches(':disabled') && one.getAttribute('aria-disabled') !== 'true' && one.checkVisibility(),
        )
        .map(
          (one) => (one.role === 'switch' ? 'set ' : '') + (one.getAttribute('aria-label') ?? one.textContent).trim(),
        ),
    );
  // Templates are chosen by their names, and a replay can be paused.
  const isFine = (name: string) =>
    isAt('/templates') ? !/^(use|delete)\b/i.test(name) : isAt('/executions/') && name === 'Pause';
  return names.filter((name) => changing.test(name) && !isFine(name));
}

const isAt = (path: string): boolean => new URL(page.url()).pathname.includes(path);
const isOwn = (): boolean => own.some(isAt);

/** Notes what a page asks the server to change, and what the server refuses, also over the socket. */
function watch(opened: Page): void {
  const isForbidden = (text: string) => text.includes('"FORBIDDEN"');
  opened.on('request', (request) => {
    const text = request.url().endsWith('/graphql') ? (request.postDataJSON()?.query ?? '') : '';
    if (/^\s*mutation/.test(text) && !text.includes('RefreshDashboardSession')) refused.push(text.trim());
  });
  opened.on('response', async (response) => {
    if (!response.url().endsWith('/graphql')) return;
    const text = await response.text().catch(() => '');
    if (isForbidden(text)) refused.push(text);
  });
  opened.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (isForbidden(String(payload))) refused.push(String(payload));
    }),
  );
}

/** One record for each screen that shows one. */
async function createRecords(): Promise<Record<string, string>> {
  const create = (kind: string, input: object) => createRecord(dashboard, kind, input);
  const contactId = await create('Contact', { name: 'Ana Vega', email: 'ana.vega@example.com', tags: ['vip'] });
  const conversationId = await create('Conversation', { contactId, channel: 'webchat' });
  await dashboard.api(
    `mutation ($workspaceId: ID!, $conversationId: ID!) {
       createMessage(workspaceId: $workspaceId, conversationId: $conversationId,
         input: { body: "Is Thursday possible?", direction: inbound }) { id } }`,
    { conversationId },
  );
  const stages = ['First talk', 'Offer'].map((name) => ({ id: name, name }));
  const pipelineId = await create('Pipeline', { name: 'Sales', stages });
  await create('Opportunity', { name: 'Order', pipelineId, stageId: 'First talk', contactId });
  const now = Date.now();
  const times = { startsAt: new Date(now).toISOString(), endsAt: new Date(now + 1_800_000).toISOString() };
  const eventId = await create('CalendarEvent', { title: 'First call', ...times });
  const campaignId = await create('Campaign', { name: 'Offer', channel: 'sms', message: 'Hello', audience: {} });
  await create('GlobalVariable', { name: 'currency', value: 'EUR' });
  await create('Folder', { name: 'Sales' });
  const { sequence, hook } = await dashboard.api<{
    sequence: { sequence: { id: string } };
    hook: { webhookId: string };
  }>(`mutation ($workspaceId: ID!) {
    sequence: createDefaultFollowUpSequence(workspaceId: $workspaceId) { sequence { id } }
    hook: createWebhook(workspaceId: $workspaceId, input: { url: "https://example.com/", events: ["custom.none"] }) { webhookId }
  }`);
  const waiting = await create('Flow', {
    name: 'Refund',
    settings: { triggerType: 'manual' },
    nodes: [
      { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: { label: 'Start' } },
      { id: 'ask', type: 'wait.approval', position: { x: 260, y: 0 }, data: { label: 'Ask', message: 'Refund?' } },
    ],
    edges: [{ id: 'to-ask', source: 'start', target: 'ask' }],
  });
  const { triggerFlow } = await dashboard.api<{ triggerFlow: { executionId: string } }>(
    `mutation ($workspaceId: ID!, $flowId: ID!) {
       triggerFlow(workspaceId: $workspaceId, flowId: $flowId) { executionId } }`,
    { flowId: waiting },
  );
  return {
    contactId,
    conversationId,
    pipelineId,
    eventId,
    campaignId,
    flowId: dashboard.demo.flowId,
    executionId: triggerFlow.executionId,
    sequenceId: sequence.sequence.id,
    webhookId: hook.webhookId,
  };
}
