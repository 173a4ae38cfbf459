import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Change,
  compilePlan,
  ExecutionState,
  type LoopProgress,
  type Plan,
  type StepState,
  type Visit,
  visitKey,
} from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';
import { nameOf } from './play.js';

const start = node('t', 'trigger.manual');
const loopOf = (edges: string, data = {}) =>
  compilePlan(graphOf([start, node('l', 'loop', data), node('a', 'if'), node('b'), node('z')], edges), catalogue);
const simple = loopOf('t>l l.item>a a.true>b b>l.next l.done>z');

/** What a driver stores of an execution, and what it does next. */
class Stored {
  readonly steps = new Map<string, StepState>();
  readonly started: string[] = [];
  readonly cancelled: string[] = [];
  state: ExecutionState;

  constructor(
    readonly plan: Plan,
    readonly items: unknown[] | null,
    readonly concurrency = 1,
  ) {
    this.state = new ExecutionState(plan);
    this.take(this.state.decision());
  }

  /** Builds the state again from what a claim reads: the top level, and the open iterations of loops that run. */
  reload(): void {
    const read = new Set([...this.steps.values()].filter(({ iteration }) => iteration === ''));
    for (const { progress, status } of read) {
      const open = new Set(status === 'running' ? progress?.open.map(String) : []);
      for (const step of this.steps.values()) if (open.has(step.iteration)) read.add(step);
    }
    this.state = new ExecutionState(this.plan, [...read]);
    this.cancelOver();
  }

  take({ start: visits, skip, finish, progress, over }: Change): void {
    for (const { progress: now, ...loop } of progress) this.store({ ...this.of(loop), progress: now });
    for (const visit of skip) this.record({ ...visit, status: 'skipped' });
    for (const visit of visits) if (this.state.isDue(visit)) this.begin(visit);
    for (const { missing, cause, ...step } of finish) this.record(step);
    if (over) this.cancelOver();
  }

  begin(visit: Visit): void {
    this.started.push(nameOf(visit));
    if (visit.nodeId !== 'l') {
      this.record({ ...visit, status: 'running' });
      return;
    }
    const progress: LoopProgress = { concurrency: this.concurrency, next: 0, open: [], ended: false, steps: 0 };
    this.record({ ...visit, status: 'running', handle: 'item', output: { items: this.items }, progress });
  }

  settle(nodeId: string, iteration = '', rest: Partial<StepState> = {}): void {
    this.record({ nodeId, iteration, status: 'completed', handle: 'out', output: nodeId + iteration, ...rest });
  }

  record(step: Partial<StepState> & Visit): void {
    const whole: StepState = { status: 'completed', handle: null, output: null, ...step };
    this.store(whole);
    this.take(this.state.record(whole));
  }

  answer(begins: boolean): void {
    this.take(this.state.answer({ nodeId: 'l', iteration: '' }, begins));
  }

  cancelOver(): void {
    for (const step of [...this.steps.values()]) {
      if (step.status !== 'running' || !this.state.isOver(step)) continue;
      this.cancelled.push(nameOf(step));
      this.record({ ...step, status: 'cancelled', handle: null });
    }
  }

  get loop(): StepState {
    return this.of({ nodeId: 'l', iteration: '' });
  }

  private of(visit: Visit): StepState {
    return this.steps.get(visitKey(visit)) as StepState;
  }

  private store(step: StepState): void {
    this.steps.set(visitKey(step), step);
  }
}

const item = (stored: Stored, index: number) => {
  stored.settle('a', String(index), { handle: 'true' });
  stored.settle('b', String(index));
};

