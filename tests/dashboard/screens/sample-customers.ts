import type { Dashboard } from '../support/dashboard.js';

const people = [
  ['Ana Vega', 'Globex', 'customer', ['vip', 'wholesale']],
  ['Luis Park', 'Acme', 'lead', ['fair 2026']],
  ['Nora Silva', 'Umbrella Rental', 'qualified', ['vip']],
  ['Tom Becker', '', 'lead', []],
  ['Rosa Ibáñez-Montgomery de la Fuente', 'International Shipping and Warehousing', 'customer', ['newsletter']],
  ['Kofi Mensah', 'Initech', 'lost', []],
  ['Mei Tanaka', 'Hooli', 'qualified', ['newsletter', 'fair 2026']],
  ['Peter Olsen', 'Globex', 'customer', []],
] as const;

const stages = ['First talk', 'Offer', 'Negotiation', 'Contract'];
const opportunities = [
  ['Lamps for the new shop', 'First talk', '1250.50', 0],
  ['Yearly maintenance', 'Offer', '8400', 2],
  ['Chairs, 40 pieces', 'Offer', '3980', 1],
  ['Warehouse move', 'Negotiation', '15600', 4],
  ['Second delivery', 'Contract', '990', 6],
] as const;

/** The day on which the calendar is looked at. */
export const sampleDay = '2026-03-12';
const events = [
  ['Visit of the shop', `${sampleDay}T09:00:00Z`, `${sampleDay}T10:30:00Z`, 0],
  ['Offer by phone', `${sampleDay}T10:00:00Z`, `${sampleDay}T10:30:00Z`, 2],
  ['Delivery of the chairs', '2026-03-10T14:00:00Z', '2026-03-10T16:00:00Z', 1],
  ['Lunch', '2026-03-13T12:00:00Z', '2026-03-13T13:00:00Z', 6],
] as const;

const talk = [
  ['inbound', 'Hello, is the green lamp in stock again?'],
  ['outbound', 'Yes, since this morning. Shall we set one aside for you?'],
  ['inbound', 'Please do, and a second one for my sister. We can come on Thursday, if you are open after seven.'],
] as const;

/** What the records of the sample workspace are known by. */
export interface SampleCustomers {
  contactId: string;
  conversationId: string;
  pipelineId: string;
  campaignId: string;
  sequenceId: string;
  eventId: string;
}

/** Creates contacts and all that is kept of them, one after the other, so that the order of the lists is known. */
export async function seedCustomers({ api }: Dashboard): Promise<SampleCustomers> {
  const create = async (kind: string, input: object) => {
    const text = `mutation ($workspaceId: ID!, $input: Create${kind}Input!) {
      made: create${kind}(workspaceId: $workspaceId, input: $input) { id } }`;
    return (await api<{ made: { id: string } }>(text, { input })).made.id;
  };
  const contacts: string[] = [];
  for (const [index, [name, company, status, tags]] of people.entries()) {
    const [phone, email] = [`+346120009${index}0`, `person${index}@example.com`];
    const rest = index === 0 ? { customFields: { City: 'Sevilla', 'Customer since': '2021' } } : {};
    contacts.push(await create('Contact', { name, company: company || null, status, tags, phone, email, ...rest }));
  }
  const pipelineId = await create('Pipeline', { name: 'Sales', stages: stages.map((name) => ({ id: name, name })) });
  for (const [name, stageId, value, contact] of opportunities) {
    const rest = { currency: 'EUR', contactId: contacts[contact], expectedCloseDate: '2026-04-30' };
    await create('Opportunity', { name, pipelineId, stageId, value, ...rest });
  }
  let eventId = '';
  for (const [title, startsAt, endsAt, contact] of events)
    eventId = await create('CalendarEvent', { title, startsAt, endsAt, contactId: contacts[contact], timezone: 'UTC' });
  const conversationId = await seedConversations(api, create, contacts);
  const campaign = {
    channel: 'email',
    audience: { tags: ['vip'] },
    message: 'Hello {{contact.name}}, spring is here.',
  };
  const body = 'Hello {{contact.name}}, spring is here.';
  await create('EmailTemplate', { name: 'Spring letter', subject: 'Lamps for spring', body, language: 'en' });
  const campaignId = await create('Campaign', { name: 'Spring lamps', ...campaign });
  await create('Campaign', { name: 'Opening hours', channel: 'sms', audience: { all: true }, message: 'Open till 8.' });
  const sequenceId = await create('FollowUpSequence', {
    name: 'After an offer',
    steps: [
      { delayMinutes: 1_440, message: 'Hello {{contact.name}}, do you have questions about our offer?' },
      { delayMinutes: 4_320, message: 'Our offer is valid until Friday.' },
    ],
  });
  return { contactId: contacts[0] as string, conversationId, pipelineId, campaignId, sequenceId, eventId };
}

async function seedConversations(
  api: Dashboard['api'],
  create: (kind: string, input: object) => Promise<string>,
  contacts: readonly string[],
): Promise<string> {
  const write = (conversationId: string, direction: string, body: string) =>
    api(
      `mutation ($workspaceId: ID!, $conversationId: ID!, $input: CreateMessageInput!) {
        createMessage(workspaceId: $workspaceId, conversationId: $conversationId, input: $input) { id } }`,
      { conversationId, input: { direction, body } },
    );
  const other = await create('Conversation', { contactId: contacts[4], channel: 'webchat' });
  await write(other, 'inbound', 'Where is my order? It should have arrived on Monday, and nobody answers the phone.');
  const conversationId = await create('Conversation', { contactId: contacts[0], channel: 'webchat' });
  for (const [direction, body] of talk) await write(conversationId, direction, body);
  return conversationId;
}
