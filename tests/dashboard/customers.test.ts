import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

async function create(kind: string, input: Record<string, unknown>): Promise<string> {
  const text = `mutation($workspaceId: ID!, $input: Create${kind}Input!) {
    made: create${kind}(workspaceId: $workspaceId, input: $input) { id }
  }`;
  return (await dashboard.api<{ made: { id: string } }>(text, { input })).made.id;
}

const write = (conversationId: string, input: Record<string, unknown>) =>
  dashboard.api(
    `mutation($workspaceId: ID!, $conversationId: ID!, $input: CreateMessageInput!) {
      createMessage(workspaceId: $workspaceId, conversationId: $conversationId, input: $input) { id }
    }`,
    { conversationId, input },
  );

describe('contacts', () => {
  test('are created, found by the address of the page, and edited', async () => {
    const page = await dashboard.open('/contacts');
    await page.getByRole('button', { name: 'Create a contact' }).first().click();
    const form = page.getByRole('dialog', { name: 'Create a contact' });
    await form.getByLabel('Name', { exact: true }).fill('Ana Vega');
    await form.getByLabel('Email').fill('ana.vega@example.com');
    await form.getByLabel('Tags').fill('vip,');
    expect(await findBarriers(page)).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    await see(page.getByRole('row', { name: /Ana Vega/ }));
    await create('Contact', { name: 'Luis Park', status: 'customer' });
    await see(page.getByRole('row', { name: /Luis Park/ }));
    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('vega');
    await seeNoMore(page.getByRole('row', { name: /Luis Park/ }));
    await page.reload();
    await see(page.getByRole('row', { name: /Ana Vega/ }));
    await page.getByRole('row', { name: /Ana Vega/ }).click();
    await see(page.getByRole('heading', { name: 'Ana Vega' }));
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Company').fill('Globex');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await see(page.getByText('Globex'));
    expect(await findBarriers(page)).toEqual([]);
    await page.context().close();
  });

  test('are changed together, with a way back, and deleted after a question', async () => {
    await create('Contact', { name: 'Rosa One', company: 'Together' });
    await create('Contact', { name: 'Rosa Two', company: 'Together' });
    const page = await dashboard.open('/contacts?q=Together');
    await see(page.getByRole('row', { name: /Rosa Two/ }));
    await page.getByRole('checkbox', { name: 'All' }).check();
    await page.getByRole('button', { name: 'Set the status' }).click();
    await page.getByRole('menuitem', { name: 'Qualified' }).click();
    await see(page.getByRole('row', { name: /Rosa One Qualified/ }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await see(page.getByRole('row', { name: /Rosa One Lead/ }));
    await page.getByRole('checkbox', { name: 'All' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await see(page.getByText('Nothing matches these filters.'));
    await page.context().close();
  });

  test('are imported from a file: columns are mapped, refused rows say why', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Person ${index};person${index}@example.org;Sevilla`);
    rows[2_500] = 'Broken;not an address;Cádiz';
    const page = await dashboard.open('/contacts');
    await page.getByRole('button', { name: 'Import' }).click();
    await page
      .getByLabel('Choose a CSV file')
      .and(page.locator('input'))
      .setInputFiles({
        name: 'people.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Full name;E-mail;City', ...rows].join('\r\n')),
      });
    expect(await page.getByLabel('Field of the contact: City').inputValue()).toBe('custom');
    await page.getByRole('button', { name: 'Import 5,000 rows' }).click();
    await see(page.getByRole('heading', { name: 'The import is complete' }));
    await see(page.getByRole('row', { name: /2502 Broken .* email must be a valid email address/ }));
    const text = '{ workspace(id: $workspaceId) { contacts(search: "example.org") { pagination { total } } } }';
    const { workspace } = await dashboard.api<{ workspace: { contacts: { pagination: { total: number } } } }>(
      `query($workspaceId: ID!) ${text}`,
    );
    expect(workspace.contacts.pagination.total).toBe(4_999);
    await page.context().close();
  }, 120_000);
});

test('a message of a contact appears in the open conversation, and is answered', async () => {
  const contactId = await create('Contact', { name: 'Nora Silva', phone: '+34612000999' });
  const conversationId = await create('Conversation', { contactId, channel: 'webchat' });
  const page = await dashboard.open(`/inbox/${conversationId}`);
  await see(page.getByText('No messages yet. Write the first one.'));
  await write(conversationId, { body: 'Is Thursday possible?', direction: 'inbound' });
  const messages = page.getByRole('log', { name: 'Messages' });
  await see(messages.getByText('Is Thursday possible?'));
  await page.getByLabel('Write a reply').fill('Yes, at ten.');
  await page.keyboard.press('Enter');
  await see(messages.getByText('Yes, at ten.'));
  await see(messages.getByText('Sent', { exact: true }));
  await page.getByRole('button', { name: 'Close' }).first().click();
  await see(page.getByText('Conversation closed'));
  await see(page.getByRole('button', { name: 'Reopen' }));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('an opportunity is dragged to another stage, and moved by the keyboard', async () => {
  const stages = ['First talk', 'Offer'].map((name) => ({ id: name, name }));
  const pipelineId = await create('Pipeline', { name: 'Sales', stages });
  const order = { name: 'Order', pipelineId, stageId: 'First talk', value: '1250.50', currency: 'EUR' };
  await create('Opportunity', order);
  const page = await dashboard.open(`/pipeline/${pipelineId}`);
  const first = page.getByRole('region', { name: 'First talk' });
  const offer = page.getByRole('region', { name: 'Offer' });
  await see(first.getByText('€1,250.50').first());
  await first.getByRole('listitem').dragTo(offer);
  await see(offer.getByRole('listitem'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await see(first.getByRole('listitem'));
  await page.getByRole('button', { name: 'Move Order' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'To Offer' }).press('Enter');
  await see(offer.getByRole('listitem'));
  await seeNoMore(page.getByRole('menu'));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('an appointment is created in the calendar, and is in the month and the week', async () => {
  const page = await dashboard.open('/calendar?date=2030-05-15');
  await page.getByRole('button', { name: /Create an appointment on .*15/ }).click();
  await page.getByLabel('Title').fill('First call');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await see(page.getByRole('cell').getByRole('button', { name: '09:00 First call' }));
  await page.getByLabel('View').selectOption({ label: 'Week' });
  await see(page.getByRole('button', { name: '09:00 First call' }));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

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

test('a sequence gets a step, which is there after a reload', async () => {
  const page = await dashboard.open('/sequences');
  await page.getByRole('button', { name: 'Create the default sequence' }).first().click();
  await page.getByRole('button', { name: 'Add a step' }).click();
  const step = page.getByRole('listitem', { name: 'Step 4' });
  await step.getByLabel('Message').fill('Shall we call you?');
  await page.getByRole('button', { name: 'Save' }).click();
  await see(page.getByText('Saved'));
  await page.reload();
  await see(step.getByText('Shall we call you?'));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
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

test('a contact shows whether it takes marketing emails, and who unsubscribed it', async () => {
  const contactId = await create('Contact', { name: 'Eva Sol', email: 'eva.sol@example.com' });
  const page = await dashboard.open(`/contacts/${contactId}`);
  await see(page.getByText('subscribed', { exact: true }));
  await dashboard.api(
    `mutation($workspaceId: ID!, $contactId: ID!, $input: UpdateContactInput!) {
      updateContact(workspaceId: $workspaceId, contactId: $contactId, input: $input) { id }
    }`,
    { contactId, input: { unsubscribedAt: '2026-11-01T10:00:00Z' } },
  );
  await see(page.getByText('unsubscribed', { exact: true }));
  await see(page.getByText('by a member of the workspace'));
  expect(await findBarriers(page)).toEqual([]);
  await page.context().close();
});
