import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRecord } from './support/create-record.js';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';
import { openAsViewer } from './support/viewer.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const create = (kind: string, input: object) => createRecord(dashboard, kind, input);

test('a campaign is sent after a question, and says why it is paused without a provider', async () => {
  await create('Contact', { name: 'Ivy Ito', phone: '+34612000111', tags: ['reminded'] });
  const page = await dashboard.open('/campaigns');
  await page.getByRole('button', { name: 'Create a campaign' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a campaign' });
  await form.getByLabel('Name').fill('Reminder');
  await form.getByLabel('Channel').selectOption({ label: 'SMS' });
  await form.getByLabel('Message').fill('Hello {{contact.name}}');
  await form.getByLabel('Tags').fill('reminded,');
  await see(form.getByText('1 contact matches now.'));
  await form.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await see(page.getByRole('status').getByText(/provider is required/));
  await see(page.getByRole('row', { name: /Ivy Ito Queued .*provider is required/ }));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('an email campaign is made without leaving it: its template is written, and sending says what is missing', async () => {
  await create('Contact', {
    name: 'Eli Roe',
    email: 'eli.roe@example.com',
    tags: ['mailed'],
    customFields: { city: 'Rome' },
  });
  const page = await dashboard.open('/campaigns');
  await page.getByRole('button', { name: 'Create a campaign' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a campaign' });
  await form.getByLabel('Name').fill('Letter');
  await form.getByLabel('Tags').fill('mailed,');
  await form.getByRole('button', { name: 'Create' }).click();
  const send = page.getByRole('button', { name: 'Send now' });
  await see(page.getByText('It cannot be sent yet: choose a template.'));
  expect(await send.isDisabled()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'New template' }).click();
  const template = page.getByRole('dialog', { name: 'New template' });
  await template.getByLabel('Name').fill('Greeting');
  await template.getByLabel('Subject').fill('Good news');
  await template.getByLabel('Text').fill('Dear , hello');
  for (let step = 0; step < ', hello'.length; step += 1) await template.getByLabel('Text').press('ArrowLeft');
  await template.getByLabel('Insert a field').selectOption('contact.name');
  expect(await template.getByLabel('Text').inputValue()).toBe('Dear {{contact.name}}, hello');
  await template.getByLabel('Insert a field').selectOption('contact.city');
  expect(await findBarriers(page)).toEqual([]);
  await template.getByRole('button', { name: 'Create' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the campaign' });
  await seeNoMore(template);
  await edit.getByLabel('Template').locator('option:checked', { hasText: 'Greeting' }).waitFor({ state: 'attached' });
  await edit.getByRole('button', { name: 'Save' }).click();
  await seeNoMore(page.getByText('It cannot be sent yet'));
  await send.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await see(page.getByRole('row', { name: /Eli Roe/ }));
  await page.context().close();
});

test('a campaign that nobody matches cannot be sent, until somebody does', async () => {
  const audience = { tags: ['later'] };
  const id = await create('Campaign', { name: 'Later', channel: 'sms', message: 'Hello', audience });
  const page = await dashboard.open(`/campaigns/${id}`);
  await see(page.getByText('It cannot be sent yet: no contact matches the audience.'));
  expect(await page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  await create('Contact', { name: 'Late Lee', phone: '+34612000222', tags: ['later'] });
  await seeNoMore(page.getByText('It cannot be sent yet'));
  expect(await page.getByRole('button', { name: 'Send now' }).isEnabled()).toBe(true);
  await page.context().close();
});

test('message templates are changed and deleted; those of WhatsApp number their fields', async () => {
  await create('EmailTemplate', { name: 'Invoice', subject: 'Your invoice', body: 'Hello' });
  const page = await dashboard.open('/message-templates');
  await page.getByRole('row', { name: /Invoice/ }).click();
  await page.getByRole('dialog').getByLabel('Subject').fill('Your bill');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Invoice Your bill/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete Invoice?' }).getByRole('button', { name: 'Delete' }).click();
  await seeNoMore(page.getByRole('row', { name: /Invoice/ }));
  await page.getByLabel('Channel').selectOption({ label: 'WhatsApp' });
  await page.getByRole('button', { name: 'New template' }).first().click();
  const form = page.getByRole('dialog', { name: 'New template' });
  await form.getByLabel('Name').fill('order_sent');
  await form.getByLabel('Text').fill('Hello ');
  await form.getByLabel('Insert a field').selectOption('contact.name');
  await form.getByLabel('Insert a field').selectOption('contact.company');
  expect(await form.getByLabel('Text').inputValue()).toBe('Hello {{1}}{{2}}');
  await form.getByLabel('Status').selectOption({ label: 'Approved' });
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create' }).click();
  await seeNoMore(form);
  await see(page.getByRole('row', { name: /order_sent Hello .* Approved/ }));
  await page.context().close();
});

test('who may read the templates of WhatsApp alone finds them', async () => {
  await create('WhatsappTemplate', { name: 'order_ready', body: 'It is ready.' });
  const page = await openAsViewer(dashboard, '', ['emailTemplates:read']);
  await page.getByRole('link', { name: 'Message templates' }).click();
  await see(page.getByRole('row', { name: /order_ready/ }));
  await page.context().close();
});

test('an email campaign says that the postal address is missing, which the settings set', async () => {
  const page = await dashboard.open('/campaigns');
  await page.getByRole('button', { name: 'Create a campaign' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create a campaign' });
  await see(form.getByText('The workspace has no postal address'));
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('link', { name: 'Add it in the settings' }).click();
  await page.getByLabel('Postal address').fill('1 Main St\nSpringfield');
  await page.getByRole('button', { name: 'Save' }).click();
  await see(page.getByText('Saved').first());
  await page.reload();
  expect(await page.getByLabel('Postal address').inputValue()).toBe('1 Main St\nSpringfield');
  await page.goto(page.url().replace('/settings', '/campaigns'));
  await page.getByRole('button', { name: 'Create a campaign' }).first().click();
  await see(form.getByLabel('Template'));
  await seeNoMore(form.getByText('The workspace has no postal address'));
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
