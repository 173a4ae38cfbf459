import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { choicesOf, randomOf } from '../contexts/automation/executions/random-flows/choices.js';
import { drawFlow } from '../contexts/automation/executions/random-flows/draw-flow.js';
import { nodeKinds, trigger } from '../contexts/automation/executions/random-flows/node-kinds/index.js';
import { openStage, type Stage } from '../contexts/automation/executions/random-flows/on-server/stage.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { loggedRandom } from '../support/random.js';
import { spawnWorker } from './spawn-worker.js';

const points = ['after-claim', 'before-effect', 'after-effect', 'before-timeout', 'before-settling'] as const;
/** `npm run trial -- random` plays many more, with crashes at every named point. */
const flows = 12;
const kills = 6;
/** Kills at points that every flow reaches at once; the others come by chance. */
const sure = 3;

let app: TestApp;
let stage: Stage;
const workers = new Set<ChildProcess>();
const life = new AbortController();
let killed = 0;

beforeAll(async () => {
  app = await startTestApp();
  stage = await openStage(app, () => killed);
});

afterAll(async () => {
  life.abort();
  for (const worker of workers) worker.kill('SIGKILL');
  await stage.stop();
  await app.stop();
});

/** A worker that kills itself when a point is reached for the n-th time, and then another one, until enough are dead. */
async function keepWorking(random: () => number): Promise<void> {
  while (!life.signal.aborted) {
    const isSure = killed < sure;
    const drawn = isSure ? points.filter((name) => !name.startsWith('before-')) : points;
    const point = killed < kills ? drawn[Math.floor(random() * drawn.length)] : undefined;
    // Few steps come to their timeout.
    const times = isSure || point === 'before-timeout' ? 1 : 1 + Math.floor(random() * 6);
    const options = {
      url: app.database.url,
      point,
      times,
      leaseSeconds: 2,
      codeNode: true,
    };
    const worker = spawnWorker(options, 'ignore');
    workers.add(worker);
    await once(worker, 'exit');
    workers.delete(worker);
    if (worker.signalCode === 'SIGKILL' && !life.signal.aborted) killed++;
  }
}

test('random flows come to what the rules say although workers are killed at any point', async () => {
  const random = loggedRandom('random flows');
  const firstSeed = Math.floor(random() * 1_000_000_000);
  const seeds = Array.from({ length: flows }, (_, index) => firstSeed + index);
  void keepWorking(random);
  void keepWorking(random);
  const violations = await stage.play(
    seeds.map((seed) => drawFlow(randomOf(choicesOf(seed)), nodeKinds, trigger)),
    120_000,
  );
  expect(
    seeds.flatMap((seed, index) => (violations[index]?.length ? [{ seed, wrong: violations[index] }] : [])),
  ).toEqual([]);
  expect(killed).toBeGreaterThan(sure - 1);
}, 180_000);
