import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  compilePlan,
  decideNext,
  ExecutionState,
  executionOutput,
  type StepState,
  visibleOutputs,
} from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';

const start = node('t', 'trigger.manual');
const exit = (id = 'x', data = {}) => node(id, 'exit', data);
const step = (nodeId: string, rest: Partial<StepState> = {}): StepState => ({
  nodeId,
  iteration: '',
  status: 'completed',
  handle: 'out',
  output: nodeId,
  ...rest,
});
const running = (nodeId: string) => step(nodeId, { status: 'running', handle: null });
const waiting = (nodeId: string) => step(nodeId, { status: 'waiting', handle: 'event' });
const cancelled = (nodeId: string) => step(nodeId, { status: 'cancelled', handle: null });
const left = (nodeId: string) => step(nodeId, { handle: 'event' });
const planOf = (nodes: ReturnType<typeof node>[], edges: string) => compilePlan(graphOf(nodes, edges), catalogue);
const names = (visits: readonly { nodeId: string }[]) => visits.map(({ nodeId }) => nodeId);
const top = (nodeId: string) => ({ nodeId, iteration: '' });

/** t → a → b → end, and an exit that leads to thanks → end. */
const journey = planOf(
  [start, node('a'), node('b'), node('end'), exit(), node('thanks')],
  't>a a>b b>end x.event>thanks thanks>end',
);

describe('an exit', () => {
  test('begins before everything else', () => {
    expect(names(decideNext(journey, []).start)).toEqual(['x', 't']);
  });

  test('ends what runs, skips what has not begun, and what it leads to goes on', () => {
    const state = new ExecutionState(journey, [waiting('x'), step('t'), running('a')]);
    const change = state.record(left('x'));
    expect(names(change.start)).toEqual(['thanks']);
    expect(change.over).toBe(true);
    expect(state.isOver(top('a'))).toBe(true);
    expect(state.isOver(top('thanks'))).toBe(false);
    expect(names(state.record(cancelled('a')).skip)).toEqual(['b']);
    expect(names(state.record(step('thanks')).start)).toEqual(['end']);
    expect(state.record(step('end')).settled).toBe(true);
  });

  test('skips what was about to begin', () => {
    const state = new ExecutionState(journey, [waiting('x'), step('t')]);
    expect(state.isDue(top('a'))).toBe(true);
    const { skip, start: begins } = state.record(left('x'));
    expect(names(skip)).toEqual(['a', 'b']);
    expect(names(begins)).toEqual(['thanks']);
  });

  test('without edges ends the execution with its event as the output', () => {
    const plan = planOf([start, node('a'), node('b'), exit()], 't>a a>b');
    const state = new ExecutionState(plan, [waiting('x'), step('t'), running('a')]);
    state.record(left('x'));
    expect(state.record(cancelled('a')).settled).toBe(true);
    expect(executionOutput(plan, state.steps)).toBe('x');
  });

  test('never keeps an execution from ending, nor a node from starting', () => {
    const state = new ExecutionState(journey, [waiting('x'), step('t'), step('a'), running('b')]);
    expect(state.isOver(top('x'))).toBe(false);
    const change = state.record(step('b'));
    expect(names(change.start)).toEqual(['end']);
    const ended = state.record(step('end'));
    expect(ended).toMatchObject({ over: true, settled: false });
    expect(state.isOver(top('x'))).toBe(true);
    const last = state.record(cancelled('x'));
    expect(names(last.skip)).toEqual(['thanks']);
    expect(last.settled).toBe(true);
    expect(executionOutput(journey, state.steps)).toBe('end');
  });

  test('that has not begun when all else has ended is skipped', () => {
    const state = new ExecutionState(planOf([start, exit(), node('z')], 'x.event>z'), []);
    expect(names(state.record(step('t')).skip)).toEqual(['x', 'z']);
    expect(state.settled).toBe(true);
  });

  test('leaves what it leads to as it is where that has begun already', () => {
    const state = new ExecutionState(journey, [waiting('x'), step('t'), step('a'), step('b'), running('end')]);
    const change = state.record(left('x'));
    expect(names(change.start)).toEqual(['thanks']);
    expect(state.isOver(top('end'))).toBe(false);
  });

  test('ends loops, with what runs in them', () => {
    const plan = planOf([start, node('l', 'loop'), node('i'), exit()], 't>l l.item>i i>l.next');
    const items = step('l', { status: 'running', handle: 'item', output: { items: [1, 2] } });
    const inner = { ...running('i'), iteration: '0' };
    const state = new ExecutionState(plan, [waiting('x'), step('t'), items, inner]);
    state.record(left('x'));
    expect(state.isOver(top('l'))).toBe(true);
    state.record({ ...items, status: 'cancelled', handle: null });
    expect(state.isOver({ nodeId: 'i', iteration: '0' })).toBe(true);
  });

  test('counts once: the first ends the others', () => {
    const plan = planOf([start, node('a'), exit(), exit('y'), node('z')], 't>a y.event>z');
    const state = new ExecutionState(plan, [waiting('x'), waiting('y'), step('t'), running('a')]);
    expect(state.record(left('x')).start).toEqual([]);
    expect(state.isOver(top('y'))).toBe(true);
    state.record(cancelled('a'));
    expect(state.record(cancelled('y'))).toMatchObject({ start: [], settled: true });
  });

  test('that is disabled does nothing', () => {
    expect(planOf([start, exit('x', { disabled: true })], '').exits).toEqual([]);
  });

  test('lets what follows it read every step that completed before', () => {
    const steps = [step('t'), step('a'), left('x')];
    expect(visibleOutputs(journey, steps, top('thanks'))).toMatchObject({ a: 'a', x: 'x' });
  });
});

test('an execution with exits comes to one end, in whatever order its steps are recorded', () => {
  const plan = planOf(
    [start, node('a'), node('b'), node('m', 'any'), node('c'), exit(), exit('y'), node('z')],
    't>a t>b a>m b>m m>c x.event>z c>z y.event>c',
  );
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(7)), (choices) => {
      const state = new ExecutionState(plan);
      const open = new Map<string, StepState>();
      const pick = () => choices.next().value ?? 0;
      let change = state.decision();
      for (let turn = 0; turn < 60; turn += 1) {
        for (const visit of change.skip) state.record(step(visit.nodeId, { status: 'skipped', handle: null }));
        for (const { nodeId } of change.start) {
          const begun = plan.exits.includes(nodeId) ? waiting(nodeId) : running(nodeId);
          if (!state.isDue(top(nodeId))) continue;
          open.set(nodeId, begun);
          state.record(begun);
        }
        for (const nodeId of open.keys()) {
          if (!state.isOver(top(nodeId))) continue;
          open.delete(nodeId);
          state.record(cancelled(nodeId));
        }
        const again = new ExecutionState(plan, [...state.steps.values()]).decision();
        expect(names(again.start).toSorted()).toEqual(names(state.decision().start).toSorted());
        change = state.decision();
        if (change.start.length > 0 || change.skip.length > 0) continue;
        if (open.size === 0) break;
        const nodeId = [...open.keys()][pick() % open.size] as string;
        open.delete(nodeId);
        change = state.record(plan.exits.includes(nodeId) ? left(nodeId) : step(nodeId));
      }
      expect(open.size).toBe(0);
      expect(state.settled).toBe(true);
    }),
  );
});
