import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  afterFailure,
  compilePlan,
  decideNext,
  ExecutionState,
  inputsOf,
  loopItemOf,
  type Plan,
  type StepState,
  visibleOutputs,
} from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';
import { type Play, playRun } from './play.js';

const start = node('t', 'trigger.manual');
const simple = compilePlan(
  graphOf([start, node('l', 'loop'), node('a'), node('b'), node('z')], 't>l l.item>a a>b b>l.next l.done>z'),
  catalogue,
);
const nested = compilePlan(
  graphOf(
    [start, node('l', 'loop'), node('k', 'loop'), node('a'), node('b'), node('z')],
    't>l l.item>k k.item>a a>k.next k.done>b b>l.next l.done>z',
  ),
  catalogue,
);

const first = () => 0;
const outputOf = (steps: readonly StepState[], nodeId: string, iteration = '') =>
  steps.find((step) => step.nodeId === nodeId && step.iteration === iteration)?.output;

function looping(items: Record<string, unknown[]>, other: Play = () => ({})): Play {
  return (visit) => (items[visit.nodeId] ? { items: items[visit.nodeId] } : other(visit));
}

describe('a loop', () => {
  test('runs its body once for each item, one after the other, and continues with the results', () => {
    const { started, steps, state } = playRun(simple, looping({ l: ['x', 'y'] }), first);
    expect(started).toEqual(['t', 'l', 'a@0', 'b@0', 'a@1', 'b@1', 'z']);
    expect(outputOf(steps, 'l')).toEqual({ items: ['b@0', 'b@1'] });
    expect(state.settled).toBe(true);
  });

  test('without items continues at once, and its body leaves no step', () => {
    const { started, skipped, steps } = playRun(simple, looping({ l: [] }), first);
    expect(started).toEqual(['t', 'l', 'z']);
    expect(skipped).toEqual([]);
    expect(outputOf(steps, 'l')).toEqual({ items: [] });
  });

  test('that is skipped is skipped without its body, and so is what follows it', () => {
    const { skipped } = playRun(simple, ({ nodeId }) => (nodeId === 't' ? { handle: null } : {}), first);
    expect(skipped).toEqual(['l', 'z']);
  });

  test('within a loop nests its iterations in those around it', () => {
    const { started, steps } = playRun(nested, looping({ l: [1, 2], k: ['x', 'y'] }), first);
    expect(started).toEqual(['t', 'l', 'k@0', 'a@0.0', 'a@0.1', 'b@0', 'k@1', 'a@1.0', 'a@1.1', 'b@1', 'z']);
    expect(outputOf(steps, 'k', '1')).toEqual({ items: ['a@1.0', 'a@1.1'] });
    expect(outputOf(steps, 'l')).toEqual({ items: ['b@0', 'b@1'] });
  });

  test('skips dead branches in each iteration, and returns null without a result', () => {
    const plan = compilePlan(
      graphOf(
        [start, node('l', 'loop'), node('i', 'if'), node('a'), node('b')],
        't>l l.item>i i.true>a i.false>b a>l.next',
      ),
      catalogue,
    );
    const play = looping({ l: [1, 2] }, ({ nodeId, iteration }) =>
      nodeId === 'i' ? { handle: iteration === '0' ? 'true' : 'false' } : {},
    );
    const { started, skipped, steps } = playRun(plan, play, first);
    expect(started).toEqual(['t', 'l', 'i@0', 'a@0', 'i@1', 'b@1']);
    expect(skipped).toEqual(['b@0', 'a@1']);
    expect(outputOf(steps, 'l')).toEqual({ items: ['a@0', null] });
  });

  test('returns a map by node ID for an item with results of several branches', () => {
    const plan = compilePlan(
      graphOf([start, node('l', 'loop'), node('a'), node('b')], 't>l l.item>a l.item>b a>l.next b>l.next'),
      catalogue,
    );
    expect(outputOf(playRun(plan, looping({ l: [1] }), first).steps, 'l')).toEqual({ items: [{ a: 'a@0', b: 'b@0' }] });
  });

  test('without a body completes ten thousand items at once', () => {
    const plan = compilePlan(graphOf([start, node('l', 'loop'), node('z')], 't>l l.done>z'), catalogue);
    const { started, steps } = playRun(plan, looping({ l: Array.from({ length: 10_000 }, () => 1) }), first);
    expect(started).toEqual(['t', 'l', 'z']);
    expect((outputOf(steps, 'l') as { items: unknown[] }).items).toHaveLength(10_000);
  });

  test('whose items are not known yet is started again after a crash', () => {
    const bare: StepState = { nodeId: 'l', iteration: '', status: 'running', handle: null, output: null };
    const state = new ExecutionState(simple, [
      { nodeId: 't', iteration: '', status: 'completed', handle: 'out', output: 1 },
      bare,
    ]);
    expect(state.decision()).toMatchObject({ start: [], settled: false });
    const begun = state.record({ ...bare, handle: 'item', output: { items: ['x'] } });
    expect(begun.start).toEqual([{ nodeId: 'a', iteration: '0' }]);
  });

  test('that fails starts nothing more, and the loop around it continues with its next item', () => {
    const patient = compilePlan(
      graphOf(
        [start, node('l', 'loop', { onItemError: 'continue' }), node('k', 'loop'), node('a'), node('b'), node('z')],
        't>l l.item>k k.item>a a>k.next k.done>b b>l.next l.done>z',
      ),
      catalogue,
    );
    const state = new ExecutionState(patient);
    const done = (nodeId: string, iteration = ''): StepState => ({
      nodeId,
      iteration,
      status: 'completed',
      handle: 'out',
      output: 1,
    });
    const looped = (nodeId: string, iteration = ''): StepState => ({
      nodeId,
      iteration,
      status: 'running',
      handle: 'item',
      output: { items: [1, 2] },
    });
    for (const step of [
      done('t'),
      looped('l'),
      looped('k', '0'),
      { ...done('a', '0.0'), status: 'failed' as const, handle: null },
    ])
      state.record(step);
    expect(state.decision()).toMatchObject({ start: [], finish: [{ nodeId: 'k', iteration: '0', status: 'failed' }] });
    const { start: next, skip } = state.record({ ...looped('k', '0'), status: 'failed', handle: null });
    expect(next).toEqual([{ nodeId: 'k', iteration: '1' }]);
    expect(skip).toEqual([]);
    expect(state.decision().start).toEqual(next);
    expect(decideNext(patient, [...state.steps.values()].toReversed()).start).toEqual(next);
  });

  test('ends an item at its first failure: its other steps are over, and its result is null', () => {
    const plan = compilePlan(
      graphOf(
        [start, node('l', 'loop', { onItemError: 'continue' }), node('a', 'risky'), node('b'), node('c'), node('m')],
        't>l l.item>a l.item>b l.item>c b>l.next a>m b>m m>l.next',
      ),
      catalogue,
    );
    const state = new ExecutionState(plan);
    const step = (nodeId: string, iteration: string, rest: Partial<StepState>): StepState => ({
      nodeId,
      iteration,
      status: 'completed',
      handle: 'out',
      output: nodeId,
      ...rest,
    });
    state.record(step('t', '', {}));
    state.record(step('l', '', { status: 'running', handle: 'item', output: { items: [1, 2] } }));
    state.record(step('b', '0', {}));
    state.record(step('c', '0', { status: 'running', handle: null }));
    const { start: next } = state.record(step('a', '0', { status: 'failed', handle: null }));
    expect(next.map(({ nodeId, iteration }) => nodeId + iteration)).toEqual(['a1', 'b1', 'c1']);
    expect(state.isOver({ nodeId: 'c', iteration: '0' })).toBe(true);
    expect(state.isOver({ nodeId: 'a', iteration: '1' })).toBe(false);
    expect(state.record(step('c', '0', { status: 'cancelled', handle: null }))).toMatchObject({ start: [], skip: [] });
    for (const nodeId of ['a', 'b', 'c']) state.record(step(nodeId, '1', {}));
    expect(state.record(step('m', '1', {})).finish).toMatchObject([{ output: { items: [null, { b: 'b', m: 'm' }] } }]);
  });

  test('does not hang when an execution starts inside a body without its loop', () => {
    const plan = compilePlan(
      graphOf([start, node('l', 'loop'), node('a'), node('b')], 't>l l.item>a a>b b>l.next'),
      catalogue,
      'a',
    );
    const { started, state } = playRun(plan, () => ({}), first);
    expect(started).toEqual(['a', 'b']);
    expect(state.settled).toBe(true);
  });
});

