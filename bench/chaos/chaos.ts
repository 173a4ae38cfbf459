import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { createBenchFlow, createTenant } from '../harness/client.js';
import { chaosFlow, guiltyFlow } from './flows.js';
import { startIdleWriters } from './idle-writers.js';
import { type Load, openLoad, postAtOnce, postEvenly } from './load.js';
import { openMix } from './mix.js';
import { type ChaosOptions, readOptions, usage } from './options.js';
import { childrenOf, processOfPort } from './process-of-port.js';
import { type ChaosFleet, killPostgres, startChaosFleet } from './processes.js';
import { randomFrom } from './random.js';
import { openRecorder } from './recorder.js';
import { soak } from './soak.js';
import { judge } from './verdict.js';

/** Milliseconds within which every execution must have ended after the last one was started. */
const settleMs = 60_000;
/** Between two failures. */
const pauseMs = { least: 800, random: 2_400 };
const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * What surrounds the server in the hostile mode: transactions of others that stay open, a disk on which each commit takes
 * 20 ms longer, and workers whose clocks differ by a minute.
 */
const hostile = {
  idleWriters: 3,
  settings: { commit_delay: '20000', commit_siblings: '0' },
  clockMs: (worker: number) => (worker % 2 === 0 ? 30_000 : -30_000),
};

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return say(usage);
  say(`chaos: ${JSON.stringify(options)}`);
  const isHostile = options.mode === 'hostile';
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-automation-chaos-'));
  const postgres = await startEmbeddedPostgres({ dataDir, ...(isHostile && { settings: hostile.settings }) });
  await prepareDatabase({ url: postgres.url });
  const sql = new pg.Pool({ connectionString: postgres.url, max: 4 });
  sql.on('error', () => undefined);
  const clockMs = isHostile ? hostile.clockMs : undefined;
  const fleet = await startChaosFleet(postgres.url, join(dataDir, 'server'), options.workers, {}, clockMs);
  const recorder = await openRecorder(sql, (port) => killCaller(fleet, port));
  const random = randomFrom(options.seed);
  // In another database of the cluster, as programs of others are.
  const writers = startIdleWriters(postgres.adminUrl, isHostile ? hostile.idleWriters : 0, random);
  try {
    const tenant = await createTenant(fleet.url);
    const webhookOf = ({ webhookUrl }: { webhookUrl: string | null }) => {
      const { pathname, search } = new URL(webhookUrl ?? '');
      return fleet.url + pathname + search;
    };
    const load = openLoad(webhookOf(await createBenchFlow(tenant, chaosFlow(recorder.url))));
    const guilty = await createBenchFlow(tenant, guiltyFlow(recorder.url));
    if (options.soak > 0) say(await soak({ fleet, sql, load }, { minutes: options.soak, perSecond: options.rate }));
    const mix = options.mix ? await openMix(tenant, fleet.url, recorder) : null;
    const struck = { fleet, load, dataDir, random, guiltyUrl: webhookOf(guilty) };
    const lastFailureAt = options.soak > 0 ? null : await strike(options, struck);
    await mix?.stop();
    const since = lastFailureAt ?? Date.now();
    await settle(sql, Date.now() + settleMs);
    say(
      `all ended, or given up, ${((Date.now() - since) / 1_000).toFixed(1)} s after the last ${lastFailureAt ? 'failure' : 'start'}`,
    );
    const again = [...recorder.calls.values()].filter((count) => count > 1).length;
    const { accepted } = load;
    const { repeated } = recorder;
    const failingFlowId = mix?.failingFlowId;
    const outcome = {
      accepted,
      failingFlowId,
      lastFailureAt,
      guiltyFlowId: guilty.id,
      repeated,
      again,
      ended: fleet.ended,
    };
    const { lines, isGood } = await judge(sql, outcome);
    for (const line of lines) say(line);
    const mixed = await mix?.judge(sql);
    for (const line of mixed?.lines ?? []) say(line);
    if (!isGood || (mixed?.bad ?? 0) > 0) process.exitCode = 1;
  } finally {
    await writers.stop();
    await fleet.stop();
    recorder.close();
    await sql.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Struck {
  fleet: ChaosFleet;
  load: Load;
  dataDir: string;
  random: () => number;
  guiltyUrl: string;
}

/** Starts executions while workers and Postgres are killed, and guilty ones among them. @returns when the last failure was */
async function strike(options: ChaosOptions, { fleet, load, dataDir, random, guiltyUrl }: Struck): Promise<number> {
  const { runs, arrival, kills, restarts, guilty, workers } = options;
  const failures = [...Array(kills).fill('kill'), ...Array(restarts).fill('restart'), ...Array(guilty).fill('guilty')];
  failures.sort(() => random() - 0.5);
  let isOver = false;
  const meanMs = failures.length * (pauseMs.least + pauseMs.random / 2);
  const posting =
    arrival === 'even'
      ? postEvenly(load, runs / (meanMs / 1_000), () => !isOver || load.accepted.size < runs)
      : postAtOnce(load, runs, () => !isOver);
  for (const [index, failure] of failures.entries()) {
    await delay(pauseMs.least + random() * pauseMs.random);
    if (failure === 'kill') await fleet.killWorker(Math.floor(random() * workers));
    else if (failure === 'restart') while (!killPostgres(dataDir)) await delay(50);
    else while (!(await load.post(guiltyUrl)));
    if ((index + 1) % 10 === 0) {
      say(`${index + 1} failures, ${load.accepted.size} executions accepted, ${load.refused} calls refused`);
    }
  }
  const lastFailureAt = Date.now();
  isOver = true;
  await posting;
  return lastFailureAt;
}

/** Kills the process that made a call: a worker, or one that it has started to drive an execution alone. */
function killCaller(fleet: ChaosFleet, port: number): void {
  const workers = fleet.processes().slice(1);
  const families = workers.map(({ pid }) => [pid, ...childrenOf(pid)]);
  const pid = processOfPort(port, families.flat());
  const index = workers.findIndex((worker) => worker.pid === pid);
  if (index >= 0) void fleet.killWorker(index);
  else if (pid !== null) process.kill(pid, 'SIGKILL');
}

/** Waits until no execution is running, or the time is over. */
async function settle(sql: pg.Pool, deadline: number): Promise<void> {
  for (; Date.now() < deadline; await delay(250)) {
    const { rows } = await sql
      .query<{ n: number }>("select count(*)::int as n from executions where status = 'running'")
      .catch(() => ({ rows: [{ n: -1 }] }));
    if (rows[0]?.n === 0) return;
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  // What was started before the error would keep this process alive.
  process.exit(1);
});
