import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isSignedByTwilio } from '../../../../src/platform/signatures/twilio-signature.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { authToken, messageOf, type ProviderFixture, startProviderFixture, verifyToken } from './provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;
let numbers = 0;

beforeAll(async () => {
  fixture = await startProviderFixture();
}, 60_000);

beforeEach(async () => {
  owner = await fixture.app.seed.owner();
});

afterAll(() => fixture.stop());

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await fixture.app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}

const list = async (path: string) => (await call('GET', path)) as unknown as Row[];
const newNumber = () => `+3460001${String(++numbers).padStart(4, '0')}`;
const said = async (conversationId: string) =>
  (await list(`/conversations/${conversationId}/messages?sortOrder=asc`)).map(
    ({ direction, body, status }) => `${direction} ${status} ${body}`,
  );

/** Configures an account of the workspace's own. */
async function keep(secrets: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) await call('POST', '/flows/secrets', { name, value });
}
const ownPath = () => `/messages/twilio?workspaceId=${owner.workspaceId}`;

/** A contact that the workspace has written to over a channel of the server's. */
async function writtenTo(channel: 'sms' | 'whatsapp', phone = newNumber(), more: Record<string, unknown> = {}) {
  const contact = await call('POST', '/contacts', { name: 'Ana', phone });
  const conversation = await call('POST', '/conversations', { contactId: contact.id, channel, ...more });
  await call('POST', `/conversations/${conversation.id}/messages`, { body: 'Hello', author: 'agent' });
  await waitFor(async () => (await said(conversation.id))[0]?.includes('sent'));
  return { contact, conversation, phone };
}

describe('the signature of Twilio', () => {
  test('matches the example in the documentation of Twilio', () => {
    const form = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    });
    const address = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(isSignedByTwilio('12345', address, form, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(true);
    expect(isSignedByTwilio('12345', `${address}3`, form, 'RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(false);
  });
});

describe('an SMS from a contact', () => {
  test("is stored in the contact's conversation once, and reopens it", async () => {
    const { conversation, phone } = await writtenTo('sms');
    await call('PATCH', `/conversations/${conversation.id}`, { status: 'resolved' });
    const form = { MessageSid: `SM${phone}`, From: phone, To: '+15550100', Body: ' Yes please ' };
    for (let time = 0; time < 2; time += 1) {
      const answer = await fixture.fromTwilio('/messages/twilio', form);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('<Response/>')]);
    }
    expect(await said(conversation.id)).toEqual(['outbound sent Hello', 'inbound received Yes please']);
    expect(await call('GET', `/conversations/${conversation.id}`)).toMatchObject({ status: 'open', resolvedAt: null });
  });

  test('stops the follow-up that waits for a reply', async () => {
    const agent = await call('POST', '/agents', { name: 'Helper', prompt: 'You sell books.' });
    const sequence = await call('POST', '/follow-up/sequences', {
      name: 'Books',
      agentId: agent.id,
      steps: [{ delayMinutes: 60, message: 'Hello?' }],
    });
    const enrolled = () => list(`/follow-up/sequences/${sequence.id}/enrollments`);
    const { phone } = await writtenTo('whatsapp', newNumber(), { agentId: agent.id });
    await waitFor(async () => (await enrolled())[0]?.status === 'active');
    const from = phone.slice(1);
    await fixture.fromWhatsapp({ messages: [{ id: `w${phone}`, from, type: 'text', text: { body: 'I am here' } }] });
    await waitFor(async () => (await enrolled())[0]?.status === 'stopped');
  });

  test('is the reply that a flow waits for, after the delivery of its question was reported', async () => {
    const contact = await call('POST', '/contacts', { name: 'Ana', phone: newNumber() });
    const phone = String(contact.phone);
    const ask = { contactId: contact.id, channel: 'sms', text: 'Which size?', timeoutMinutes: 60 };
    const content = graph([node('start', 'trigger.manual'), node('ask', 'message.waitReply', ask)], 'start>ask');
    const flow = await fixture.app.seed.flow(owner, content);
    const runId = await trigger(fixture.app, owner, flow.id);
    await reached(fixture.app, owner, runId, ({ phase }) => phase === 'waiting');
    const [conversation] = await list(`/conversations?contactId=${contact.id}`);
    const question = fixture.requests.findLast(({ to }) => to === phone);
    await fixture.reportStatus(question as never, { MessageStatus: 'delivered' });
    await fixture.fromTwilio('/messages/twilio', { MessageSid: `SM${phone}`, From: phone, Body: 'Large' });
    expect(await reached(fixture.app, owner, runId)).toMatchObject({ status: 'completed' });
    expect(await said(conversation?.id as string)).toEqual([
      'outbound delivered Which size?',
      'inbound received Large',
    ]);
  });

  test('is stored in the conversation of a contact whom the workspace has not written to', async () => {
    const phone = newNumber();
    const contact = await call('POST', '/contacts', { name: 'Ana', phone });
    const media = { NumMedia: '1', MediaUrl0: 'https://media.example.com/1' };
    const both = [
      { MessageSid: `SM1${phone}`, From: phone, Body: 'Hi' },
      { MessageSid: `SM2${phone}`, From: phone, Body: '', ...media },
    ];
    await Promise.all(both.map((form) => fixture.fromTwilio('/messages/twilio', form)));
    const open = await list(`/conversations?contactId=${contact.id}`);
    expect(open).toMatchObject([{ channel: 'sms', status: 'open' }]);
    const texts = await said(open[0]?.id as string);
    expect(texts.sort()).toEqual(['inbound received Hi', 'inbound received https://media.example.com/1']);
  });

  test('sets and unsets doNotContact when the contact opts out or in with the provider', async () => {
    const { contact, phone } = await writtenTo('sms');
    const report = (id: string, word: string) =>
      fixture.fromTwilio('/messages/twilio', { MessageSid: id + phone, From: phone, Body: word, OptOutType: word });
    await report('1', 'STOP');
    expect(await call('GET', `/contacts/${contact.id}`)).toMatchObject({ doNotContact: true });
    await report('2', 'START');
    expect(await call('GET', `/contacts/${contact.id}`)).toMatchObject({ doNotContact: false });
  });

  test('is refused without a valid signature', async () => {
    const { conversation, phone } = await writtenTo('sms');
    const form = { MessageSid: `SM${phone}`, From: phone, Body: 'Yes' };
    const nowhere = '/messages/twilio?workspaceId=01890000-0000-7000-8000-000000000000';
    const refusals = [
      await fixture.fromTwilio('/messages/twilio', form, null),
      await fixture.fromTwilio('/messages/twilio', form, 'another'),
      // The server's account is not valid for a workspace, and this workspace has none of its own.
      await fixture.fromTwilio(ownPath(), form, authToken),
      await fixture.fromTwilio(nowhere, form, ''),
      await fixture.fromTwilio('/messages/twilio?workspaceId=x', form, ''),
      await fixture.fromWhatsapp({ messages: [] }, '', 'another'),
      await fixture.fromWhatsapp({ messages: [] }, `?workspaceId=${owner.workspaceId}`, ''),
    ];
    const reported = await Promise.all(refusals.map(async (one) => [one.status, messageOf(await one.json())]));
    expect(new Set(reported.map(String)).size).toBe(1);
    expect(reported[0]?.[0]).toBe(401);
    expect(await said(conversation.id)).toEqual(['outbound sent Hello']);
  });
});