describe('the scope of a visit in a loop', () => {
  const midway = playRun(nested, looping({ l: [{ id: 'p' }, { id: 'q' }], k: ['x', 'y'] }), first).steps;
  const open = (nodeId: string, iteration: string, items: unknown[]): StepState => ({
    nodeId,
    iteration,
    status: 'running',
    handle: 'item',
    output: { items },
  });
  const steps = [
    ...midway.filter(
      ({ nodeId, iteration }) => !(nodeId === 'l' || (nodeId === 'k' && iteration === '1') || nodeId === 'z'),
    ),
    open('l', '', [{ id: 'p' }, { id: 'q' }]),
    open('k', '1', ['x', 'y']),
  ];

  test('has its items, the outputs around it and those of its own iteration', () => {
    const visit = { nodeId: 'a', iteration: '1.1' };
    expect(loopItemOf(nested, steps, visit)).toEqual({ item: 'y', index: 1 });
    expect(inputsOf(nested, steps, visit)).toEqual({ k: { item: 'y', index: 1 } });
    expect(visibleOutputs(nested, steps, { nodeId: 'b', iteration: '0' })).toEqual({
      t: 't',
      l: { item: { id: 'p' }, index: 0 },
      k: { items: ['a@0.0', 'a@0.1'] },
      b: 'b@0',
    });
    expect(visibleOutputs(nested, steps, visit)).toMatchObject({
      l: { item: { id: 'q' }, index: 1 },
      k: { item: 'y', index: 1 },
    });
    expect(loopItemOf(nested, steps, { nodeId: 't', iteration: '' })).toBeNull();
  });
});

