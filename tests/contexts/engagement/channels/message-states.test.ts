import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { type Asked, type Bed, messageOf, startBed } from './provider-bed.js';

let bed: Bed;
let owner: Owner;

beforeAll(async () => {
  bed = await startBed();
}, 60_000);

beforeEach(async () => {
  bed.beforeAnswer = async () => undefined;
  owner = await bed.app.seed.owner();
});

afterAll(() => bed.stop());

type Row = Record<string, never> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answer = await bed.app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data as Row;
}

/** Has a flow of one node run, and hands back what the provider was asked for. */
async function run(type: string, data: Record<string, unknown>): Promise<Asked> {
  const content = graph([node('start', 'trigger.manual'), node('message', type, data)], 'start>message');
  const flow = await bed.app.seed.flow(owner, content);
  const { status, steps } = await reached(bed.app, owner, await trigger(bed.app, owner, flow.id));
  if (status !== 'completed') throw new Error(JSON.stringify(steps));
  return bed.asked.at(-1) as Asked;
}

const sms = () => run('message.sms', { to: '+34600000001', text: 'Hi' });
const outbox = async () => (await call('GET', '/outbox')) as unknown as Row[];
const analytics = () => call('GET', '/analytics/sms?period=7d');

/** A conversation with somebody new. */
async function conversation(channel: 'sms' | 'whatsapp', phone: string) {
  const contact = await call('POST', '/contacts', { name: 'Ana', phone });
  const { id } = await call('POST', '/conversations', { contactId: contact.id, channel });
  const messages = async () => (await call('GET', `/conversations/${id}/messages?sortOrder=asc`)) as unknown as Row[];
  return { contact, id, messages };
}

describe('a text message whose state Twilio tells', () => {
  test('is delivered, once, whatever is told of it after that', async () => {
    const asked = await sms();
    for (const MessageStatus of ['queued', 'sent', 'delivered', 'delivered', 'sent', 'undelivered']) {
      const answer = await bed.tellStatus(asked, { MessageStatus });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(await answer.text()).toContain('<Response/>');
    }
    expect(await outbox()).toMatchObject([{ status: 'delivered', error: null, messageId: asked.id }]);
    expect(await analytics()).toMatchObject({ sent: 1, delivered: 1, failed: 0, errorRate: 0 });
  });

  test('fails with the reason that Twilio gives, and is not sent again', async () => {
    const asked = await sms();
    await bed.tellStatus(asked, { MessageStatus: 'undelivered', ErrorCode: '30003' });
    await bed.tellStatus(asked, { MessageStatus: 'delivered' });
    const error = { code: 'UNREACHABLE', message: 'The phone is off or out of reach. (Twilio 30003)' };
    expect(await outbox()).toMatchObject([{ status: 'failed', error }]);
    expect(await analytics()).toMatchObject({
      ...{ sent: 0, delivered: 0, failed: 1, failureReasons: [{ reason: 'UNREACHABLE', count: 1 }] },
    });
  });

  test('may be told of before the server has the answer to its own request', async () => {
    bed.beforeAnswer = async (asked) => {
      expect((await bed.tellStatus(asked, { MessageStatus: 'delivered' })).status).toBe(200);
    };
    await sms();
    expect(await outbox()).toMatchObject([{ status: 'delivered' }]);
    expect(await analytics()).toMatchObject({ sent: 1, delivered: 1 });
    const { rows } = await bed.app.services.db.pool.query('select * from early_message_states');
    expect(rows).toEqual([]);
  });

  test('brings the message of its conversation along, early or late', async () => {
    const { id, messages } = await conversation('sms', '+34600000002');
    await call('POST', `/conversations/${id}/messages`, { body: 'One' });
    await waitFor(async () => (await messages())[0]?.status === 'sent');
    await bed.tellStatus(bed.asked.at(-1) as Asked, { MessageStatus: 'failed', ErrorCode: '30005' });
    bed.beforeAnswer = async (asked) => {
      await bed.tellStatus(asked, { MessageStatus: 'delivered' });
    };
    await call('POST', `/conversations/${id}/messages`, { body: 'Two' });
    await waitFor(async () => (await messages())[1]?.status === 'delivered');
    expect(await messages()).toMatchObject([
      { body: 'One', status: 'failed', error: expect.stringMatching(/^UNKNOWN_NUMBER: .*Twilio 30005/) },
      { body: 'Two', status: 'delivered', error: null, sentAt: expect.any(String) },
    ]);
  });

  test('is left alone by another message, and by a server that did not send it', async () => {
    const [first, second] = [await sms(), await sms()];
    await bed.tellStatus({ ...first, id: second.id }, { MessageStatus: 'delivered' });
    await bed.tellStatus({ ...first, id: 'SMunknown' }, { MessageStatus: 'delivered' });
    expect(await outbox()).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  });
});