describe('a WhatsApp message from a contact', () => {
  test('is stored in the conversation as text, whatever its type', async () => {
    await keep({ WHATSAPP_ACCESS_TOKEN: 'own', WHATSAPP_PHONE_NUMBER_ID: '1234', WHATSAPP_APP_SECRET: 'own-secret' });
    const phone = newNumber();
    const contact = await call('POST', '/contacts', { name: 'Ana', phone });
    const sent = [
      { type: 'text', text: { body: 'Good morning' } },
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'y', title: 'Yes' } } },
      { type: 'image', image: { caption: 'My order' } },
      { type: 'location', location: { latitude: 40.4, longitude: -3.7, name: 'Home' } },
      { type: 'reaction', reaction: { emoji: '👍' } },
      { type: 'order' },
    ].map((one, index) => ({ id: `${phone}${index}`, from: phone.slice(1), ...one }));
    const contacts = [{ wa_id: phone.slice(1), profile: { name: 'Ana Lima' } }];
    const query = `?workspaceId=${owner.workspaceId}`;
    for (let time = 0; time < 2; time += 1) {
      const answer = await fixture.fromWhatsapp({ contacts, messages: sent }, query, 'own-secret');
      expect([answer.status, await answer.json()]).toEqual([200, { success: true, data: { received: true } }]);
    }
    const others = { metadata: { phone_number_id: '5678' }, messages: [{ ...sent[0], id: `${phone}-other` }] };
    await fixture.fromWhatsapp(others, query, 'own-secret');
    const [conversation] = await list(`/conversations?contactId=${contact.id}`);
    expect(await said(conversation?.id as string)).toEqual([
      'inbound received Good morning',
      'inbound received Yes',
      'inbound received [image] My order',
      'inbound received [location] Home 40.4, -3.7',
      'inbound received [order]',
    ]);
  });
});

describe('the verification of the WhatsApp webhook', () => {
  const verify = (query: Record<string, string>) =>
    fetch(`${fixture.app.url}/messages/whatsapp?${new URLSearchParams(query)}`);

  test('returns the challenge if the verify token is right', async () => {
    const challenge = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': '1158201444' };
    const answer = await verify(challenge);
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const wrong of [
      { ...challenge, 'hub.verify_token': 'x' },
      { ...challenge, workspaceId: owner.workspaceId },
    ]) {
      expect((await verify(wrong)).status).toBe(401);
    }
    await keep({ WHATSAPP_ACCESS_TOKEN: 'a', WHATSAPP_PHONE_NUMBER_ID: '1', WHATSAPP_VERIFY_TOKEN: 'own-verify' });
    const own = await verify({ ...challenge, 'hub.verify_token': 'own-verify', workspaceId: owner.workspaceId });
    expect(own.status).toBe(200);
  });
});
