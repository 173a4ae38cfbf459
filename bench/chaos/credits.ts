import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { type ChaosFleet, startChaosFleet } from './processes.js';
import { randomFrom } from './random.js';

/*
 * A wallet with 1,000 credits, 2,000 executions with a paid step of one credit each, and several workers that are killed
 * meanwhile: exactly 1,000 steps must succeed, and the ledger must balance exactly. Repeated for each seed.
 */

/** Milliseconds within which every execution must have ended after the last kill. */
const settleMs = 120_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** An SMS to +1 costs one credit; a new account has 1,000. */
const paidFlow = {
  name: 'Paid',
  settings: { triggerType: 'webhook', maxConcurrent: 1000 },
  nodes: [
    { id: 'start', type: 'trigger.webhook', position: { x: 0, y: 0 }, data: {} },
    { id: 'sms', type: 'message.sms', position: { x: 0, y: 0 }, data: { to: '+15550100200', text: 'Hi' } },
  ],
  edges: [{ id: 'e', source: 'start', target: 'sms' }],
};

/** A stub of Twilio. Each message takes some time, so that workers are killed during them. */
async function openTwilio(): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    setTimeout(
      () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}'),
      Math.random() * 30,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

interface LedgerAccounts {
  completed: number;
  insufficient: number;
  /** Other failures, by code: on an overloaded machine the stub of Twilio can answer too late. */
  other: Record<string, number> | null;
  running: number;
  balance: string;
  reserved: string;
  ledger: string;
  held: string;
  paid: number;
  paidMicros: string;
  hours: string;
}

const ledgerText = `
  select (select count(*) from executions e where e.workspace_id = w.id and status = 'completed')::int as completed,
    (select count(*) from executions e where e.workspace_id = w.id and status = 'failed'
      and error ->> 'code' = 'INSUFFICIENT_CREDITS')::int as insufficient,
    (select count(*) from executions e where e.workspace_id = w.id and status = 'running')::int as running,
    (select json_object_agg(code, n) from (select coalesce(error ->> 'code', status) as code, count(*) as n from executions e
      where e.workspace_id = w.id and status in ('failed', 'cancelled') and error ->> 'code' is distinct from 'INSUFFICIENT_CREDITS'
      group by 1) o) as other,
    wa.balance_micros::text as balance, wa.reserved_micros::text as reserved,
    (select sum(case to_account when 'wallet' then amount_micros else -amount_micros end) from ledger_transfers t
      where t.account_id = wa.account_id)::text as ledger,
    (select coalesce(sum(amount_micros), 0) from credit_reservations r where r.account_id = wa.account_id)::text as held,
    (select count(*) from usage_events u where u.workspace_id = w.id and credits_micros > 0)::int as paid,
    (select coalesce(sum(credits_micros), 0) from usage_events u where u.workspace_id = w.id)::text as "paidMicros",
    (select coalesce(sum(credits_micros), 0) from (select credits_micros from usage_hours h where h.workspace_id = w.id
      union all select credits_micros from usage_deltas d where d.workspace_id = w.id) s)::text as hours
  from workspaces w join wallets wa on wa.account_id = w.account_id where w.id = $1`;

/** Starts one execution. The idempotency key prevents a second start when the answer was lost. */
async function accept(url: string, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  for (;;) {
    const answer = await fetch(url, { method: 'POST', body: '{}', headers }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 202) return;
    await delay(50);
  }
}

async function playSeed(fleet: ChaosFleet, sql: pg.Pool, seed: number, runs: number, kills: number, workers: number) {
  const random = randomFrom(seed);
  const tenant = await createTenant(fleet.url, `seed-${seed}@example.com`);
  const { webhookUrl } = await createBenchFlow(tenant, paidFlow);
  const hook = new URL(webhookUrl ?? '');
  const url = `${fleet.url}${hook.pathname}${hook.search}`;
  let asked = 0;
  const lanes = Array.from({ length: 16 }, async () => {
    while (asked < runs) await accept(url, `${seed}-${asked++}`);
  });
  for (let kill = 0; kill < kills; kill++) {
    await delay(100 + random() * 900);
    await fleet.killWorker(Math.floor(random() * workers));
  }
  await Promise.all(lanes);
  let ledger = {} as LedgerAccounts;
  for (const deadline = Date.now() + settleMs; Date.now() < deadline; await delay(250)) {
    ledger = (await sql.query<LedgerAccounts>(ledgerText, [tenant.workspaceId])).rows[0] as LedgerAccounts;
    if (ledger.running === 0) break;
  }
  return ledger;
}

function failures({ other }: LedgerAccounts): number {
  return Object.values(other ?? {}).reduce((sum, n) => sum + n, 0);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '50' },
      from: { type: 'string', default: '1' },
      runs: { type: 'string', default: '2000' },
      kills: { type: 'string', default: '4' },
      workers: { type: 'string', default: '3' },
    },
  });
  const [seeds, from, runs, kills, workers] = [
    ...[values.seeds, values.from, values.runs, values.kills, values.workers].map(Number),
  ] as [number, number, number, number, number];
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-automation-credits-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await prepareDatabase({ url: postgres.url });
  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const twilio = await openTwilio();
  const fleet = await startChaosFleet(postgres.url, join(dataDir, 'server'), workers, {
    TWILIO_BASE_URL: twilio.url,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM_NUMBER: '+15550100',
    WORKER_CONCURRENCY: '50',
  });
  let wrong = 0;
  try {
    for (let seed = from; seed < from + seeds; seed++) {
      const began = Date.now();
      const ledger = await playSeed(fleet, sql, seed, runs, kills, workers);
      const spent = Math.min(1_000, runs) * 1_000_000;
      const isRight =
        ledger.completed === Math.min(1_000, runs) &&
        ledger.completed + ledger.insufficient + failures(ledger) === runs &&
        ledger.paid === ledger.completed &&
        [ledger.paidMicros, ledger.hours].every((sum) => Number(sum) === spent) &&
        [ledger.balance, ledger.ledger].every((sum) => Number(sum) === 1_000_000_000 - spent) &&
        ledger.reserved === '0' &&
        ledger.held === '0';
      if (!isRight) wrong++;
      say(
        `seed ${seed}: ${isRight ? 'right' : 'WRONG'} in ${((Date.now() - began) / 1_000).toFixed(1)} s ${JSON.stringify(ledger)}`,
      );
    }
    say(`${seeds} seeds, ${wrong} wrong; processes that ended unexpectedly: ${fleet.ended.length}`);
    for (const words of fleet.ended) say(words);
    if (wrong > 0 || fleet.ended.length > 0) process.exitCode = 1;
  } finally {
    await fleet.stop();
    twilio.close();
    await sql.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