describe('a failure in a loop', () => {
  const plan = (onItemError?: string, retried = {}): Plan =>
    compilePlan(
      graphOf([start, node('l', 'loop', { onItemError }), node('a', 'risky', retried)], 't>l l.item>a a>l.next'),
      catalogue,
    );

  test('stops the loop, or only its item with onItemError', () => {
    expect(afterFailure(plan(), { nodeId: 'a', iteration: '0' })).toEqual({ kind: 'loop', loop: 'l' });
    expect(afterFailure(plan('stop'), { nodeId: 'a', iteration: '0' })).toEqual({ kind: 'loop', loop: 'l' });
    expect(afterFailure(plan('continue'), { nodeId: 'a', iteration: '0' })).toEqual({ kind: 'item', loop: 'l' });
    expect(afterFailure(plan(), { nodeId: 'l', iteration: '' })).toEqual({ kind: 'run' });
    expect(afterFailure(plan('stop', { onError: 'continue' }), { nodeId: 'a', iteration: '0' })).toEqual({
      kind: 'leave',
      handle: 'out',
    });
  });
});

test('a failure whose handle leads back into the loop is a result of its item', () => {
  const plan = compilePlan(
    graphOf([start, node('l', 'loop'), node('a', 'risky')], 't>l l.item>a a>l.next a.error>l.next'),
    catalogue,
  );
  expect(afterFailure(plan, { nodeId: 'a', iteration: '0' })).toEqual({ kind: 'leave', handle: 'error' });
});

test('a node with each in a loop runs once for each item, and is rebuilt from its steps in any order', () => {
  const plan = compilePlan(
    graphOf(
      [start, node('l', 'loop'), node('a', 'if', { each: [], onItemError: 'continue' }), node('b')],
      't>l l.item>a a.out>b b>l.next',
    ),
    catalogue,
  );
  const sizes = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), sizes, (stream, counts) => {
      const pick = (count: number) => stream.next().value % count;
      const itemsOf = (nodeId: string, iteration: string) => {
        if (nodeId === 'l') return counts;
        return nodeId === 'a' && !iteration.includes('.') ? Array.from({ length: counts[+iteration] ?? 0 }) : undefined;
      };
      const play: Play = ({ nodeId, iteration }) => {
        const items = itemsOf(nodeId, iteration);
        if (items) return { items: [...items] };
        return nodeId === 'a' ? { handle: 'false', output: iteration } : {};
      };
      const { state, started, steps } = playRun(plan, play, pick, (moment) => {
        const order = moment.steps.toSorted(() => pick(3) - 1);
        expect(moment.state.decision()).toMatchObject(decideNext(plan, order));
      });
      expect(state.settled).toBe(true);
      expect(started).toHaveLength(2 + counts.reduce((sum, size) => sum + size + 2, 0));
      for (const [at, count] of counts.entries()) {
        const results = Array.from({ length: count }, (_, item) => ({ handle: 'false', output: `${at}.${item}` }));
        expect(outputOf(steps, 'a', String(at))).toEqual(results);
      }
    }),
    { numRuns: 100 },
  );
});

test('any nested loops run each item once, settle, and are rebuilt from their steps in any order', () => {
  const sizes = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(sizes, fc.array(fc.nat(), { minLength: 1, maxLength: 30 }), (counts, dice) => {
      let at = 0;
      const pick = (count: number) => (dice[at++ % dice.length] ?? 0) % count;
      const count = (key: string) =>
        counts[[...key].reduce((sum, char) => sum + char.charCodeAt(0), 0) % counts.length] ?? 0;
      const play: Play = ({ nodeId, iteration }) =>
        nodeId === 'l' || nodeId === 'k'
          ? { items: Array.from({ length: count(nodeId + iteration) }, (_, i) => i) }
          : {};
      const { state, started, steps } = playRun(nested, play, pick, (moment) => {
        const order = moment.steps.toSorted(() => pick(3) - 1);
        expect(moment.state.decision()).toMatchObject(decideNext(nested, order));
      });
      expect(state.settled).toBe(true);
      expect(new Set(started).size).toBe(started.length);
      const outer = count('l');
      const inner = Array.from({ length: outer }, (_, index) => count(`k${index}`));
      expect(started).toHaveLength(3 + outer * 2 + inner.reduce((sum, size) => sum + size, 0));
      expect((outputOf(steps, 'l') as { items: unknown[] }).items).toHaveLength(outer);
    }),
    { numRuns: 300 },
  );
});
