import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compilePlan, decideNext, ExecutionState, type StepState } from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';

const start = node('t', 'trigger.manual');
const merge = node('m', 'any', { cancelLosers: true });
const step = (nodeId: string, rest: Partial<StepState> = {}, iteration = ''): StepState => ({
  nodeId,
  iteration,
  status: 'completed',
  handle: 'out',
  output: nodeId,
  ...rest,
});
const running = (nodeId: string, iteration = '') => step(nodeId, { status: 'running', handle: null }, iteration);

describe('a merge that cancels losers', () => {
  const plan = compilePlan(
    graphOf(
      [start, node('a'), node('b'), node('c'), node('side'), merge, node('z')],
      't>a t>b b>c c>m a>m t>side side>m side>z m>z',
    ),
    catalogue,
  );

  test('has as losers the nodes from which only it can be reached', () => {
    expect(plan.nodes.get('m')?.losers.toSorted()).toEqual(['a', 'b', 'c']);
    expect(plan.nodes.get('side')?.losesTo).toEqual([]);
  });

  test('leaves behind what still runs of them, and skips what has not begun', () => {
    const state = new ExecutionState(plan, [step('t'), running('a'), running('b'), running('side')]);
    const change = state.record(step('a'));
    expect(change).toMatchObject({ start: [{ nodeId: 'm' }], over: true });
    expect(state.isOver({ nodeId: 'b', iteration: '' })).toBe(true);
    expect(state.isOver({ nodeId: 'side', iteration: '' })).toBe(false);
    const { skip } = state.record(step('b', { status: 'cancelled', handle: null }));
    expect(skip).toEqual([{ nodeId: 'c', iteration: '' }]);
  });

  test('skips a loser that was about to start', () => {
    const state = new ExecutionState(plan, [step('t'), running('a'), running('side')]);
    expect(state.isDue({ nodeId: 'b', iteration: '' })).toBe(true);
    expect(state.record(step('a')).skip.map(({ nodeId }) => nodeId)).toEqual(['b', 'c']);
    expect(state.isDue({ nodeId: 'b', iteration: '' })).toBe(false);
  });

  test('without losers to cancel lets every branch run to its end', () => {
    const patient = compilePlan(
      graphOf([start, node('a'), node('b'), node('m', 'any'), node('z')], 't>a t>b a>m b>m m>z'),
      catalogue,
    );
    const state = new ExecutionState(patient, [step('t'), running('a'), running('b')]);
    expect(state.record(step('a')).over).toBe(false);
    expect(state.isOver({ nodeId: 'b', iteration: '' })).toBe(false);
  });
});

test('a race ends the loop that lost it, with what runs in its body', () => {
  const plan = compilePlan(
    graphOf([start, node('l', 'loop'), node('x'), node('b'), merge], 't>l l.item>x x>l.next l.done>m t>b b>m'),
    catalogue,
  );
  const items = step('l', { status: 'running', handle: 'item', output: { items: [1, 2] } });
  const state = new ExecutionState(plan, [step('t'), items, running('x', '0'), running('b')]);
  state.record(step('b'));
  expect(state.isOver({ nodeId: 'l', iteration: '' })).toBe(true);
  const change = state.record({ ...items, status: 'cancelled', handle: null });
  expect(change).toMatchObject({ start: [], over: true });
  expect(state.isOver({ nodeId: 'x', iteration: '0' })).toBe(true);
});

test('a race inside a loop concerns its own iteration only', () => {
  const plan = compilePlan(
    graphOf([start, node('l', 'loop'), node('a'), node('b'), merge], 't>l l.item>a l.item>b a>m b>m m>l.next'),
    catalogue,
  );
  const progress = { concurrency: 2, next: 2, open: [0, 1], ended: false, steps: 0 };
  const items = step('l', { status: 'running', handle: 'item', output: { items: [1, 2] }, progress });
  const state = new ExecutionState(plan, [
    step('t'),
    items,
    ...['0', '1'].flatMap((i) => [running('a', i), running('b', i)]),
  ]);
  state.record(step('a', {}, '0'));
  expect(state.isOver({ nodeId: 'b', iteration: '0' })).toBe(true);
  expect(state.isOver({ nodeId: 'b', iteration: '1' })).toBe(false);
});

test('a race is decided alike from its steps in any order', () => {
  const plan = compilePlan(
    graphOf([start, node('a'), node('b'), node('c'), merge, node('z')], 't>a t>b b>c c>m a>m m>z'),
    catalogue,
  );
  const pool = [
    step('t'),
    step('a'),
    running('b'),
    step('b', { status: 'cancelled', handle: null }),
    step('c', { status: 'skipped', handle: null }),
    running('m'),
  ];
  const scenes = [
    pool.slice(0, 3),
    [pool[0], pool[1], pool[3]],
    [pool[0], pool[1], pool[3], pool[4]],
    [pool[0], pool[1]],
    pool.slice(0, 3).concat(pool.slice(5)),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...scenes), fc.array(fc.nat(), { minLength: 5, maxLength: 5 }), (steps, dice) => {
      const some = steps as StepState[];
      const shuffled = some.map((one, at) => ({ one, by: dice[at] ?? 0 })).toSorted((a, b) => a.by - b.by);
      expect(
        decideNext(
          plan,
          shuffled.map(({ one }) => one),
        ),
      ).toEqual(decideNext(plan, some));
    }),
  );
});

describe('a merge of a number of branches', () => {
  const three = graphOf(
    [start, node('a'), node('b'), node('c', 'if'), node('m', 'two'), node('z')],
    't>a t>b t>c a>m b>m c.true>m m>z',
  );
  const plan = compilePlan(three, catalogue);

  test('starts at the last arrival that it needs, and cancels the others', () => {
    const state = new ExecutionState(plan, [step('t'), running('a'), running('b'), running('c')]);
    expect(state.record(step('a')).start).toEqual([]);
    expect(state.isOver({ nodeId: 'c', iteration: '' })).toBe(false);
    expect(state.record(step('b'))).toMatchObject({ start: [{ nodeId: 'm' }], over: true });
    expect(state.isOver({ nodeId: 'c', iteration: '' })).toBe(true);
  });

  test('is skipped as soon as fewer branches can arrive, and what follows with it', () => {
    const failed = step('b', { status: 'failed', handle: null });
    const state = new ExecutionState(plan, [step('t'), running('a'), failed, running('c')]);
    const { skip } = state.record(step('c', { handle: 'false' }));
    expect(skip.map(({ nodeId }) => nodeId)).toEqual(['m', 'z']);
    expect(state.record(step('a')).start).toEqual([]);
  });

  test('needs all of its edges if it has fewer', () => {
    const one = compilePlan(graphOf([start, node('a'), node('m', 'two')], 't>a a>m'), catalogue);
    expect(decideNext(one, [step('t'), step('a')]).start).toEqual([{ nodeId: 'm', iteration: '' }]);
  });
});
