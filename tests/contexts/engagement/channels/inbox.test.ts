import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { contactsToReach } from '../../../../src/contexts/engagement/channels/contacts-to-reach.js';
import {
  assignToWorkspace,
  discardForOperator,
  listForOperator,
} from '../../../../src/contexts/engagement/channels/index.js';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, surfaces } from '../../../api/both-surfaces.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { type ProviderFixture, startProviderFixture } from './provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;
let other: Owner;
let numbers = 0;

beforeAll(async () => {
  fixture = await startProviderFixture();
}, 60_000);

beforeEach(async () => {
  owner = await fixture.app.seed.owner();
  other = await fixture.app.seed.owner();
});

afterAll(() => fixture.stop());

type Row = Record<string, unknown> & { id: string };

async function call(by: Owner, method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await fixture.app.rest(`${method} /workspaces/${by.workspaceId}${path}`, {
    as: by.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}
const list = async (by: Owner, path: string) => (await call(by, 'GET', path)) as unknown as Row[];
const newNumber = () => `+3462001${String(++numbers).padStart(4, '0')}`;

/** What the workspace has received, in conversations: `sms Yes`. */
async function received(by: Owner): Promise<string[]> {
  const all = (await list(by, '/conversations')).map(async ({ id, channel }) =>
    (await list(by, `/conversations/${id}/messages?direction=inbound&sortOrder=asc`)).map(
      ({ body }) => `${channel} ${body}`,
    ),
  );
  return (await Promise.all(all)).flat();
}
const unrouted = async (by: Owner) => (await list(by, '/inbox/unrouted')).map(({ body }) => body);
const forOperator = async (from: string) => {
  const text = 'select body from unrouted_platform_messages where sender = $1 order by received_at, id';
  return (await fixture.app.services.db.pool.query<{ body: string }>(text, [from])).rows.map(({ body }) => body);
};

const contact = (by: Owner, phone: string) => call(by, 'POST', '/contacts', { name: 'Ana', phone });

/** A contact whom the workspace has written to from the server's number. @returns the provider's ID of the message */
async function writtenTo(by: Owner, phone: string, channel = 'sms'): Promise<string> {
  const { id: contactId } = await contact(by, phone);
  const { id } = await call(by, 'POST', '/conversations', { contactId, channel });
  await call(by, 'POST', `/conversations/${id}/messages`, { body: 'Hello' });
  await waitFor(async () => (await list(by, `/conversations/${id}/messages`))[0]?.status === 'sent');
  return fixture.requests.findLast(({ to }) => to.replace('+', '') === phone.slice(1))?.id as string;
}

const sms = (from: string, text: string, more: Record<string, string> = {}, query = '', key?: string) =>
  fixture.fromTwilio(
    `/messages/twilio${query}`,
    { MessageSid: `SM${from}${text}`, From: from, To: '+15550100', Body: text, ...more },
    key,
  );

/** Stores an own account of the workspace, and sends an SMS to it. */
async function ownAccount(by: Owner) {
  const own = { TWILIO_ACCOUNT_SID: 'AC9', TWILIO_AUTH_TOKEN: 'own-token', TWILIO_FROM_NUMBER: '+15550199' };
  for (const [name, value] of Object.entries(own)) await call(by, 'POST', '/flows/secrets', { name, value });
  return (from: string, text: string, more: Record<string, string> = {}) =>
    sms(from, text, more, `?workspaceId=${by.workspaceId}`, 'own-token');
}

describe('a message to the number of the server', () => {
  test('reaches the only workspace that has written to its sender, although another knows them', async () => {
    const phone = newNumber();
    await contact(other, phone);
    await writtenTo(owner, phone);
    await sms(phone, 'Yes');
    expect([await received(owner), await received(other)]).toEqual([['sms Yes'], []]);
  });

  test('reaches the only workspace that knows its sender', async () => {
    const phone = newNumber();
    await contact(owner, phone);
    await sms(phone, 'Hello?');
    expect(await received(owner)).toEqual(['sms Hello?']);
  });

  test('goes to the operator if several workspaces have written, never to whoever wrote last', async () => {
    const phone = newNumber();
    await writtenTo(owner, phone);
    await writtenTo(other, phone);
    for (let time = 0; time < 2; time += 1) expect((await sms(phone, 'Yes')).status).toBe(200);
    expect([await received(owner), await received(other), await forOperator(phone)]).toEqual([[], [], ['Yes']]);
  });

  test('reaches the workspace whose WhatsApp message it answers', async () => {
    const phone = newNumber();
    const id = await writtenTo(owner, phone, 'whatsapp');
    await writtenTo(other, phone, 'whatsapp');
    const message = { from: phone.slice(1), type: 'text', text: { body: 'Yes' } };
    await fixture.fromWhatsapp({ messages: [{ ...message, id: `w1${phone}`, context: { id } }] });
    await fixture.fromWhatsapp({ messages: [{ ...message, id: `w2${phone}` }] });
    expect([await received(owner), await received(other)]).toEqual([['whatsapp Yes'], []]);
    expect(await forOperator(phone)).toEqual(['Yes']);
  });

  test('with STOP opts the sender out of every workspace that has written to them', async () => {
    const phone = newNumber();
    const stranger = await fixture.app.seed.owner();
    await contact(stranger, phone);
    for (const by of [owner, other]) await writtenTo(by, phone);
    await sms(phone, 'STOP', { OptOutType: 'STOP' });
    const states = [owner, other, stranger].map(async (by) => (await list(by, '/contacts'))[0]?.doNotContact);
    expect(await Promise.all(states)).toEqual([true, true, false]);
    expect([await received(owner), await received(other), await forOperator(phone)]).toEqual([
      ['sms STOP'],
      ['sms STOP'],
      [],
    ]);
  });

  test('is moved by the operator to the unrouted messages of a workspace, or discarded', async () => {
    const [phone, spam] = [newNumber(), newNumber()];
    await sms(phone, 'For you');
    await sms(spam, 'Spam');
    const { pool } = fixture.app.services.db;
    const idOf = async (from: string) =>
      (await listForOperator(pool, 1_000)).find(({ sender }) => sender === from)?.id as string;
    const id = await idOf(phone);
    expect(await assignToWorkspace(pool, id, 'x')).toBe(false);
    expect(await assignToWorkspace(pool, id, owner.workspaceId)).toBe(true);
    expect(await assignToWorkspace(pool, id, other.workspaceId)).toBe(false);
    expect(await discardForOperator(pool, await idOf(spam))).toBe(true);
    expect([await unrouted(owner), await unrouted(other)]).toEqual([['For you'], []]);
    expect([await forOperator(phone), await forOperator(spam)]).toEqual([[], []]);
    const [message] = await list(owner, '/inbox/unrouted');
    await call(owner, 'POST', `/inbox/unrouted/${message?.id}/assign`, {});
    expect(await received(owner)).toEqual(['sms For you']);
  });

  test('goes to the operator if nobody knows its sender, also if the sender is a short code', async () => {
    const phone = newNumber();
    const code = `70${numbers}`;
    await sms(phone, 'Who is this?');
    await sms(code, 'Your code');
    expect([await forOperator(phone), await forOperator(code)]).toEqual([['Who is this?'], ['Your code']]);
    expect([await unrouted(owner), await unrouted(other)]).toEqual([[], []]);
  });

  test('goes to the unrouted messages of the only workspace', async () => {
    const alone = await startProviderFixture();
    try {
      const only = await alone.app.seed.owner();
      await alone.fromTwilio('/messages/twilio', { MessageSid: 'SM1', From: '+34600000001', Body: 'Who is this?' });
      const path = `GET /workspaces/${only.workspaceId}/inbox/unrouted`;
      const { body } = await alone.app.rest(path, { as: only.token });
      expect(body.data).toMatchObject([{ channel: 'sms', sender: '+34600000001', body: 'Who is this?' }]);
    } finally {
      await alone.stop();
    }
  });
});

describe('an unrouted message', () => {
  test.each(surfaces)('is listed, assigned and discarded over %s', async (surface) => {
    const send = await ownAccount(owner);
    const [phone, spam] = [newNumber(), newNumber()];
    for (const text of ['One', 'Two', 'One']) await send(phone, text, { To: '+15550199' });
    await send(spam, 'Spam');
    expect(await unrouted(owner)).toEqual(expect.arrayContaining(['One', 'Two', 'Spam']));
    const by = { as: owner.token, workspaceId: owner.workspaceId };
    const assign: OwnOperation = [
      'POST P/inbox/unrouted/:unroutedMessageId/assign',
      documents.AssignUnroutedMessageDocument,
    ];
    const discard: OwnOperation = [
      'DELETE P/inbox/unrouted/:unroutedMessageId',
      documents.DeleteUnroutedMessageDocument,
    ];
    const idOf = async (sender: string) =>
      (await list(owner, `/inbox/unrouted?sender=${encodeURIComponent(sender)}`))[0]?.id as string;
    const id = await idOf(phone);
    const foreign = await ask(fixture.app, surface, assign, {
      as: other.token,
      workspaceId: other.workspaceId,
      ids: { unroutedMessageId: id },
      input: {},
    });
    expect(foreign.status).toBe(404);
    const done = await ask(fixture.app, surface, assign, { ...by, ids: { unroutedMessageId: id }, input: {} });
    expect(done.code).toBeNull();
    expect(await list(owner, '/contacts')).toMatchObject([{ phone, source: 'sms' }]);
    expect(await received(owner)).toEqual(['sms One', 'sms Two']);
    const gone = await ask(fixture.app, surface, discard, { ...by, ids: { unroutedMessageId: await idOf(spam) } });
    expect(gone.code).toBeNull();
    expect(await unrouted(owner)).toEqual([]);
    // The provider repeats the message, and the contact writes again.
    await send(phone, 'One');
    await send(phone, 'Three');
    expect(await received(owner)).toEqual(['sms One', 'sms Two', 'sms Three']);
    expect(await ask(fixture.app, surface, assign, { ...by, ids: { unroutedMessageId: id }, input: {} })).toMatchObject(
      { status: 404 },
    );
  });

  test('can be assigned to an existing contact, and opts them out if it said so', async () => {
    const send = await ownAccount(owner);
    const { id: contactId } = await call(owner, 'POST', '/contacts', { name: 'Leo' });
    await send(newNumber(), 'STOP', { OptOutType: 'STOP' });
    const [message] = await list(owner, '/inbox/unrouted');
    expect(message).toMatchObject({ optOut: true });
    const conversation = await call(owner, 'POST', `/inbox/unrouted/${message?.id}/assign`, { contactId });
    expect(conversation).toMatchObject({ contactId, channel: 'sms' });
    expect(await call(owner, 'GET', `/contacts/${contactId}`)).toMatchObject({ doNotContact: true });
  });

  test('do not undo a later opt-out when they are assigned', async () => {
    const send = await ownAccount(owner);
    const phone = newNumber();
    await send(phone, 'START', { OptOutType: 'START' });
    const [message] = await list(owner, '/inbox/unrouted');
    const { id: contactId } = await call(owner, 'POST', '/contacts', { name: 'Leo', phone });
    await send(phone, 'STOP', { OptOutType: 'STOP' });
    await call(owner, 'POST', `/inbox/unrouted/${message?.id}/assign`, {});
    expect(await call(owner, 'GET', `/contacts/${contactId}`)).toMatchObject({ doNotContact: true });
  });

  test('that opt out a number without a contact stop messages to it until it opts in', async () => {
    const send = await ownAccount(owner);
    const phone = newNumber();
    const db = fixture.app.services.db.within(owner.workspaceId);
    await send(phone, 'STOP', { OptOutType: 'STOP' });
    await expect(contactsToReach(db, owner.workspaceId, phone)).rejects.toMatchObject({ code: 'DO_NOT_CONTACT' });
    await send(phone, 'START', { OptOutType: 'START' });
    expect(await contactsToReach(db, owner.workspaceId, phone)).toEqual([]);
  });

  test('of a short code needs a contact', async () => {
    const send = await ownAccount(owner);
    await send('70500', 'Your code');
    const [message] = await list(owner, '/inbox/unrouted');
    const path = `POST /workspaces/${owner.workspaceId}/inbox/unrouted/${message?.id}/assign`;
    for (const body of [{}, { contactId: '01890000-0000-7000-8000-000000000000' }, { contactId: 'x' }]) {
      const answer = await fixture.app.rest(path, { as: owner.token, body });
      expect([answer.status, answer.body.error.details?.[0]?.field]).toEqual([
        400,
        expect.stringContaining('contactId'),
      ]);
    }
    expect(await unrouted(owner)).toEqual(['Your code']);
  });

  test('is read and assigned with the rights of conversations', async () => {
    const send = await ownAccount(owner);
    await send(newNumber(), 'Hi');
    const [message] = await list(owner, '/inbox/unrouted');
    const statusWith = async (capabilities: string[], at: string) => {
      const as = await fixture.app.seed.apiKey(owner, capabilities);
      const [method, path] = at.split(' ');
      const body = method === 'POST' ? { body: {} } : {};
      return (await fixture.app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, { as, ...body })).status;
    };
    const assign = `POST /inbox/unrouted/${message?.id}/assign`;
    expect(await statusWith(['contacts:read'], 'GET /inbox/unrouted')).toBe(403);
    expect(await statusWith(['conversations:read'], 'GET /inbox/unrouted')).toBe(200);
    expect(await statusWith(['conversations:read'], assign)).toBe(403);
    expect(await statusWith(['conversations:write'], assign)).toBe(403);
    expect(await statusWith(['conversations:write', 'contacts:write'], assign)).toBe(200);
  });

  test('is one of the newest thousand', async () => {
    const send = await ownAccount(owner);
    await fixture.app.services.db.pool.query(
      `insert into unrouted_messages (workspace_id, id, message_id, channel, sender, body, received_at, created_at, updated_at)
       select $1, uuidv7(), n::text, 'sms', '+34600000001', 'Old', now() - interval '1 day', now(), now() from generate_series(1, 1000) n`,
      [owner.workspaceId],
    );
    await send(newNumber(), 'New');
    const count = 'select count(*)::integer as n from unrouted_messages where workspace_id = $1';
    expect((await fixture.app.services.db.pool.query(count, [owner.workspaceId])).rows).toEqual([{ n: 1_000 }]);
    expect((await unrouted(owner))[0]).toBe('New');
  });
});
