import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compilePlan,
  type Decision,
  decideNext,
  type Graph,
  type Plan,
  type StepState,
} from '../../src/engine/index.js';
import { catalogue, node } from './catalogue.js';
import { type Played, playRun } from './play.js';
import { referenceRun } from './reference-execution.js';

const types = ['task', 'task', 'if', 'any', 'risky', 'stop', 'switch'] as const;
const handlesOf: Record<string, (string | null)[]> = {
  'trigger.manual': ['out'],
  task: ['out', 'out', 'out', null],
  if: ['true', 'false'],
  any: ['out'],
  risky: ['out', 'error', null],
  stop: [null],
  switch: ['case:a', 'case:b', 'default'],
};

/** A graph without cycles, the handle of each of its nodes, the start node, and random numbers for the order. */
const world = fc
  .record({
    kinds: fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 12 }),
    wires: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 30 }),
    ends: fc.array(fc.nat(), { minLength: 13, maxLength: 13 }),
    start: fc.option(fc.nat()),
    dice: fc.array(fc.nat(), { minLength: 1, maxLength: 40 }),
  })
  .map(({ kinds, wires, ends, start, dice }) => {
    const nodes = [
      node('n0', 'trigger.manual'),
      ...kinds.map((kind, index) =>
        node(`n${index + 1}`, kind, kind === 'switch' ? { cases: [{ id: 'a' }, { id: 'b' }] } : {}),
      ),
    ];
    const typeOf = (index: number) => nodes[index]?.type ?? '';
    const edges = wires.flatMap(([from, to, by], index) => {
      const target = 1 + (to % kinds.length);
      const source = from % target;
      const handles = (handlesOf[typeOf(source)] ?? []).filter((handle) => handle !== null);
      const handle = handles[by % Math.max(1, handles.length)];
      if (handle === undefined) return [];
      const first = (handlesOf[typeOf(source)] ?? [])[0];
      return [
        {
          id: `e${index}`,
          source: `n${source}`,
          target: `n${target}`,
          sourceHandle: handle === first && by % 2 ? null : handle,
        },
      ];
    });
    const fate = new Map(
      nodes.map(({ id, type }, index) => [
        id,
        (handlesOf[type] ?? [])[(ends[index] ?? 0) % (handlesOf[type]?.length ?? 1)] ?? null,
      ]),
    );
    return { graph: { nodes, edges } as Graph, fate, startNodeId: `n${(start ?? 0) % nodes.length}`, dice };
  });

function roll(dice: readonly number[]): (count: number) => number {
  let at = 0;
  return (count) => (dice[at++ % dice.length] ?? 0) % count;
}

function sorted({ start, skip, finish, settled }: Decision): unknown {
  const names = (list: readonly { nodeId: string; iteration: string }[]) =>
    list.map(({ nodeId, iteration }) => `${nodeId}@${iteration}`).sort();
  return { start: names(start), skip: names(skip), finish: names(finish), settled };
}

/** The same list in another order. */
function shuffled(steps: readonly StepState[], pick: (count: number) => number): StepState[] {
  const left = [...steps];
  return steps.map(() => left.splice(pick(left.length), 1)[0] as StepState);
}

/** Checks that starts and skips were correct when they were decided. */
function checkMoment(plan: Plan, { steps }: Played): void {
  const byId = new Map(steps.map((step) => [step.nodeId, step]));
  for (const { nodeId, status } of steps) {
    const planned = plan.nodes.get(nodeId);
    if (!planned || nodeId === plan.startNodeId) continue;
    const sources = planned.incoming.map((edge) => ({ edge, step: byId.get(edge.source) }));
    const settled = sources.filter(({ step }) => step && step.status !== 'running');
    const arrived = settled.filter(({ edge, step }) => step?.handle === edge.sourceHandle);
    if (planned.join === 'all' || status === 'skipped') expect(settled).toHaveLength(sources.length);
    expect(arrived.length > 0).toBe(status !== 'skipped');
  }
}

describe('any execution of any graph without cycles', () => {
  test('starts and skips exactly the nodes of the definition, each once, in any order of events', () => {
    fc.assert(
      fc.property(world, ({ graph, fate, startNodeId, dice }) => {
        const plan = compilePlan(graph, catalogue, startNodeId);
        const end = (id: string) => fate.get(id) ?? null;
        const expected = referenceRun(graph, startNodeId, end);
        const pick = roll(dice);
        const play = ({ nodeId }: { nodeId: string }) => {
          const handle = end(nodeId);
          return {
            handle,
            status: handle === null || handle === 'error' ? ('failed' as const) : ('completed' as const),
          };
        };
        const played = playRun(
          plan,
          (visit) => play(visit),
          pick,
          (moment) => {
            const rebuilt = decideNext(plan, shuffled(moment.steps, pick));
            expect(sorted(rebuilt)).toEqual(sorted(moment.state.decision()));
            checkMoment(plan, moment);
          },
        );
        expect(played.started.toSorted()).toEqual(expected.ran);
        expect(played.skipped.toSorted()).toEqual(expected.skipped);
        expect(played.state.settled).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
