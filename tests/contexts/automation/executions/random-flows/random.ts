import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../../../support/app.js';
import { startTestPostgres, stopTestPostgres } from '../../../../support/test-postgres.js';
import { startTestWorker } from '../../../../support/worker.js';
import { choices, choicesOf, randomOf, seededRandom } from './choices.js';
import { drawFlow } from './draw-flow.js';
import { nodeKinds, trigger } from './node-kinds/index.js';
import { Crashes } from './on-server/crashes.js';
import { openStage } from './on-server/stage.js';

/*
 * Runs many random flows on the real engine, with crashes at every named point, and compares each execution with a simple
 * interpreter. Prints the seeds that fail, and looks for the simplest flow that fails like the first of them.
 */

/** Flows that run at the same time. */
const batch = 50;
/** Milliseconds in which to look for a simpler flow. */
const shrinkMs = 180_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const flowOf = (list: readonly number[]) => drawFlow(randomOf(list), nodeKinds, trigger);

async function play(app: TestApp, crashes: Crashes, lists: readonly (readonly number[])[]): Promise<string[][]> {
  const stage = await openStage(app, (executionId) => crashes.interruptions.get(executionId) ?? 0);
  try {
    return await stage.play(lists.map(flowOf));
  } finally {
    await stage.stop();
  }
}

/** Prints the simplest flow that was found to fail like this seed. */
async function shrink(app: TestApp, crashes: Crashes, seed: number): Promise<void> {
  const deadline = Date.now() + shrinkMs;
  const property = fc.asyncProperty(choices, async (list) => {
    // What is not tried any more counts as simpler flows that do not fail.
    if (Date.now() > deadline) return;
    const [violations = []] = await play(app, crashes, [list]);
    if (violations.length > 0) throw new Error(violations.join('\n'));
  });
  const found = await fc.check(property, { seed, numRuns: 1 });
  if (!found.counterexample) return say(`Seed ${seed} did not fail again, alone: it depends on what happens when.`);
  say(`The simplest flow found, after ${found.numShrinks} steps: ${String(found.errorInstance)}`);
  say(JSON.stringify(flowOf(found.counterexample[0]), describe, 1));
}

function describe(key: string, value: unknown): unknown {
  return key === 'kind' ? (value as { name: string }).name : value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string' } },
  });
  const from = Number(values.from ?? randomInt(1_000_000_000));
  const count = Number(values.seeds);
  say(`${count} random flows from seed ${from}`);
  await startTestPostgres();
  const crashes = new Crashes(seededRandom(from));
  const app = await startTestApp({ worker: true, reached: crashes.reached });
  const other = await startTestWorker(app, { reached: crashes.reached });
  const failed: number[] = [];
  try {
    for (let first = from; first < from + count; first += batch) {
      const seeds = Array.from({ length: Math.min(batch, from + count - first) }, (_, index) => first + index);
      for (const [index, violations] of (await play(app, crashes, seeds.map(choicesOf))).entries()) {
        if (violations.length === 0) continue;
        failed.push(seeds[index] as number);
        say(`seed ${seeds[index]}: ${violations.join('\n  ')}`);
      }
    }
    say(`crashes: ${JSON.stringify(Object.fromEntries(crashes.byPoint))}`);
    say(`steps: ${await countSteps(app)}`);
    say(`${failed.length} of ${count} flows failed`);
    if (failed[0] !== undefined) await shrink(app, crashes, failed[0]);
  } finally {
    await other.stop();
    await app.stop();
    await stopTestPostgres();
  }
  if (failed.length > 0) process.exitCode = 1;
}

/** Shows that the flows do what they are to show. */
async function countSteps({ services }: TestApp): Promise<string> {
  const { rows } = await services.db.pool.query<{ type: string; status: string; count: number }>(
    `select node_type as type, status, count(*)::int as count from execution_steps group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ type, status, count }) => `${type} ${status} ${count}`).join(', ');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
