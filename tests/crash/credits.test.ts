import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookTransfer } from '../../src/contexts/billing/usage/index.js';
import { type LoopbackServer, startLoopbackServer } from '../platform/outbound/loopback-server.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { graph, node } from '../support/graphs.js';
import { trigger } from '../support/run.js';
import { waitFor } from '../support/wait-for.js';
import { spawnWorker } from './spawn-worker.js';

let app: TestApp;
let twilio: LoopbackServer;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  app = await startTestApp();
  twilio = await startLoopbackServer({
    '/2010-04-01/Accounts/AC1/Messages.json': (_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
    },
  });
}, 60_000);

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await twilio.close();
  await app.stop();
});

/** @returns the exit of the worker, waited for from its start on: it may come before another worker is up */
async function startWorker(point?: string, times = 1): Promise<{ exited: Promise<unknown> }> {
  const settings = { baseUrl: twilio.origin, accountSid: 'AC1', authToken: 'token', fromNumber: '+15550100' };
  const worker = spawnWorker({ url: app.database.url, point, times, leaseSeconds: 1, providers: { twilio: settings } });
  workers.add(worker);
  const exited = once(worker, 'exit');
  worker.once('exit', () => workers.delete(worker));
  await once(worker.stdout as NodeJS.ReadableStream, 'data');
  return { exited };
}

describe('paid steps of a wallet that has credits for half of them', () => {
  test('are paid once each, exactly that many, although workers are killed amid them', async () => {
    const owner = await app.seed.owner();
    const { pool } = app.services.db;
    const { rows } = await pool.query<{ id: string }>('select account_id as id from workspaces where id = $1', [
      owner.workspaceId,
    ]);
    const accountId = rows[0]?.id as string;
    // An SMS to +1 costs one credit.
    const left = { accountId, kind: 'adjustment' as const, micros: -980_000_000n, reference: 'test' };
    await bookTransfer(pool, left);
    const flow = await app.seed.flow(owner, {
      ...graph(
        [node('start', 'trigger.manual'), node('sms', 'message.sms', { to: '+15550100200', text: 'Hi' })],
        'start>sms',
      ),
      settings: { maxConcurrent: 100 },
    });
    await Promise.all(Array.from({ length: 40 }, () => trigger(app, owner, flow.id)));
    const [before, after] = await Promise.all([startWorker('before-effect', 5), startWorker('after-effect', 5)]);
    await Promise.all([before.exited, after.exited]);
    await startWorker();
    const count = async (text: string) =>
      (await pool.query<{ n: number }>(`select ${text}::float8 as n`, [owner.workspaceId])).rows[0]?.n;
    const ended = `(select count(*) from executions where workspace_id = $1 and status`;
    await waitFor(async () => (await count(`${ended} = 'running')`)) === 0);
    expect(await count(`${ended} = 'completed')`)).toBe(20);
    expect(await count(`${ended} = 'failed' and error ->> 'code' = 'INSUFFICIENT_CREDITS')`)).toBe(20);
    expect(await count('(select sum(credits_micros) from usage_events where workspace_id = $1)')).toBe(20_000_000);
    const { rows: ledger } = await pool.query(
      `select balance_micros::integer as balance, reserved_micros::integer as reserved, (select sum(case to_account
         when 'wallet' then amount_micros else -amount_micros end)::integer from ledger_transfers t
         where t.account_id = w.account_id) as ledger from wallets w where account_id = $1`,
      [accountId],
    );
    expect(ledger).toEqual([{ balance: 0, reserved: 0, ledger: 0 }]);
  }, 60_000);
});
