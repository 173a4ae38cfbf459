import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRecord } from './support/create-record.js';
import { type Dashboard, findBarriers, see, seeNoMore, startDashboard } from './support/dashboard.js';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
}, 120_000);
afterAll(() => dashboard?.stop());

const create = (kind: string, input: object) => createRecord(dashboard, kind, input);

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
    await see(page.getByRole('row', { name: /2502 email email must be a valid email address/ }));
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

test('no page has failed, or tried what its policy refuses', () => {
  expect(dashboard.faults).toEqual([]);
});
