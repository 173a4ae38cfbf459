import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { StepRecord } from '../../../../../src/contexts/automation/executions/checkpoint/execution-record.js';
import { type DrivenRun, driveInMemory } from './drive-in-memory.js';
import { any, type Expectation, type Expected, evaluate, evaluatedKey } from './evaluate.js';
import { type Block, flatten, type Item, randomGraph, seededRandom } from './world.js';

/** Set it to see a failure again. */
const firstSeed = randomInt(1_000_000_000);
const graphs = 600;

function itemsOf(block: Block): Item[] {
  return block.nodes.flatMap((node) => [node, ...(node.body ? itemsOf(node.body) : [])]);
}

/** What is wrong with a run, in words; nothing where it went by the rules. */
function violationsOf({ steps, end }: DrivenRun, expected: Expectation): string[] {
  const violations: string[] = [];
  const seen = new Map([...steps.values()].map((step) => [evaluatedKey(step.iteration, step.nodeId), step]));
  for (const [key, step] of seen) {
    const wanted = expected.steps.get(key);
    if (!wanted) violations.push(`${key} is ${step.status} and was not to be visited`);
    else if (step.status !== 'cancelled' || !expected.unsure.has(key))
      violations.push(...differences(key, step, wanted));
  }
  for (const [key, { status }] of expected.steps) {
    if (!seen.has(key) && !expected.unsure.has(key)) violations.push(`${key} is missing, it was to be ${status}`);
  }
  for (const keys of expected.culprits) {
    if (!keys.some((key) => seen.get(key)?.status === 'failed')) violations.push(`none of ${keys.join(', ')} failed`);
  }
  if (!expected.statuses.has(end.status)) violations.push(`the run is ${end.status}: ${JSON.stringify(end.error)}`);
  if (expected.unsure.size === 0 && !alike(end.output, expected.output)) {
    violations.push(`the run's output is ${JSON.stringify(end.output)}, not ${JSON.stringify(expected.output)}`);
  }
  return violations;
}

function differences(key: string, step: StepRecord, wanted: Expected): string[] {
  const names = ['status', 'handle', 'attempt', 'output'] as const;
  return names
    .filter((name) => !alike(step[name], wanted[name]))
    .map((name) => `${key}: ${name} is ${JSON.stringify(step[name])}, not ${JSON.stringify(wanted[name])}`);
}

function alike(value: unknown, wanted: unknown): boolean {
  if (wanted === any) return true;
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(wanted)) return false;
  const keys = Object.keys(wanted);
  if (keys.length !== Object.keys(value).length) return false;
  return keys.every(
    (key) => Object.hasOwn(value, key) && alike(value[key as keyof typeof value], wanted[key as keyof typeof wanted]),
  );
}

async function play(
  seed: number,
  crashes: number,
): Promise<{ violations: string[]; run: DrivenRun; wanted: Expectation }> {
  const random = seededRandom(seed);
  const graph = randomGraph(random);
  const calls = new Map(itemsOf(graph).map((item) => [item.id, item]));
  const fails = (nodeId: string, iteration: string, attempt: number) => {
    const { on, failures } = calls.get(nodeId) as Item;
    return on.includes(Number(iteration.split('.').at(-1))) && attempt <= failures;
  };
  const wanted = evaluate(graph);
  const run = await driveInMemory({ graph: flatten(graph), fails, random, crashes });
  return { violations: violationsOf(run, wanted), run, wanted };
}

describe('the records of runs over random graphs', () => {
  test.each([
    ['whoever drives them undisturbed', 0],
    ['and whoever takes them over halfway', 6],
  ])(
    'equal those of a simple evaluator, %s',
    async (_, crashes) => {
      const seen = { steps: 0, looped: 0, failed: 0, skipped: 0, retried: 0, toTheEnd: 0, takeovers: 0 };
      for (let seed = firstSeed; seed < firstSeed + graphs; seed++) {
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
      process.stdout.write(`${graphs} random graphs from seed ${firstSeed}: ${JSON.stringify(seen)}\n`);
      // Else the graphs show less than they say.
      expect(seen.toTheEnd).toBeGreaterThan(graphs / 3);
      expect(seen.looped).toBeGreaterThan(graphs);
    },
    120_000,
  );
});