describe('a finished iteration', () => {
  test('folds into its loop: neither its steps nor its scope stay', () => {
    const stored = new Stored(
      simple,
      Array.from({ length: 1_000 }, (_, index) => index),
    );
    stored.settle('t');
    for (let index = 0; index < 990; index++) item(stored, index);
    expect(stored.state.steps.size).toBe(3);
    expect(stored.state.total).toBe(2 + 990 * 2 + 1);
    expect(stored.loop.progress).toEqual({ concurrency: 1, next: 991, open: [990], ended: false, steps: 1_980 });
  });

  test('is not needed to continue: only its result is missing at the end', () => {
    const stored = new Stored(simple, [1, 2, 3]);
    stored.settle('t');
    item(stored, 0);
    stored.settle('a', '1', { handle: 'true' });
    stored.reload();
    expect(stored.state.steps.size).toBe(4);
    stored.settle('b', '1');
    stored.settle('a', '2', { handle: 'true' });
    const [finished] = stored.state.record({
      nodeId: 'b',
      iteration: '2',
      status: 'completed',
      handle: 'out',
      output: 'b2',
    }).finish;
    expect(finished).toMatchObject({ status: 'completed', output: { items: [null, 'b1', 'b2'] }, missing: [0] });
    expect(stored.state.total).toBe(2 + 3 * 2);
  });

  test('counts its skipped steps, although they are recorded after it', () => {
    const stored = new Stored(simple, [1, 2]);
    stored.settle('t');
    stored.settle('a', '0', { handle: 'false' });
    expect(stored.steps.get(visitKey({ nodeId: 'b', iteration: '0' }))?.status).toBe('skipped');
    expect(stored.loop.progress?.steps).toBe(2);
    expect(stored.state.decision().skip).toEqual([]);
  });
});

test('a loop that began before progress was stored continues from all of its steps', () => {
  const step = (nodeId: string, iteration = '', handle: string | null = 'out'): StepState => ({
    nodeId,
    iteration,
    status: 'completed',
    handle,
    output: nodeId + iteration,
  });
  const progress: LoopProgress = { concurrency: 1, next: 0, open: [0, 1, 2], ended: false, steps: 0 };
  const loop: StepState = { ...step('l', '', 'item'), status: 'running', output: { items: [1, 2, 3] }, progress };
  const state = new ExecutionState(simple, [step('t'), loop, step('a', '0', 'true'), step('b', '0')]);
  expect(state.decision()).toMatchObject({
    start: [{ nodeId: 'a', iteration: '1' }],
    progress: [{ progress: { next: 2, open: [1], steps: 2 } }],
  });
});

describe('a loop with concurrency', () => {
  test('runs as many items side by side, and begins the next one when any ends', () => {
    const stored = new Stored(simple, [1, 2, 3, 4], 2);
    stored.settle('t');
    expect(stored.started).toEqual(['t', 'l', 'a@0', 'a@1']);
    item(stored, 1);
    expect(stored.loop.progress).toMatchObject({ next: 3, open: [0, 2] });
    item(stored, 2);
    item(stored, 3);
    expect(stored.loop.progress).toMatchObject({ next: 4, open: [0] });
    item(stored, 0);
    expect(stored.loop).toMatchObject({ status: 'completed', output: { items: ['b0', 'b1', 'b2', 'b3'] } });
  });

  test('that an item fails cancels the others, and is stored as it was for a retry', () => {
    const stored = new Stored(simple, [1, 2, 3, 4], 3);
    stored.settle('t');
    item(stored, 0);
    stored.settle('a', '2', { status: 'failed', handle: null });
    expect(stored.cancelled).toEqual(['a@1', 'a@3']);
    expect(stored.loop).toMatchObject({ status: 'failed', output: { items: [1, 2, 3, 4] } });
    expect(stored.loop.progress).toMatchObject({ next: 4, open: [1, 2, 3] });
    expect(stored.state.settled).toBe(true);
  });

  test('and onItemError continue has null for an item that failed, whoever rebuilds it', () => {
    const plan = loopOf('t>l l.item>a a.true>b b>l.next l.done>z', { onItemError: 'continue' });
    const stored = new Stored(plan, [1, 2, 3], 2);
    stored.settle('t');
    stored.settle('a', '0', { status: 'failed', handle: null });
    expect(stored.started).toContain('a@2');
    stored.reload();
    item(stored, 1);
    item(stored, 2);
    expect(stored.loop).toMatchObject({ status: 'completed', output: { items: [null, 'b1', 'b2'] } });
  });
});

