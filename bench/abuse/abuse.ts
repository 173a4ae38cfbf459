import { loadavg } from 'node:os';
import { startChild } from '../harness/child.js';
import { createTenant } from '../harness/client.js';
import { type FigureRow, percentile, showLatency, table } from '../harness/figures.js';
import { cpuSeconds, peakMemoryMb } from '../harness/meters.js';
import type { AttackMethods } from './attack.process.js';
import type { Attack } from './attacker.js';
import { attacks } from './attacks/index.js';
import { type AbuseOptions, goals, readOptions, usage } from './options.js';
import { openRig, type Rig } from './rig.js';
import { createOther, type Watched, watch } from './watch.js';

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** Milliseconds for which the server is watched after an attack. */
const afterwardsMs = 1_000;

interface Result {
  row: FigureRow;
  failed: string | null;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return say(usage);
  const chosen = attacks.filter(({ name }) => options.only.length === 0 || options.only.includes(name));
  say(`${chosen.length} attacks of ${options.seconds} s, seed ${options.seed}`);
  const rig = await openRig(options);
  const results: Result[] = [];
  try {
    for (const [index, attack] of chosen.entries()) {
      say(`${index + 1}/${chosen.length} ${attack.name}: ${attack.what}`);
      const result = await measure(rig, attack, options);
      results.push(result);
      say(`  ${result.failed ?? 'held'}`);
    }
  } finally {
    await rig.close();
  }
  const head = [
    'attack',
    'probe p50/p99/max ms',
    'other p50/p99/max ms',
    'machine max',
    'server CPU',
    'RSS peak MB',
    'load',
    'answers',
  ];
  const rows = results.map(({ row }) => row);
  say(table(head, rows));
  const failed = results.filter(({ failed: reason }) => reason !== null);
  if (results.some(({ row, failed: reason }) => row[0] === 'none' && reason !== null)) say(tooBusy);
  say(failed.length === 0 ? 'All attacks were held.' : `${failed.length} attacks exceeded the goals.`);
  if (failed.length > 0) process.exitCode = 1;
}

async function measure(rig: Rig, attack: Attack, { seconds, seed }: AbuseOptions): Promise<Result> {
  const server = await rig.start();
  const attacker = startChild<AttackMethods>(import.meta.resolve('./attack.process.js'));
  try {
    const other = await createOther(await createTenant(server.url, unique('other')), server.url);
    const { workspaceId, token, apiKey } = await createTenant(server.url, unique('attacker'));
    const watching = watch(server.url, other);
    const [cpu, began] = [cpuSeconds(server.pid), performance.now()];
    const target = { url: server.url, tenant: { workspaceId, token, apiKey }, slowUrl: rig.slowUrl, seconds, seed };
    const answers = await attacker.call('attack', attack.name, target).catch(async (error: unknown) => {
      await watching.stop();
      throw error;
    });
    await new Promise((resolve) => setTimeout(resolve, afterwardsMs));
    const used = (cpuSeconds(server.pid) - cpu) / ((performance.now() - began) / 1_000);
    const watched = await watching.stop();
    const shown = Object.entries(answers).map(([status, count]) => `${status} × ${count}`);
    const row = [
      attack.name,
      latency(watched.probe),
      latency(others(watched)),
      Math.max(...watched.machine).toFixed(0),
      `${Math.round(used * 100)} %`,
      peakMemoryMb(server.pid).toFixed(0),
      loadavg()[0]?.toFixed(1) ?? '',
      shown.join(', '),
    ];
    return { row, failed: reasonOf(watched, attack) };
  } finally {
    await attacker.stop();
    await server.stop();
  }
}

const tooBusy =
  'This machine is too busy: the goals are exceeded without an attack. Compare with the row none, and run again.';

const unique = (who: string) => `${who}-${process.pid}-${Date.now()}@example.com`;
const others = ({ list, read, execution }: Watched) => [...list, ...read, ...execution];
const latency = (times: number[]) => `${showLatency(times)}/${Math.max(...times).toFixed(0)}`;

/** Null if the goals were met. */
function reasonOf(watched: Watched, { probeMs = goals().probeMs }: Attack): string | null {
  const { otherMs } = goals();
  const [failure] = watched.failures;
  if (failure) return `${watched.failures.length} requests of the other workspace failed: ${failure.slice(0, 300)}`;
  const [probe, other] = [Math.max(...watched.probe), Math.max(...others(watched))];
  if (probe > probeMs)
    return `the probe waited up to ${probe.toFixed(0)} ms, p99 ${percentile(watched.probe, 0.99).toFixed(0)} ms`;
  if (other > otherMs) return `the other workspace waited up to ${other.toFixed(0)} ms`;
  return null;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  // What was started before the error would keep this process alive.
  process.exit(1);
});
