import type { Locator, Page } from 'playwright-core';
import { see } from '../support/dashboard.js';
import { type Sample, sampleDay } from './sample-workspace.js';

/** What a screen shows, by which it is known to be complete. */
type Shown = (page: Page) => Locator;

export interface Screen {
  /** The name of its golden. */
  name: string;
  /** The address below the workspace. */
  path: (sample: Sample) => string;
  shows: Shown;
  /** What is done on it first. */
  act?: (page: Page) => Promise<void>;
  /** The time that the page believes it is. */
  now?: string;
}

const text =
  (shown: string): Shown =>
  (page) =>
    page.getByRole('main').getByText(shown, { exact: true });
const heading =
  (shown: string): Shown =>
  (page) =>
    page.getByRole('heading', { name: shown, exact: true });
const inDialog =
  (shown: string): Shown =>
  (page) =>
    page.getByRole('dialog').getByText(shown, { exact: true });
const cards: Shown = (page) => page.locator('.react-flow__node').nth(3);
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const noon = `${sampleDay}T12:00:00Z`;

const automation: Screen[] = [
  { name: 'home', path: () => '', shows: text('1 decision waits for you') },
  { name: 'flows', path: () => '/flows', shows: text('New order') },
  { name: 'flows-new', path: () => '/flows', act: press('New flow'), shows: inDialog('Monitor a website') },
  { name: 'executions', path: () => '/executions', shows: text('There is no stock of lamps.') },
  { name: 'executions-errors', path: () => '/executions?view=errors', shows: text('There is no stock of lamps.') },
  { name: 'execution-completed', path: ({ completedId }) => `/executions/${completedId}`, shows: cards },
  { name: 'execution-failed', path: ({ failedId }) => `/executions/${failedId}`, shows: cards },
  {
    name: 'execution-step',
    path: ({ failedId }) => `/executions/${failedId}`,
    shows: heading('Input'),
    act: (page) =>
      page
        .getByRole('treeitem', { name: /Reserve/ })
        .first()
        .click(),
  },
  { name: 'execution-waiting', path: ({ waitingId }) => `/executions/${waitingId}`, shows: cards },
  {
    name: 'execution-compare',
    shows: text('Ask the shop'),
    path: ({ completedId, waitingId }) => `/executions/${completedId}?compare=${waitingId}`,
  },
  { name: 'templates', path: () => '/templates', shows: text('Post to the chat') },
  { name: 'approvals', path: () => '/approvals', shows: heading('Refund 320 EUR to Luis Park?') },
  { name: 'vault', path: () => '/vault', shows: text('SHOP_TOKEN') },
  { name: 'vault-variables', path: () => '/vault?tab=variables', shows: text('openingHours') },
  { name: 'vault-state', path: () => '/vault?tab=state', shows: text('lastOrder') },
  { name: 'files', path: () => '/files', shows: text('price-list.csv') },
  {
    name: 'files-preview',
    path: () => '/files',
    act: (page) => page.getByText('price-list.csv').click(),
    shows: inDialog('Lamp'),
  },
  { name: 'connections', path: () => '/connections', shows: heading('Language model') },
  { name: 'editor', path: ({ refundId }) => `/flows/${refundId}`, shows: cards },
  {
    name: 'editor-node',
    path: ({ refundId }: Sample) => `/flows/${refundId}`,
    act: (page) => page.locator('.react-flow__node').filter({ hasText: 'Ask the shop' }).click(),
    shows: (page) => page.getByRole('textbox', { name: 'Name of the node' }),
  },
];

const customers: Screen[] = [
  { name: 'inbox', path: () => '/inbox', shows: heading('Choose a conversation') },
  { name: 'conversation', path: ({ conversationId }) => `/inbox/${conversationId}`, shows: text('Open the contact') },
  { name: 'contacts', path: () => '/contacts', shows: text('Ana Vega') },
  {
    name: 'contacts-new',
    path: () => '/contacts',
    act: press('Create a contact'),
    shows: (page) => page.getByRole('dialog'),
  },
  { name: 'contact', path: ({ contactId }) => `/contacts/${contactId}`, shows: text('Contact created') },
  { name: 'pipeline', path: () => '/pipeline', shows: text('Warehouse move') },
  { name: 'pipeline-sales', path: ({ pipelineId }) => `/pipeline/${pipelineId}`, shows: text('Warehouse move') },
  { name: 'calendar', path: () => '/calendar', shows: text('Lunch'), now: noon },
  {
    name: 'calendar-event',
    path: ({ eventId }) => `/calendar/${eventId}`,
    shows: (page) => page.getByRole('dialog'),
    now: noon,
  },
  { name: 'campaigns', path: () => '/campaigns', shows: text('Spring lamps') },
  { name: 'campaign', path: ({ campaignId }) => `/campaigns/${campaignId}`, shows: text('No recipients yet') },
  { name: 'message-templates', path: () => '/message-templates', shows: text('Spring letter') },
  { name: 'sequences', path: () => '/sequences', shows: text('After an offer') },
  { name: 'sequence', path: ({ sequenceId }) => `/sequences/${sequenceId}`, shows: heading('Settings') },
];

const workspace: Screen[] = [
  { name: 'analytics', path: () => '/analytics', shows: heading('Contacts by status') },
  { name: 'usage', path: () => '/usage', shows: heading('Budgets') },
  { name: 'webhooks', path: () => '/webhooks', shows: text('To the shop') },
  { name: 'webhook', path: ({ webhookId }) => `/webhooks/${webhookId}`, shows: text('Delivered') },
  { name: 'members', path: () => '/members', shows: text('Owner') },
  { name: 'keys', path: () => '/keys', shows: text('contacts:read, flows:read') },
  { name: 'audit', path: () => '/audit?q=create', shows: text('createWebhook') },
  { name: 'api', path: () => '/api', shows: heading('TypeScript client') },
  { name: 'settings', path: () => '/settings', shows: heading('Budgets') },
  { name: 'account', path: () => '/account', shows: heading('Sessions') },
  {
    name: 'search',
    path: () => '/members',
    act: async (page) => {
      await see(heading('Members')(page));
      await page.keyboard.press('Control+k');
    },
    shows: (page) => page.getByRole('dialog').getByRole('option', { name: 'Home' }),
  },
  { name: 'not-found', path: () => '/nothing', shows: text('There is no such page.') },
];

/** The screens of a workspace, and what opens on them. */
export const screens: readonly Screen[] = [...automation, ...customers, ...workspace];

/** Runs in a page, whose date stands still from then on; its timers go on. */
const stopDate = (now: string) => `{
  const at = Date.parse('${now}');
  globalThis.Date = class extends Date {
    constructor(...values) {
      super(...(values.length ? values : [at]));
    }
    static now() {
      return at;
    }
  };
}`;

/** Opens a screen, and waits for what it shows. */
export async function openScreen(page: Page, base: string, sample: Sample, screen: Screen): Promise<void> {
  if (screen.now) await page.addInitScript(stopDate(screen.now));
  await page.goto(`${base}${screen.path(sample)}`);
  if (screen.act) await screen.act(page);
  await page.mouse.move(0, 0);
  await see(screen.shows(page));
}