describe('an edge into break', () => {
  const breaking = loopOf('t>l l.item>a a.true>l.break a.false>b b>l.next l.done>z');

  test('ends the loop after its iteration, with the results so far', () => {
    const stored = new Stored(breaking, [1, 2, 3]);
    stored.settle('t');
    stored.settle('a', '0', { handle: 'false' });
    stored.settle('b', '0');
    stored.settle('a', '1', { handle: 'true' });
    expect(stored.loop).toMatchObject({ status: 'completed', handle: 'done', output: { items: ['b0', 'a1'] } });
    expect(stored.started.at(-1)).toBe('z');
  });

  test('cancels the items beside it', () => {
    const stored = new Stored(breaking, [1, 2, 3, 4], 3);
    stored.settle('t');
    stored.settle('a', '1', { handle: 'true' });
    expect(stored.cancelled).toEqual(['a@0', 'a@2']);
    expect(stored.loop).toMatchObject({ status: 'completed', output: { items: [null, 'a1', null] } });
    expect(stored.loop.progress).toMatchObject({ open: [] });
  });

  test('lets the rest of its iteration run', () => {
    const plan = loopOf('t>l l.item>a l.item>b a.true>l.break b>l.next l.done>z');
    const stored = new Stored(plan, [1, 2]);
    stored.settle('t');
    stored.settle('a', '0', { handle: 'true' });
    expect(stored.loop.status).toBe('running');
    stored.reload();
    stored.settle('b', '0');
    expect(stored.loop).toMatchObject({ status: 'completed', output: { items: [{ a: 'a0', b: 'b0' }] } });
  });
});

describe('a loop with a condition', () => {
  test('is asked before each iteration, and ends with the answer', () => {
    const stored = new Stored(simple, null);
    stored.settle('t');
    for (const index of [0, 1]) {
      expect(stored.state.decision().ask).toEqual([{ nodeId: 'l', iteration: '', index }]);
      expect(stored.state.settled).toBe(false);
      stored.answer(true);
      stored.reload();
      item(stored, index);
    }
    stored.answer(false);
    expect(stored.loop).toMatchObject({ status: 'completed', output: { items: [null, 'b1'] } });
    expect(stored.started.at(-1)).toBe('z');
  });

  test('ignores an answer that nobody asked for', () => {
    const stored = new Stored(simple, null);
    stored.settle('t');
    stored.answer(true);
    expect(stored.state.answer({ nodeId: 'l', iteration: '' }, true).start).toEqual([]);
  });
});

test('a loop is the same whether or not it is built again between any two steps', () => {
  const plan = loopOf('t>l l.item>a a.true>b a.false>l.break b>l.next l.done>z', { onItemError: 'continue' });
  const play = (dice: readonly number[], reloads: boolean) => {
    let at = 0;
    const pick = (count: number) => (dice[at++ % dice.length] ?? 0) % count;
    const stored = new Stored(plan, [0, 1, 2, 3, 4, 5], 1 + pick(4));
    for (let turns = 0; turns < 100; turns++) {
      const running = [...stored.steps.values()].filter(({ nodeId, status }) => nodeId !== 'l' && status === 'running');
      const step = running[pick(Math.max(1, running.length))];
      if (!step) break;
      const fate = pick(8);
      const handle = step.nodeId === 'a' ? String(fate !== 0) : 'out';
      const rest = fate === 1 ? ({ status: 'failed', handle: null } as const) : { handle };
      stored.settle(step.nodeId, step.iteration, step.nodeId === 't' || step.nodeId === 'z' ? {} : rest);
      if (reloads) stored.reload();
    }
    expect(stored.state.settled).toBe(true);
    const steps = [...stored.steps.values()].filter(({ nodeId }) => nodeId !== 'l');
    return { started: stored.started, steps, progress: stored.loop.progress, status: stored.loop.status };
  };
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 3, maxLength: 60 }), (dice) => {
      expect(play(dice, true)).toEqual(play(dice, false));
    }),
    { numRuns: 500 },
  );
});
