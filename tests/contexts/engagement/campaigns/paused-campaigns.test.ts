import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as documents from '../../../../src/rest/generated/operations.js';
import { ask, type OwnOperation, payloadOf, surfaces } from '../../../api/both-surfaces.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { waitFor } from '../../../support/wait-for.js';

let app: TestApp;
let twilio: LoopbackServer;
let owner: Owner;
/** What the provider waits for before it answers. */
let gate: Promise<void>;

beforeAll(async () => {
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': async (_request, response) => {
      await gate;
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1","status":"queued"}');
    },
  });
  app = await startTestApp({
    worker: true,
    sandbox: false,
    providers: { twilio: { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' } },
  });
}, 60_000);

beforeEach(async () => {
  owner = await app.seed.owner();
  twilio.received.length = 0;
  gate = Promise.resolve();
});

afterAll(async () => {
  await app.stop();
  await twilio.close();
});

type Row = Record<string, unknown> & { id: string };

async function call(method: string, path: string, body?: unknown): Promise<Row> {
  const answered = await refusedOr(method, path, body);
  if (answered.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answered.body)}`);
  return answered.body.data;
}

const refusedOr = (method: string, path: string, body?: unknown) =>
  app.rest(`${method} /workspaces/${owner.workspaceId}${path}`, {
    as: owner.token,
    ...(body !== undefined && { body }),
  });

const reached = (id: string, status: string) =>
  waitFor(async () => {
    const campaign = await call('GET', `/campaigns/${id}`);
    return campaign.status === status ? campaign : null;
  });

/** Makes contacts and a campaign to all of them. */
async function campaignTo(count: number): Promise<Row> {
  const contacts = Array.from({ length: count }, (_, n) => ({ phone: `+346000002${String(n).padStart(2, '0')}` }));
  await call('POST', '/contacts/upsert', { contacts });
  return call('POST', '/campaigns', { name: 'Spring', channel: 'sms', message: 'Hello', audience: { all: true } });
}

/** Changes the credits in the wallet of the workspace, in micros. */
async function adjust(credits: (balance: bigint) => bigint): Promise<void> {
  const { rows } = await app.services.db.pool.query<{ accountId: string; micros: string }>(
    `select w.account_id as "accountId", w.balance_micros as micros from wallets w
     join workspaces s on s.account_id = w.account_id where s.id = $1`,
    [owner.workspaceId],
  );
  const { accountId, micros } = rows[0] as { accountId: string; micros: string };
  const change = credits(BigInt(micros)) - BigInt(micros);
  const [from, to] = change < 0n ? ['wallet', 'adjustments'] : ['adjustments', 'wallet'];
  await app.services.db.pool.query(
    `insert into ledger_transfers (account_id, kind, from_account, to_account, amount_micros)
     values ($1, 'adjustment', $2, $3, $4)`,
    [accountId, from, to, (change < 0n ? -change : change).toString()],
  );
}

const sentTo = () => twilio.received.map(({ body }) => new URLSearchParams(body).get('To')).toSorted();
const allNumbers = (count: number) =>
  Array.from({ length: count }, (_, n) => `+346000002${String(n).padStart(2, '0')}`);

describe('a campaign that cannot continue', () => {
  test.each(surfaces)(
    'for want of credits is paused, and resumed over %s sends to the others only',
    async (surface) => {
      const { id } = await campaignTo(45);
      const cost = await priceOfOne();
      await adjust(() => cost * 25n);
      await call('POST', `/campaigns/${id}/send`);
      const paused = await reached(id, 'paused');
      expect(paused).toMatchObject({ pausedReason: 'credits', error: expect.stringContaining('INSUFFICIENT_CREDITS') });
      expect(paused).toMatchObject({ recipientCount: 45, sentCount: 25, failedCount: 0 });
      await adjust((balance) => balance + 10_000_000_000n);
      const by = { as: owner.token, workspaceId: owner.workspaceId, ids: { campaignId: id } };
      const resume: OwnOperation = ['POST P/campaigns/:campaignId/resume', documents.ResumeCampaignDocument];
      const resumed = await ask(app, surface, resume, by);
      expect(payloadOf(surface, resumed)).toMatchObject({ id, status: 'sending', pausedReason: null, error: null });
      expect(await reached(id, 'sent')).toMatchObject({ recipientCount: 45, sentCount: 45, failedCount: 0 });
      expect(sentTo()).toEqual(allNumbers(45));
    },
  );

  test('for a spent budget is paused, and sending it again resumes it', async () => {
    const { id } = await campaignTo(3);
    await call('PATCH', '', { dailyBudget: '0.000001' });
    await call('POST', `/campaigns/${id}/send`);
    expect(await reached(id, 'paused')).toMatchObject({ pausedReason: 'budget', sentCount: 0 });
    await call('PATCH', '', { dailyBudget: null });
    await call('POST', `/campaigns/${id}/send`);
    expect(await reached(id, 'sent')).toMatchObject({ sentCount: 3 });
    expect(sentTo()).toEqual(allNumbers(3));
  });

  test('is paused on request, cannot change its content, and is resumed or cancelled', async () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const { id } = await campaignTo(30);
    await call('POST', `/campaigns/${id}/send`);
    await waitFor(() => twilio.received.length > 0);
    expect(await call('PATCH', `/campaigns/${id}`, { status: 'paused' })).toMatchObject({ pausedReason: 'request' });
    held.resolve();
    await waitFor(async () => (await call('GET', `/campaigns/${id}`)).sentCount === 20);
    expect(sentTo()).toHaveLength(20);
    expect((await refusedOr('PATCH', `/campaigns/${id}`, { message: 'Other' })).status).toBe(400);
    await call('POST', `/campaigns/${id}/resume`);
    expect(await reached(id, 'sent')).toMatchObject({ sentCount: 30 });
    expect(sentTo()).toEqual(allNumbers(30));
    const again = await refusedOr('POST', `/campaigns/${id}/resume`);
    expect([again.status, again.body.error?.details?.[0]?.message]).toEqual([
      400,
      'status must be paused to resume the campaign; it is sent.',
    ]);
  });

  test('and is cancelled then cancels the recipients that are left', async () => {
    const { id } = await campaignTo(3);
    await adjust(() => 0n);
    await call('POST', `/campaigns/${id}/send`);
    await reached(id, 'paused');
    await call('PATCH', `/campaigns/${id}`, { status: 'cancelled' });
    const left = () => call('GET', `/campaigns/${id}/recipients?status=cancelled`) as unknown as Promise<Row[]>;
    await waitFor(async () => (await left()).length === 3);
    expect(sentTo()).toEqual([]);
  });
});

/** What one SMS costs in micros, as the ledger has it. */
async function priceOfOne(): Promise<bigint> {
  const contact = await call('POST', '/contacts', { phone: '+34600000299' });
  const once = { name: 'One', channel: 'sms', message: 'Hello', audience: { contactIds: [contact.id] } };
  const { id } = await call('POST', '/campaigns', once);
  const balance = async () => {
    const { rows } = await app.services.db.pool.query<{ micros: string }>(
      `select w.balance_micros as micros from wallets w join workspaces s on s.account_id = w.account_id where s.id = $1`,
      [owner.workspaceId],
    );
    return BigInt(rows[0]?.micros ?? 0);
  };
  const before = await balance();
  await call('POST', `/campaigns/${id}/send`);
  await reached(id, 'sent');
  await call('DELETE', `/contacts/${contact.id}`);
  twilio.received.length = 0;
  return before - (await balance());
}
