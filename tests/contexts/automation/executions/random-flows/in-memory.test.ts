import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { choicesOf, randomOf, seededRandom } from './choices.js';
import { violationsOf } from './compare.js';
import { drawFlow } from './draw-flow.js';
import { type DrivenRun, driveInMemory } from './drive-in-memory.js';
import { flatten } from './flatten.js';
import { itemsOf } from './flow-model.js';
import { type Expectation, interpret } from './interpret.js';
import { failureOf } from './node-kinds/effect-kinds.js';
import { kindsInMemory, trigger } from './node-kinds/index.js';

/** Set it to see a failure again. */
const firstSeed = randomInt(1_000_000_000);
const flows = 600;

interface Played {
  violations: string[];
  run: DrivenRun;
  wanted: Expectation;
}

async function play(seed: number, crashes: number): Promise<Played> {
  const flow = drawFlow(randomOf(choicesOf(seed)), kindsInMemory, trigger);
  const items = new Map(itemsOf(flow).map((item) => [item.id, item]));
  const wanted = interpret(flow);
  const run = await driveInMemory({
    graph: flatten(flow, { calledFlow: () => '', url: 'http://world.test' }),
    fails: (nodeId, iteration, attempt) => failureOf(items.get(nodeId), Number(iteration.split('.').at(-1)), attempt),
    random: seededRandom(seed),
    crashes,
  });
  return { violations: violationsOf([...run.steps.values()], run.end, wanted), run, wanted };
}

describe('the records of executions of random flows', () => {
  test.each([
    ['whoever drives them undisturbed', 0],
    ['and whoever takes them over halfway', 6],
  ])(
    'equal those of a simple interpreter, %s',
    async (_, crashes) => {
      const seen = { steps: 0, looped: 0, failed: 0, skipped: 0, retried: 0, toTheEnd: 0, takeovers: 0 };
      for (let seed = firstSeed; seed < firstSeed + flows; seed++) {
        const { violations, run, wanted } = await play(seed, crashes);
        expect({ seed, violations }).toEqual({ seed, violations: [] });
        const steps = [...run.steps.values()];
        seen.steps += steps.length;
        seen.looped += steps.filter(({ iteration }) => iteration !== '').length;
        seen.failed += steps.filter(({ status }) => status === 'failed').length;
        seen.skipped += steps.filter(({ status }) => status === 'skipped').length;
        seen.retried += steps.filter(({ attempt }) => attempt > 1).length;
        seen.toTheEnd += Number(wanted.unsure.size === 0);
        seen.takeovers += run.takeovers;
      }
      process.stdout.write(`${flows} random flows from seed ${firstSeed}: ${JSON.stringify(seen)}\n`);
      // Else the flows show less than they say.
      expect(seen.toTheEnd).toBeGreaterThan(flows / 3);
      expect(seen.looped).toBeGreaterThan(flows);
    },
    120_000,
  );
});
