import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { percentile } from '../harness/figures.js';
import { killPostgres, startChaosFleet } from './processes.js';
import { randomFrom } from './random.js';
import { openRecorder } from './recorder.js';

/** Milliseconds within which every execution must have ended after the last failure. */
const settleMs = 60_000;

/** webhook → two calls side by side → one of them waits a second → set. */
function chaosFlow(url: string) {
  const node = (id: string, type: string, data: object = {}) => ({ id, type, position: { x: 0, y: 0 }, data });
  const edge = (source: string, target: string, sourceHandle?: string) => ({
    ...{ id: `${source}-${target}`, source, target },
    ...(sourceHandle && { sourceHandle }),
  });
  return {
    name: 'Chaos',
    settings: { triggerType: 'webhook', maxConcurrent: 1000 },
    nodes: [
      node('start', 'trigger.webhook'),
      node('a', 'http.request', { method: 'POST', url, body: '{"n":{{triggerData.n}}}' }),
      node('b', 'http.request', { method: 'GET', url }),
      node('wait', 'logic.delay', { seconds: 1 }),
      node('end', 'data.set', { assignments: [{ name: 'done', value: '{{steps.a.body.ok}}' }] }),
    ],
    edges: [
      edge('start', 'a'),
      edge('start', 'b'),
      edge('a', 'wait', 'out'),
      edge('wait', 'end'),
      edge('b', 'end', 'out'),
    ],
  };
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5000' },
      kills: { type: 'string', default: '50' },
      restarts: { type: 'string', default: '10' },
      workers: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    },
  });
  const [runs, kills, restarts, workers, seed] = [
    ...[values.runs, values.kills, values.restarts, values.workers, values.seed].map(Number),
  ] as [number, number, number, number, number];
  const random = randomFrom(seed);
  say(
    `chaos: ${runs} executions, ${kills} workers killed, ${restarts} restarts of Postgres, ${workers} workers, seed ${seed}`,
  );

  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-automation-chaos-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await prepareDatabase({ url: postgres.url });
  const sql = new pg.Pool({ connectionString: postgres.url, max: 4 });
  sql.on('error', () => undefined);
  const recorder = await openRecorder(sql);
  const fleet = await startChaosFleet(postgres.url, join(dataDir, 'server'), workers);
  try {
    const { webhookUrl } = await createBenchFlow(await createTenant(fleet.url), chaosFlow(recorder.url));
    const url = `${fleet.url}${new URL(webhookUrl ?? '').pathname}${new URL(webhookUrl ?? '').search}`;
    const accepted = new Set<string>();
    let refused = 0;
    let posting = true;
    const post = async () => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ n: accepted.size }),
      }).catch(() => null);
      if (answer?.status !== 202) {
        refused++;
        await answer?.body?.cancel();
        return delay(50);
      }
      accepted.add(((await answer.json()) as { data: { executionId: string } }).data.executionId);
    };
    const lanes = Array.from({ length: 8 }, async () => {
      while (posting || accepted.size < runs) {
        await post();
        // The load lasts as long as the failures.
        if (accepted.size > runs * 0.9 && posting) await delay(200);
      }
    });
    const failures = [...Array(kills).fill('kill'), ...Array(restarts).fill('restart')].sort(() => random() - 0.5);
    for (const [index, violation] of failures.entries()) {
      await delay(800 + random() * 2_400);
      if (violation === 'kill') await fleet.killWorker(Math.floor(random() * workers));
      else killPostgres(dataDir);
      if ((index + 1) % 10 === 0)
        say(`${index + 1} failures, ${accepted.size} executions accepted, ${refused} calls refused`);
    }
    const lastViolation = Date.now();
    posting = false;
    await Promise.all(lanes);
    const lastRun = Date.now();
    const left = await settle(sql, lastRun + settleMs);
    const settled = Date.now() - lastViolation;
    const { rows: states } = await sql.query<{ status: string; n: number }>(
      'select status, count(*)::int as n from executions group by 1 order by 1',
    );
    const { rows: steps } = await sql.query<{ status: string; n: number }>(
      'select status, count(*)::int as n from execution_steps group by 1 order by 1',
    );
    const { rows: lost } = await sql.query<{ n: number }>(
      'select count(*)::int as n from unnest($1::uuid[]) as a(id) where not exists (select from executions e where e.id = a.id)',
      [[...accepted]],
    );
    const { rows: times } = await sql.query<{ ms: number }>(
      'select extract(epoch from finished_at - created_at)::float8 * 1000 as ms from executions where finished_at is not null',
    );
    const ms = times.map((row) => row.ms);
    const again = [...recorder.calls.values()].filter((count) => count > 1).length;
    say(
      `executions: ${accepted.size} accepted, ${lost[0]?.n} lost, ${left} not ended within ${settleMs / 1000} s; ${JSON.stringify(states)}`,
    );
    say(
      `steps: ${JSON.stringify(steps)}; ${again} interrupted calls made again, ${recorder.repeated.length} completed steps repeated`,
    );
    say(
      `duration of an execution: p50 ${percentile(ms, 0.5).toFixed(0)} ms, p99 ${percentile(ms, 0.99).toFixed(0)} ms`,
    );
    say(`all ended ${(settled / 1000).toFixed(1)} s after the last failure`);
    say(`processes that ended unexpectedly: ${fleet.ended.length}`);
    for (const words of fleet.ended) say(words);
    const failed = states.some(({ status }) => status !== 'completed');
    if (lost[0]?.n || left || failed || recorder.repeated.length || fleet.ended.length) process.exitCode = 1;
  } finally {
    await fleet.stop();
    recorder.close();
    await sql.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Waits until no execution is running, or the time is over. @returns how many are still running */
async function settle(sql: pg.Pool, deadline: number): Promise<number> {
  for (;;) {
    const { rows } = await sql
      .query<{ n: number }>("select count(*)::int as n from executions where status = 'running'")
      .catch(() => ({ rows: [{ n: -1 }] }));
    const left = rows[0]?.n ?? 0;
    if (left === 0 || Date.now() > deadline) return left;
    await delay(250);
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
