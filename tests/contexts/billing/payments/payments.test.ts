import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RestAnswer, startTestApp, type TestApp } from '../../../support/app.js';
import type { Owner } from '../../../support/seed.js';
import { ledgerAccountsOf } from '../usage/ledger-accounts.js';

const stripeWebhookSecret = 'whsec_0123456789abcdef0123456789abcdef';
const paymentWebhookSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

let app: TestApp;
/** Without secrets, on the same database. */
let closed: TestApp;

beforeAll(async () => {
  app = await startTestApp({ stripeWebhookSecret, paymentWebhookSecret, creditsSelfService: false });
  closed = await startTestApp({ database: app.database });
});
afterAll(async () => {
  await closed.stop();
  await app.stop();
});

const nowSeconds = () => Math.floor(Date.now() / 1000);

function sendStripe(event: unknown, to = app): Promise<RestAnswer> {
  const body = JSON.stringify(event);
  const time = nowSeconds();
  const signature = createHmac('sha256', stripeWebhookSecret).update(`${time}.${body}`).digest('hex');
  return to.rest('POST /payments/stripe', { body, headers: { 'stripe-signature': `t=${time},v1=${signature}` } });
}

function sendStandard(event: unknown, id = `msg_${randomUUID()}`, to = app): Promise<RestAnswer> {
  const body = JSON.stringify(event);
  const time = nowSeconds();
  const key = Buffer.from(paymentWebhookSecret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return to.rest('POST /payments/events', {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` },
  });
}

const stripeEvent = (type: string, object: object, previous?: object) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  type,
  livemode: true,
  data: { object, ...(previous && { previous_attributes: previous }) },
});

const outcomeOf = ({ status, body }: RestAnswer) =>
  status === 200 ? (body.data as { outcome: string }).outcome : status;
const credits = async ({ workspaceId }: Owner) =>
  (await ledgerAccountsOf(app.services.db.pool, workspaceId)).balance / 1e6 - 1_000;

describe('an event of Stripe', () => {
  test('adds the credits of its metadata once, however often the payment is reported', async () => {
    const owner = await app.seed.owner();
    const metadata = { account: owner.workspaceId, credits: '12.5' };
    const [session, intent] = [`cs_${randomUUID()}`, `pi_${randomUUID()}`];
    const checkout = { id: session, object: 'checkout.session', payment_intent: intent, metadata };
    const completed = stripeEvent('checkout.session.completed', { ...checkout, payment_status: 'paid' });
    const succeeded = stripeEvent('payment_intent.succeeded', { id: intent, metadata });
    const events = [completed, completed, succeeded, completed, succeeded];
    const outcomes = (await Promise.all(events.map((one) => sendStripe(one)))).map(outcomeOf);
    expect(outcomes.toSorted()).toEqual(['booked', 'repeated', 'repeated', 'repeated', 'repeated']);
    expect(await credits(owner)).toBe(12.5);
    const { rows } = await app.services.db.pool.query(
      `select t.kind, t.note from ledger_transfers t where t.reference = $1`,
      [`stripe:${intent}`],
    );
    expect(rows).toEqual([{ kind: 'top_up', note: expect.stringMatching(/^event evt_/) }]);
  });

  test('adds nothing until the payment of a checkout succeeds', async () => {
    const owner = await app.seed.owner();
    const object = { id: `cs_${randomUUID()}`, payment_intent: null, metadata: { account: owner.email, credits: '5' } };
    const completed = (payment_status: string) =>
      sendStripe(stripeEvent('checkout.session.completed', { ...object, payment_status }));
    expect(outcomeOf(await completed('unpaid'))).toBe('ignored');
    expect(await credits(owner)).toBe(0);
    const later = stripeEvent('checkout.session.async_payment_succeeded', { ...object, payment_status: 'paid' });
    expect(outcomeOf(await sendStripe(later))).toBe('booked');
    expect(await credits(owner)).toBe(5);
  });

  test('takes out the part that is refunded, each part once and never more than was added', async () => {
    const owner = await app.seed.owner();
    const metadata = { account: owner.workspaceId, credits: '10' };
    await sendStripe(stripeEvent('payment_intent.succeeded', { id: `pi_${randomUUID()}`, metadata }));
    const id = `ch_${randomUUID()}`;
    const refund = (refunded: number, before: number) =>
      stripeEvent(
        'charge.refunded',
        { id, amount: 300, amount_refunded: refunded, metadata },
        { amount_refunded: before },
      );
    const parts = [refund(100, 0), refund(200, 100), refund(100, 0), refund(300, 200), refund(300, 200)];
    const outcomes = (await Promise.all(parts.map((one) => sendStripe(one)))).map(outcomeOf);
    expect(outcomes.toSorted()).toEqual(['booked', 'booked', 'booked', 'repeated', 'repeated']);
    expect(await credits(owner)).toBe(0);
  });

  test('is refused if the wallet does not cover a refund, and booked when it does', async () => {
    const owner = await app.seed.owner();
    const metadata = { account: owner.workspaceId, credits: '1000.5' };
    const refund = stripeEvent('charge.refunded', {
      id: `ch_${randomUUID()}`,
      amount: 1,
      amount_refunded: 1,
      metadata,
    });
    expect((await sendStripe(refund)).status).toBe(409);
    await sendStandard({ type: 'payment.succeeded', data: { account: owner.workspaceId, credits: '1' } });
    expect(outcomeOf(await sendStripe(refund))).toBe('booked');
    expect(await credits(owner)).toBe(-999.5);
  });

  test('is ignored if it is of another type or says nothing of credits', async () => {
    for (const event of [
      stripeEvent('customer.created', { id: 'cus_1' }),
      stripeEvent('payment_intent.succeeded', { id: 'pi_1', metadata: { order: '7' } }),
      stripeEvent('payment_intent.succeeded', { id: 'pi_1', metadata: null }),
    ]) {
      expect(outcomeOf(await sendStripe(event))).toBe('ignored');
    }
  });

  test('is refused with every field that is wrong', async () => {
    const details = async (event: unknown) => {
      const { status, body } = await sendStripe(event);
      return [status, body.error?.details?.map(({ field }) => field)];
    };
    const intent = (metadata: object) => stripeEvent('payment_intent.succeeded', { id: 'pi_2', metadata });
    expect(await details(intent({ account: '', credits: '-1' }))).toEqual([
      400,
      ['data.object.metadata.account', 'data.object.metadata.credits'],
    ]);
    for (const credits of ['0', '1e3', 'many', '0.0000001', '9999999999999', null, [1]]) {
      expect(await details(intent({ account: 'a', credits }))).toEqual([400, ['data.object.metadata.credits']]);
    }
    expect(await details(intent({ account: randomUUID(), credits: '1' }))).toEqual([400, ['account']]);
    expect(await details(intent({ account: 'nobody@example.com', credits: '1' }))).toEqual([400, ['account']]);
    expect(await details({ id: 'evt_1', type: 'charge.refunded', data: { object: { amount: 0 } } })).toEqual([
      400,
      ['data.object.id', 'data.object.amount', 'data.object.amount_refunded'],
    ]);
    expect(await details([])).toEqual([400, ['']]);
  });
});

describe('an event of Standard Webhooks', () => {
  test('adds credits once for its ID, and takes out those of a refund', async () => {
    const owner = await app.seed.owner();
    const data = { account: owner.email.toUpperCase(), credits: '2.5' };
    const id = `msg_${randomUUID()}`;
    const sent = Array.from({ length: 5 }, () => sendStandard({ type: 'payment.succeeded', data }, id));
    expect((await Promise.all(sent)).map(outcomeOf).toSorted()).toEqual(['booked', ...Array(4).fill('repeated')]);
    expect(await credits(owner)).toBe(2.5);
    const refund = { type: 'payment.refunded', data: { ...data, credits: 1 } };
    expect(outcomeOf(await sendStandard(refund))).toBe('booked');
    expect(await credits(owner)).toBe(1.5);
    expect(outcomeOf(await sendStandard({ type: 'invoice.created', data }))).toBe('ignored');
    const other = await sendStandard({ type: 'payment.succeeded', data: { ...data, credits: '3' } }, id);
    expect([other.status, other.body.error.code]).toEqual([409, 'CONFLICT']);
  });
});

describe('a payment', () => {
  test('is not found where its secret is not set', async () => {
    const answers = [await sendStripe({}, closed), await sendStandard({}, 'msg_1', closed)];
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual([
      [404, 'This server receives no such payments: STRIPE_WEBHOOK_SECRET is not set.'],
      [404, 'This server receives no such payments: PAYMENT_WEBHOOK_SECRET is not set.'],
    ]);
  });

  test('needs its own signature, whatever else the caller has', async () => {
    const owner = await app.seed.owner();
    const body = { type: 'payment.succeeded', data: { account: owner.workspaceId, credits: '5' } };
    for (const path of ['stripe', 'events']) {
      const { status, body: answer } = await app.rest(`POST /payments/${path}`, { as: owner.token, body });
      expect([status, answer.error.code]).toEqual([401, 'INVALID_TOKEN']);
    }
    const { errors } = await app.graphql(
      'mutation ($request: WebhookRequestInput!) { receivePaymentEvent(request: $request) { outcome } }',
      { request: { headers: { 'webhook-id': 'msg_1' }, body: JSON.stringify(body) } },
      owner.token,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_TOKEN', status: 401 });
    expect(await credits(owner)).toBe(0);
  });
});