describe("a message's address for its states", () => {
  test('is closed to whoever lacks its token, or the signature of the account', async () => {
    const asked = await sms();
    const [path, token] = (asked.statusCallback as string).replace('http://localhost:4000', '').split('token=');
    const form = { MessageSid: asked.id, MessageStatus: 'delivered' };
    const refusals = [
      await bed.tellStatus(asked, form, null),
      await bed.tellStatus(asked, form, 'another token'),
      await bed.fromTwilio(`${path}token=${token}x`, form),
      await bed.fromTwilio(`${path}token=`, form),
    ];
    const told = await Promise.all(refusals.map(async (one) => [one.status, messageOf(await one.json())]));
    expect(new Set(told.map(String)).size).toBe(1);
    expect(told[0]).toEqual([401, expect.stringContaining('not one of a provider here')]);
    expect(await outbox()).toMatchObject([{ status: 'sent' }]);
  });

  test('is signed by the account of the workspace where that sent it', async () => {
    const own = {
      ...{ TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'own-token', TWILIO_FROM_NUMBER: '+1555' },
      TWILIO_BASE_URL: bed.providers.origin,
    };
    for (const [name, value] of Object.entries(own)) await call('POST', '/flows/secrets', { name, value });
    const asked = await sms();
    expect((await bed.tellStatus(asked, { MessageStatus: 'delivered' })).status).toBe(401);
    expect((await bed.tellStatus(asked, { MessageStatus: 'delivered' }, 'own-token')).status).toBe(200);
    expect(await outbox()).toMatchObject([{ status: 'delivered', source: 'byok' }]);
  });

  test('is not tried out at will', async () => {
    const strict = await startBed({ credentialsPerMinute: 3 });
    const tries = [];
    for (let time = 0; time < 5; time += 1) {
      tries.push((await strict.fromTwilio('/messages/twilio/status?token=x', { MessageSid: 'SM1' })).status);
    }
    expect(tries).toEqual([401, 401, 401, 429, 429]);
    await strict.stop();
  }, 30_000);
});

describe('a WhatsApp message whose state is told', () => {
  test('is delivered or fails, early or late, also in its conversation', async () => {
    const { id, messages } = await conversation('whatsapp', '+34600000004');
    const statuses = (asked: Asked, status: string, more: object = {}) => ({
      statuses: [{ id: asked.id, status, recipient_id: '34600000004', ...more }],
    });
    await call('POST', `/conversations/${id}/messages`, { body: 'One' });
    await waitFor(async () => (await messages())[0]?.status === 'sent');
    const errors = [{ code: 131026, title: 'Message undeliverable' }];
    const first = bed.asked.at(-1) as Asked;
    for (const status of ['sent', 'failed', 'failed']) {
      expect((await bed.fromWhatsapp(statuses(first, status, { errors }))).status).toBe(200);
    }
    bed.beforeAnswer = async (asked) => {
      await bed.fromWhatsapp(statuses(asked, 'delivered'));
      await bed.fromWhatsapp(statuses(asked, 'read'));
    };
    await call('POST', `/conversations/${id}/messages`, { body: 'Two' });
    await waitFor(async () => (await messages())[1]?.status === 'delivered');
    expect(await messages()).toMatchObject([
      { status: 'failed', error: 'UNREACHABLE: Message undeliverable (WhatsApp 131026)' },
      { status: 'delivered', error: null },
    ]);
  });
});
