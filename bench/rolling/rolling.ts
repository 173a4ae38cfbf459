import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { prepareDatabase } from '../../src/app/prepare-database.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.js';
import { chaosFlow } from '../chaos/flows.js';
import { openRecorder } from '../chaos/recorder.js';
import { createBenchFlow, createTenant, type Tenant } from '../harness/client.js';
import { type Balancer, startBalancer, type Upstream } from './balancer.js';
import { type Member, startMember } from './member.js';
import { type Counts, startRequests } from './requests.js';

const usage = `npm run trial -- rolling [--rounds 1] [--lanes 8]

Restarts two APIs and two workers, one after the other, under load behind a balancer that honours /readyz. Exits with 1 if
a request failed, a call was made twice or an execution was lost.
--rounds  how often each process is restarted    --lanes  requests at once
`;
const settleMs = 60_000;
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({ options: { rounds: text('1'), lanes: text('8'), help: { type: 'boolean' } } });
  if (values.help) return say(usage);
  const dataDir = await mkdtemp(join(tmpdir(), 'workspace-automation-rolling-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await prepareDatabase({ url: postgres.url });
  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  const recorder = await openRecorder(sql, () => undefined);
  const members: Member[] = [];
  let balancer: Balancer | undefined;
  try {
    members.push(...(await startMembers(postgres.url, join(dataDir, 'server'))));
    const apis = members.slice(0, 2);
    balancer = await startBalancer(apis);
    const tenant = await createTenant(`http://127.0.0.1:${apis[0]?.port}`);
    const requests = startRequests(balancer.url, await endpoints(tenant, recorder.url), Number(values.lanes));
    await delay(2_000);
    for (let round = 0; round < Number(values.rounds); round++) for (const one of members) await restart(one);
    const counts = await requests.stop();
    const open = await settle(sql, Date.now() + settleMs);
    const again = [...recorder.calls.values()].filter((calls) => calls > 1).length;
    await judge(sql, counts, { open, again, repeated: recorder.repeated.length });
  } finally {
    balancer?.close();
    await Promise.allSettled(members.map((member) => member.stop()));
    recorder.close();
    await sql.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startMembers(databaseUrl: string, dataDir: string): Promise<Member[]> {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    REGISTRATION: 'open',
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '0',
    AUTH_RATE_LIMIT: '1000000',
    // Longer than two checks of the balancer.
    DRAIN_DELAY_SECONDS: '2',
    SHUTDOWN_GRACE_SECONDS: '30',
  };
  const first = 20_000 + (process.pid % 20_000);
  const portsOf = (index: number): Upstream => ({ port: first + 2 * index, healthPort: first + 2 * index + 1 });
  const members: Member[] = [];
  for (const [index, role] of (['api', 'api', 'worker', 'worker'] as const).entries()) {
    members.push(await startMember(role, portsOf(index), env));
  }
  return members;
}

/** A webhook that is accepted, one that returns the result of its execution, and a list. */
async function endpoints(tenant: Tenant, url: string) {
  const { settings, ...flow } = chaosFlow(url);
  const webhook = async (responseMode: string) => {
    const nodes = flow.nodes.map((node) => (node.id === 'start' ? { ...node, data: { responseMode } } : node));
    const { webhookUrl } = await createBenchFlow(tenant, { ...flow, nodes, settings });
    const { pathname, search } = new URL(webhookUrl ?? '');
    return {
      method: 'POST',
      path: pathname + search,
      headers: { 'content-type': 'application/json' },
      body: '{"n":1}',
    };
  };
  const headers = { authorization: `Bearer ${tenant.apiKey}` };
  const list = { method: 'GET', path: `/workspaces/${tenant.workspaceId}/flows`, headers };
  return { accepted: await webhook('accepted'), result: await webhook('result'), list };
}

async function restart(member: Member): Promise<void> {
  const { stopped, ready } = await member.restart();
  say(`${member.name}: stopped after ${stopped.toFixed(1)} s, ready ${ready.toFixed(1)} s later`);
  await delay(1_500);
}

/** Waits until no execution is running, or the time is over. @returns how many still are */
async function settle(sql: pg.Pool, deadline: number): Promise<number> {
  for (; ; await delay(250)) {
    const { rows } = await sql.query<{ n: number }>(
      "select count(*)::int as n from executions where status = 'running'",
    );
    const open = rows[0]?.n ?? 0;
    if (open === 0 || Date.now() > deadline) return open;
  }
}

async function judge(sql: pg.Pool, counts: Counts, calls: { open: number; again: number; repeated: number }) {
  const { rows } = await sql.query<{ completed: number; others: number; interrupted: number }>(
    `select count(*) filter (where status = 'completed')::int as completed,
       count(*) filter (where status <> 'completed')::int as others,
       (select count(*)::int from execution_steps where interruptions > 0) as interrupted from executions`,
  );
  const { completed = 0, others = 0, interrupted = 0 } = rows[0] ?? {};
  const kinds = Object.entries(counts.answered).map(([kind, count]) => `${count} ${kind}`);
  say(`requests: ${kinds.join(', ')}; failed: ${counts.failed.length}; slowest ${Math.round(counts.slowestMs)} ms`);
  for (const failure of counts.failed.slice(0, 10)) say(`  ${failure}`);
  say(`executions: ${completed} completed, ${others} others; ${interrupted} steps interrupted`);
  say(`calls made twice: ${calls.again}; calls of completed steps: ${calls.repeated}`);
  const started = (counts.answered.accepted ?? 0) + (counts.answered.result ?? 0);
  const isGood = counts.failed.length === 0 && calls.again === 0 && others === 0 && completed === started;
  say(isGood ? 'good' : 'NOT GOOD');
  if (!isGood) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  // What was started before the error would keep this process alive.
  process.exit(1);
});
