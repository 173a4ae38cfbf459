import { createHmac, randomUUID } from 'node:crypto';
import { bookTransfer } from '../../../../../src/contexts/billing/usage/index.js';
import { type Database, openDatabase } from '../../../../../src/platform/database/database.js';
import { startLoopbackServer } from '../../../../platform/outbound/loopback-server.js';
import { createTestDatabase } from '../../../../support/database.js';
import { startFleet } from '../../../../support/fleet.js';
import { waitFor } from '../../../../support/wait-for.js';
import { type Call, createPayers, type Payer, refusedNumber } from './payers.js';
import { type Posting, topUpAmount } from './posting.js';
import { violationsOf } from './violations.js';

const processes = 4;
const secrets = { stripe: 'whsec_of_the_random_postings', standard: Buffer.alloc(32, 5) };

/** Four server processes on one database, which post to the wallets of three accounts. */
export interface Stage {
  /** Performs postings at once. @returns what is wrong afterwards; nothing if every sum is exact */
  play(postings: readonly Posting[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts everything. Needs a build. */
export async function openStage(): Promise<Stage> {
  const database = await createTestDatabase();
  const outside = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': ({ body }, response) => {
      const isRefused = new URLSearchParams(body).get('To') === refusedNumber;
      response.writeHead(isRefused ? 400 : 201, { 'content-type': 'application/json' });
      response.end(isRefused ? '{"code":21211,"message":"Not a number."}' : `{"sid":"SM${randomUUID()}"}`);
    },
    '/site': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Acme</title><p>hello</p>'),
  });
  const fleet = await startFleet(database.url, Array(processes).fill('all'), {
    CREDITS_SELF_SERVICE: 'true',
    STRIPE_WEBHOOK_SECRET: secrets.stripe,
    PAYMENT_WEBHOOK_SECRET: `whsec_${secrets.standard.toString('base64')}`,
    TWILIO_BASE_URL: outside.origin,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM_NUMBER: '+15550100',
  });
  const db = await openDatabase({ url: database.url, entities: [], poolSize: 8 });
  const call: Call = async (method, path, { at = 0, as, body, headers }) => {
    const response = await fetch(`${fleet.urls()[at]}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const payers = await createPayers(call, db.pool);
  const poor = payers[1] as Payer;
  const left = { accountId: poor.accountId, kind: 'adjustment' as const, micros: -980_000_000n, reference: 'left: 20' };
  await bookTransfer(db.pool, left);
  const expected = [1_000, 20, 1_000];
  let round = 0;

  return {
    async play(postings) {
      round += 1;
      const unexpected: string[] = [];
      const post = poster({ db, call, payers, site: `${outside.origin}/site`, round });
      await Promise.all(
        postings.map(async (posting, index) => {
          try {
            expected[posting.owner] = (await post(posting, index)) + (expected[posting.owner] as number);
          } catch (error) {
            unexpected.push(`${JSON.stringify(posting)}: ${(error as Error).message}`);
          }
        }),
      );
      await waitFor(() => isQuiet(db), { timeoutMs: 60_000 });
      return [...unexpected, ...(await violationsOf(db.pool, payers, expected))];
    },
    async stop() {
      await db.close();
      await fleet.stop();
      await outside.close();
      await database.drop();
    },
  };
}

/** No execution is in progress, and no reservation waits for its end. */
async function isQuiet({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query(
    `select not exists (select from executions where status = 'running') and not exists (select from credit_reservations) as quiet`,
  );
  return rows[0].quiet;
}

interface PosterOptions {
  db: Database;
  call: Call;
  payers: readonly Payer[];
  site: string;
  round: number;
}

/** Performs a posting. Resolves with the credits that it certainly added; those of executions are counted afterwards. */
function poster({ db, call, payers, site, round }: PosterOptions) {
  const known = new Set<string>();
  const expectStatus = (status: number, accepted: readonly number[]) => {
    if (!accepted.includes(status)) throw new Error(`answered ${status}`);
  };
  return async (posting: Posting, index: number): Promise<number> => {
    const { at } = posting;
    const { token: as, workspaceId, accountId, flows } = payers[posting.owner] as Payer;
    switch (posting.kind) {
      case 'topUp': {
        const reference = `${round} ${posting.reference}`;
        const amount = topUpAmount(posting.reference, at);
        const body = { amount: String(amount), reference };
        const { status } = await call('POST', `/workspaces/${workspaceId}/usage/wallet/top-up`, { at, as, body });
        expectStatus(status, posting.reference % 5 === 0 ? [200, 409] : [200]);
        // A reference that was booked answers 200 again, without another booking.
        const isFirst = status === 200 && !known.has(`${accountId} ${reference}`);
        if (status === 200) known.add(`${accountId} ${reference}`);
        return isFirst ? amount : 0;
      }
      case 'adjust': {
        const micros = BigInt(posting.amount) * 1_000_000n;
        const transfer = { accountId, kind: 'adjustment' as const, micros, reference: `${round} ${index}` };
        return bookTransfer(db.pool, transfer).then(
          () => posting.amount,
          (error) => {
            if (error.code !== 'CONFLICT') throw error;
            return 0;
          },
        );
      }
      case 'payment': {
        const send = paymentSender(posting, accountId, `${round}-${index}`);
        const sent = Array.from({ length: posting.deliveries }, (_, delivery) =>
          send((path, body, headers) => call('POST', path, { at: (at + delivery) % processes, body, headers })),
        );
        const outcomes = await Promise.all(sent);
        for (const { status } of outcomes) expectStatus(status, posting.amount < 0 ? [200, 409] : [200]);
        const booked = outcomes.filter(({ body }) => (body.data as { outcome?: string })?.outcome === 'booked').length;
        if (booked > 1) throw new Error(`was booked ${booked} times`);
        return booked * posting.amount;
      }
      case 'execution': {
        const path = `/workspaces/${workspaceId}/flows/${flows[posting.flow]}/trigger`;
        expectStatus((await call('POST', path, { at, as })).status, [202]);
        return 0;
      }
      case 'analysis': {
        const path = `/workspaces/${workspaceId}/company-contexts/analyze-site`;
        const { status } = await call('POST', path, { at, as, body: { websiteUrl: site } });
        expectStatus(status, [200, 402]);
        return status === 200 ? -2 : 0;
      }
    }
  };
}

type Send = (path: string, body: string, headers: Record<string, string>) => ReturnType<Call>;

function paymentSender(
  { scheme, amount }: Extract<Posting, { kind: 'payment' }>,
  account: string,
  name: string,
): (send: Send) => ReturnType<Call> {
  const paid = { account, credits: String(Math.abs(amount)) };
  const time = Math.floor(Date.now() / 1000);
  if (scheme === 'standard') {
    const body = JSON.stringify({ type: amount > 0 ? 'payment.succeeded' : 'payment.refunded', data: paid });
    const signature = createHmac('sha256', secrets.standard).update(`${name}.${time}.${body}`).digest('base64');
    const headers = { 'webhook-id': name, 'webhook-timestamp': String(time), 'webhook-signature': `v1,${signature}` };
    return (send) => send('/payments/events', body, headers);
  }
  const [type, object] =
    amount > 0
      ? ['payment_intent.succeeded', { id: `pi_${name}`, metadata: paid }]
      : ['charge.refunded', { id: `ch_${name}`, amount: 1, amount_refunded: 1, metadata: paid }];
  const body = JSON.stringify({ id: `evt_${name}`, type, data: { object } });
  const signature = createHmac('sha256', secrets.stripe).update(`${time}.${body}`).digest('hex');
  return (send) => send('/payments/stripe', body, { 'stripe-signature': `t=${time},v1=${signature}` });
}
