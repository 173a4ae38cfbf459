import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  bookTransfer,
  createCreditReserve,
  credits,
  rollUpUsage,
  sweepReservations,
} from '../../../../src/contexts/billing/usage/index.js';
import { sweepReservationsSql } from '../../../../src/contexts/billing/usage/metering/reserve-credits.sql.js';
import { type Database, openDatabase } from '../../../../src/platform/database/database.js';
import { newId } from '../../../../src/platform/new-id.js';
import { repeat } from '../../../../src/platform/slots/repeat.js';
import { type LoopbackServer, startLoopbackServer } from '../../../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../../../support/app.js';
import { graph, node } from '../../../support/graphs.js';
import { reached, trigger } from '../../../support/run.js';
import type { Owner } from '../../../support/seed.js';
import { recordStatements } from '../../../support/statements.js';
import { waitFor } from '../../../support/wait-for.js';
import { type LedgerAccounts, ledgerAccountsOf } from './ledger-accounts.js';

let app: TestApp;
/** A second process on the same database. */
let other: Database;
let outside: LoopbackServer;
/** Responses of the provider that are held back. */
let heldBack: ServerResponse[] | null = null;

beforeAll(async () => {
  outside = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) => {
      if (heldBack) heldBack.push(response);
      else accept(response);
    },
    '/site': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Acme</title><p>hello@acme.example</p>'),
  });
  const twilio = { baseUrl: outside.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  app = await startTestApp({ worker: true, providers: { twilio } });
  other = await openDatabase({ url: app.database.url, entities: [], poolSize: 8 });
});

afterAll(async () => {
  await other.close();
  await app.stop();
  await outside.close();
});

function accept(response: ServerResponse): void {
  response.writeHead(201, { 'content-type': 'application/json' }).end(`{"sid":"SM${randomUUID()}"}`);
}

const topUp = (owner: Owner, amount: string, reference: string) =>
  app.rest(`POST /workspaces/${owner.workspaceId}/usage/wallet/top-up`, {
    as: owner.token,
    body: { amount, reference },
  });

/** A flow that sends one SMS to +1, which costs a credit. */
const smsFlow = (owner: Owner) =>
  app.seed.flow(owner, {
    ...graph(
      [node('start', 'trigger.manual'), node('sms', 'message.sms', { to: '+15550100200', text: 'Hi' })],
      'start>sms',
    ),
    settings: { maxConcurrent: 100 },
  });

const smsSent = (micros: bigint) => ({
  id: newId(),
  eventType: 'sms_sent' as const,
  app: 'twilio',
  country: null,
  source: 'platform' as const,
  quantity: 1,
  unit: 'segment',
  micros,
});

const accountOf = async ({ workspaceId }: Owner): Promise<string> => {
  const { rows } = await other.pool.query('select account_id as id from workspaces where id = $1', [workspaceId]);
  return rows[0].id;
};

/** Keeps a wallet locked until this many statements wait, and runs a check then; afterwards they all proceed at once. */
async function whileHeld<T>(
  { workspaceId }: Owner,
  waiting: number,
  work: () => Promise<T>,
  look: () => Promise<unknown> = async () => undefined,
): Promise<T> {
  const holder = await other.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(
      'select from wallets where account_id = (select account_id from workspaces where id = $1) for no key update',
      [workspaceId],
    );
    const working = work();
    const text = `select count(distinct l.pid)::integer as n from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`;
    await waitFor(async () => Number((await other.pool.query<{ n: number }>(text)).rows[0]?.n) >= waiting);
    await look();
    await holder.query('commit');
    return await working;
  } finally {
    holder.release(true);
  }
}

