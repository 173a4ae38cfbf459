import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { createRecord } from './support/create-record.js';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('dialog', { name: 'Discard your changes?' });

test('a template that was begun is not lost by a key or by going back', async () => {
  const page = await dashboard.open('/campaigns');
  await page.getByRole('link', { name: 'Message templates' }).click();
  await button(page, 'New template').first().click();
  const form = page.getByRole('dialog', { name: 'New template' });
  await form.getByLabel('Text').fill('Dear all');
  await page.keyboard.press('Escape');
  await see(question(page));
  expect(await findBarriers(page)).toEqual([]);
  await button(page, 'Keep editing').click();
  await seeNoMore(question(page));
  await page.goBack();
  await see(question(page));
  await button(page, 'Keep editing').click();
  await page.waitForURL('**/message-templates');
  expect(await form.getByLabel('Text').inputValue()).toBe('Dear all');
  await form.getByRole('button', { name: 'Close' }).click();
  await button(page, 'Discard').click();
  await seeNoMore(form);
  await button(page, 'New template').first().click();
  expect(await form.getByLabel('Text').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await seeNoMore(form);
  await page.context().close();
});

test('a campaign that is saved goes to its page without a question', async () => {
  const page = await dashboard.open('/campaigns');
  await button(page, 'Create a campaign').first().click();
  const form = page.getByRole('dialog', { name: 'Create a campaign' });
  await form.getByLabel('Name').fill('Begun');
  await form.getByLabel('Channel').selectOption({ label: 'SMS' });
  await form.getByLabel('Message').fill('Hello');
  await page.keyboard.press('Escape');
  await see(question(page));
  await button(page, 'Keep editing').click();
  await form.getByRole('button', { name: 'Create' }).click();
  await see(page.getByRole('heading', { name: 'Begun' }));
  await page.context().close();
});

test('steps of a sequence that are not saved are asked about before they are left', async () => {
  const steps = [{ delayMinutes: 60, message: 'Hello' }];
  const id = await createRecord(dashboard, 'FollowUpSequence', { name: 'Letters', steps });
  const page = await dashboard.open(`/sequences/${id}`);
  await page.getByRole('group', { name: 'Settings' }).getByLabel('Name').fill('Longer letters');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await see(question(page));
  await button(page, 'Keep editing').click();
  await button(page, 'Save').click();
  await see(page.getByText('Saved').first());
  await page.getByRole('link', { name: 'Inbox' }).click();
  await see(page.getByText('Choose a conversation'));
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
