import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';
import { messageOf, type ProviderFixture, type ProviderRequest, startProviderFixture } from './provider-fixture.js';

let fixture: ProviderFixture;
let owner: Owner;

beforeAll(async () => {
  fixture = await startProviderFixture();
}, 60_000);

beforeEach(async () => {
  fixture.beforeAnswer = async () => undefined;
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

/** Runs a flow with one node, and returns the request to the provider. */
async function run(type: string, data: Record<string, unknown>): Promise<ProviderRequest> {
  const content = graph([node('start', 'trigger.manual'), node('message', type, data)], 'start>message');
  const flow = await fixture.app.seed.flow(owner, content);
  const { status, steps } = await reached(fixture.app, owner, await trigger(fixture.app, owner, flow.id));
  if (status !== 'completed') throw new Error(JSON.stringify(steps));
  return fixture.requests.at(-1) as ProviderRequest;
}

const sms = () => run('message.sms', { to: '+34600000001', text: 'Hi' });
const outbox = async () => (await call('GET', '/outbox')) as unknown as Row[];
const analytics = () => call('GET', '/analytics/sms?period=7d');

/** A conversation with a new contact. */
async function conversation(channel: 'sms' | 'whatsapp', phone: string) {
  const contact = await call('POST', '/contacts', { name: 'Ana', phone });
  const { id } = await call('POST', '/conversations', { contactId: contact.id, channel });
  const messages = async () => (await call('GET', `/conversations/${id}/messages?sortOrder=asc`)) as unknown as Row[];
  return { contact, id, messages };
}

describe('an SMS whose status Twilio reports', () => {
  test('is delivered once, whatever is reported after that', async () => {
    const request = await sms();
    for (const MessageStatus of ['queued', 'sent', 'delivered', 'delivered', 'sent', 'undelivered']) {
      const answer = await fixture.reportStatus(request, { MessageStatus });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
      expect(await answer.text()).toContain('<Response/>');
    }
    expect(await outbox()).toMatchObject([{ status: 'delivered', error: null, messageId: request.id }]);
    expect(await analytics()).toMatchObject({ sent: 1, delivered: 1, failed: 0, errorRate: 0 });
  });

  test('fails with the reason that Twilio gives, and is not sent again', async () => {
    const request = await sms();
    await fixture.reportStatus(request, { MessageStatus: 'undelivered', ErrorCode: '30003' });
    await fixture.reportStatus(request, { MessageStatus: 'delivered' });
    const error = { code: 'UNREACHABLE', message: 'The phone is off or out of reach. (Twilio 30003)' };
    expect(await outbox()).toMatchObject([{ status: 'failed', error }]);
    expect(await analytics()).toMatchObject({
      sent: 0,
      delivered: 0,
      failed: 1,
      failureReasons: [{ reason: 'UNREACHABLE', count: 1 }],
    });
  });

  test('may be reported before the server has the response to its own request', async () => {
    fixture.beforeAnswer = async (request) => {
      expect((await fixture.reportStatus(request, { MessageStatus: 'delivered' })).status).toBe(200);
    };
    await sms();
    expect(await outbox()).toMatchObject([{ status: 'delivered' }]);
    expect(await analytics()).toMatchObject({ sent: 1, delivered: 1 });
    const { rows } = await fixture.app.services.db.pool.query('select * from early_message_states');
    expect(rows).toEqual([]);
  });

  test('updates the message of its conversation, early or late', async () => {
    const { id, messages } = await conversation('sms', '+34600000002');
    await call('POST', `/conversations/${id}/messages`, { body: 'One' });
    await waitFor(async () => (await messages())[0]?.status === 'sent');
    await fixture.reportStatus(fixture.requests.at(-1) as ProviderRequest, {
      MessageStatus: 'failed',
      ErrorCode: '30005',
    });
    fixture.beforeAnswer = async (request) => {
      await fixture.reportStatus(request, { MessageStatus: 'delivered' });
    };
    await call('POST', `/conversations/${id}/messages`, { body: 'Two' });
    await waitFor(async () => (await messages())[1]?.status === 'delivered');
    expect(await messages()).toMatchObject([
      { body: 'One', status: 'failed', error: expect.stringMatching(/^UNKNOWN_NUMBER: .*Twilio 30005/) },
      { body: 'Two', status: 'delivered', error: null, sentAt: expect.any(String) },
    ]);
  });

  test('is not changed by a report of another message or of an unknown one', async () => {
    const [first, second] = [await sms(), await sms()];
    await fixture.reportStatus({ ...first, id: second.id }, { MessageStatus: 'delivered' });
    await fixture.reportStatus({ ...first, id: 'SMunknown' }, { MessageStatus: 'delivered' });
    expect(await outbox()).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  });
});

describe("a message's callback URL", () => {
  test('requires its token and the signature of the account', async () => {
    const request = await sms();
    const [path, token] = (request.statusCallback as string).replace('http://localhost:4000', '').split('token=');
    const form = { MessageSid: request.id, MessageStatus: 'delivered' };
    const refusals = [
      await fixture.reportStatus(request, form, null),
      await fixture.reportStatus(request, form, 'another token'),
      await fixture.fromTwilio(`${path}token=${token}x`, form),
      await fixture.fromTwilio(`${path}token=`, form),
    ];
    const reported = await Promise.all(refusals.map(async (one) => [one.status, messageOf(await one.json())]));
    expect(new Set(reported.map(String)).size).toBe(1);
    expect(reported[0]).toEqual([401, expect.stringContaining('The token or the signature is not valid')]);
    expect(await outbox()).toMatchObject([{ status: 'sent' }]);
  });

  test('requires the signature of the account of the workspace, if that sent the message', async () => {
    const own = {
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'own-token',
      TWILIO_FROM_NUMBER: '+1555',
      TWILIO_BASE_URL: fixture.providers.origin,
    };
    for (const [name, value] of Object.entries(own)) await call('POST', '/flows/secrets', { name, value });
    const request = await sms();
    expect((await fixture.reportStatus(request, { MessageStatus: 'delivered' })).status).toBe(401);
    expect((await fixture.reportStatus(request, { MessageStatus: 'delivered' }, 'own-token')).status).toBe(200);
    expect(await outbox()).toMatchObject([{ status: 'delivered', source: 'byok' }]);
  });

  test('limits how often tokens can be guessed', async () => {
    const strict = await startProviderFixture({ limits: { credentialsPerMinute: 3 } });
    const tries = [];
    for (let time = 0; time < 5; time += 1) {
      tries.push((await strict.fromTwilio('/messages/twilio/status?token=x', { MessageSid: 'SM1' })).status);
    }
    expect(tries).toEqual([401, 401, 401, 429, 429]);
    await strict.stop();
  }, 30_000);
});

describe('a WhatsApp message whose status is reported', () => {
  test('is delivered or fails, early or late, also in its conversation', async () => {
    const { id, messages } = await conversation('whatsapp', '+34600000004');
    const statuses = (request: ProviderRequest, status: string, more: object = {}) => ({
      statuses: [{ id: request.id, status, recipient_id: '34600000004', ...more }],
    });
    await call('POST', `/conversations/${id}/messages`, { body: 'One' });
    await waitFor(async () => (await messages())[0]?.status === 'sent');
    const errors = [{ code: 131026, title: 'Message undeliverable' }];
    const first = fixture.requests.at(-1) as ProviderRequest;
    for (const status of ['sent', 'failed', 'failed']) {
      expect((await fixture.fromWhatsapp(statuses(first, status, { errors }))).status).toBe(200);
    }
    fixture.beforeAnswer = async (request) => {
      await fixture.fromWhatsapp(statuses(request, 'delivered'));
      await fixture.fromWhatsapp(statuses(request, 'read'));
    };
    await call('POST', `/conversations/${id}/messages`, { body: 'Two' });
    await waitFor(async () => (await messages())[1]?.status === 'delivered');
    expect(await messages()).toMatchObject([
      { status: 'failed', error: 'UNREACHABLE: Message undeliverable (WhatsApp 131026)' },
      { status: 'delivered', error: null },
    ]);
  });
});