describe('a wallet with concurrent postings', () => {
  test('accepts fifty top-ups with different references, each at the first attempt', async () => {
    const owner = await app.seed.owner();
    const record = recordStatements(app);
    const statements = await record(async () => {
      const answers = await whileHeld(owner, 5, () =>
        Promise.all(Array.from({ length: 50 }, (_, index) => topUp(owner, '2', `invoice ${index}`))),
      );
      expect(answers.map(({ status, body }) => body.error ?? status)).toEqual(answers.map(() => 200));
    });
    expect(statements.filter((text) => text === 'book_transfer')).toHaveLength(50);
    expect(await ledgerAccountsOf(other.pool, owner.workspaceId)).toEqual(even(1_100));
  });

  test('is locked before a reservation is: by settlements, and by the sweep of stale ones', async () => {
    const owner = await app.seed.owner();
    const { reserve } = app.services.get(credits);
    const { workspaceId } = owner;
    const key = { workspaceId, executionId: randomUUID(), operation: 'a', flowId: null };
    const isFree = () =>
      other.pool.query('select from credit_reservations where execution_id = $1 for update nowait', [key.executionId]);
    const ends = [
      () => reserve.settle({ ...key, event: smsSent(1_000_000n) }),
      () => app.services.db.pool.query(sweepReservationsSql, [0, 0]),
    ];
    for (const end of ends) {
      expect(await reserve.reserve({ ...key, micros: 1_000_000n })).toEqual({ kind: 'granted' });
      await whileHeld(owner, 1, async () => void (await end()), isFree);
    }
    expect(await ledgerAccountsOf(other.pool, workspaceId)).toEqual(even(999));
  });

  test('is locked before the execution whose billable step has ended', async () => {
    const owner = await app.seed.owner();
    const { id: flowId } = await smsFlow(owner);
    heldBack = [];
    const id = await trigger(app, owner, flowId);
    const answer = await waitFor(() => heldBack?.at(0));
    heldBack = null;
    const isFree = () => other.pool.query('select from executions where id = $1 for update nowait', [id]);
    const run = await whileHeld(
      owner,
      1,
      () => {
        accept(answer);
        return reached(app, owner, id);
      },
      isFree,
    );
    expect(run.status).toBe('completed');
    expect(await ledgerAccountsOf(other.pool, owner.workspaceId)).toEqual(even(999));
  });

  test('adds up after two hundred postings of every kind by two processes and the command line', async () => {
    const [rich, poor] = [await app.seed.owner(), await app.seed.owner()];
    // Covers only a part of the requests below.
    await bookTransfer(other.pool, {
      accountId: await accountOf(poor),
      kind: 'adjustment',
      micros: -980_000_000n,
      reference: 'left: 20',
    });
    const byCommand = callCredits('top-up', rich.email, '5', '--reference', 'by command');
    const keepers = [app.services.db, other].map((db) => repeat(100, () => keep(db), fail));
    const changes = await Promise.all([rich, poor].map((owner) => postEverything(owner)));
    expect(await byCommand).toMatchObject({ code: 0, stderr: '' });
    for (const keeper of keepers) await keeper.stop();
    const [fundedLedger, emptyLedger] = await Promise.all(
      [rich, poor].map((one) => ledgerAccountsOf(other.pool, one.workspaceId)),
    );
    expect(fundedLedger).toEqual(even(1_000 + (changes[0] as number) + 5));
    expect(emptyLedger).toEqual(even(20 + (changes[1] as number)));
  });
});

/** Rolls up usage and releases stale reservations, as the workers do. */
async function keep(db: Database): Promise<void> {
  await rollUpUsage(db);
  await sweepReservations(db);
}

function fail(error: Error): never {
  throw error;
}

/** Expects a consistent ledger without reservations. @param credits the balance of the wallet */
function even(credits: number): LedgerAccounts {
  return { balance: credits * 1e6, ledger: credits * 1e6, reserved: 0, held: 0 };
}

/** Makes a hundred concurrent postings. @returns the change of the balance in credits */
async function postEverything(owner: Owner): Promise<number> {
  const flow = await smsFlow(owner);
  const accountId = await accountOf(owner);
  const many = <T>(count: number, one: (index: number) => Promise<T>) =>
    Array.from({ length: count }, (_, index) => one(index));
  const changes = await Promise.all([
    ...many(20, async (index) => {
      expect((await topUp(owner, '1', `payment ${index}`)).body.error).toBeUndefined();
      return 1;
    }),
    ...many(20, async () => {
      const { status, error } = await reached(app, owner, await trigger(app, owner, flow.id));
      if (status === 'failed') expect(error?.code).toBe('INSUFFICIENT_CREDITS');
      return status === 'completed' ? -1 : 0;
    }),
    ...many(10, async () => {
      const answer = await app.rest(`POST /workspaces/${owner.workspaceId}/company-contexts/analyze-site`, {
        as: owner.token,
        body: { websiteUrl: `${outside.origin}/site` },
      });
      expect([200, 402]).toContain(answer.status);
      return answer.status === 200 ? -2 : 0;
    }),
    // Refunds and corrections, as the operator books them.
    ...many(10, async (index) => {
      const refund = { accountId, kind: 'adjustment' as const, micros: 3_000_000n, reference: `refund ${index}` };
      return (await bookTransfer(other.pool, refund)) ? 3 : 0;
    }),
    ...many(10, async (index) => {
      const taken = { accountId, kind: 'adjustment' as const, micros: -4_000_000n, reference: `correction ${index}` };
      return bookTransfer(other.pool, taken).then(
        () => -4,
        (error) => {
          expect(error).toMatchObject({ code: 'CONFLICT' });
          return 0;
        },
      );
    }),
    ...many(30, (index) => reserveAndEnd(owner, index)),
  ]);
  return changes.reduce((sum, change) => sum + change, 0);
}

/** An operation of two credits: some succeed, some fail. */
async function reserveAndEnd({ workspaceId }: Owner, index: number): Promise<number> {
  const reserve = index % 2 ? app.services.get(credits).reserve : createCreditReserve(other);
  const key = { workspaceId, executionId: randomUUID(), operation: 'a', flowId: null };
  const reserved = await reserve.reserve({ ...key, micros: 2_000_000n });
  if (reserved.kind !== 'granted') return 0;
  const comesAbout = index % 5 > 0;
  await reserve.settle({ ...key, event: comesAbout ? smsSent(2_000_000n) : null });
  return comesAbout ? -2 : 0;
}

/** The built command, on the database of the app. */
async function callCredits(...args: string[]) {
  const command = new URL('../../../../dist/src/cli/main.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [command, 'credits', ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: app.database.url },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
