import { describe, expect, test } from '@jest/globals';
import {
  compilePlan,
  type Decision,
  decideNext,
  ExecutionState,
  type Graph,
  type StepState,
} from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';
import { nameOf } from './play.js';

const start = node('t', 'trigger.manual');

function decide(graph: Graph, steps: string, startNodeId?: string): Decision {
  return decideNext(compilePlan(graph, catalogue, startNodeId), stepsOf(steps));
}

/** Steps from text: `a:out` completed by out, `a:error!` failed, `a` running, `a:` settled without a handle. */
function stepsOf(text: string): StepState[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => {
      const [name = '', handle] = one.replace('!', '').split(':');
      const [nodeId = '', iteration = ''] = name.split('@');
      const status = handle === undefined ? 'running' : one.endsWith('!') ? 'failed' : 'completed';
      return { nodeId, iteration, status, handle: handle || null, output: name };
    });
}

function short({ start: starts, skip, settled }: Decision): string {
  const list = [...starts.map(nameOf), ...skip.map((visit) => `-${nameOf(visit)}`)];
  return [...list, settled ? 'settled' : ''].filter(Boolean).join(' ');
}

const diamond = graphOf(
  [start, node('i', 'if'), node('a'), node('b'), node('m'), node('z')],
  't>i i.true>a i.false>b a>m b>m m>z',
);

describe('what comes next', () => {
  test.each<[string, Graph, string, string]>([
    ['begins with the trigger', diamond, '', 't'],
    ['waits for what runs', diamond, 't', ''],
    ['follows an edge without a handle from the first one', diamond, 't:out', 'i'],
    ['takes one branch and skips the other', diamond, 't:out i:true', 'a -b'],
    ['starts a merge when its last living branch has arrived', diamond, 't:out i:true a:out', 'm -b'],
    ['asks for a skip once', diamond, 't:out i:true a:out b:', 'm'],
    ['skips everything behind a dead branch at once', diamond, 't:out i:true a:', '-b -m -z settled'],
    ['skips everything behind a failed step', diamond, 't:out i!:', '-a -b -m -z settled'],
    ['is settled when all is done', diamond, 't:out i:true b: a:out m:out z:out', 'settled'],
    ['does not mind the order of the steps', diamond, 'a:out b: i:true t:out', 'm'],
    [
      'starts both branches side by side',
      graphOf([start, node('a'), node('b'), node('m')], 't>a t>b a>m b>m'),
      't:out',
      'a b',
    ],
    [
      'leaves a merge undecided while a branch still runs',
      graphOf([start, node('a'), node('b'), node('m')], 't>a t>b a>m b>m'),
      't:out a:out b',
      '',
    ],
    [
      'starts a merge of mode any at the first arrival',
      graphOf([start, node('a'), node('b'), node('m', 'any')], 't>a t>b a>m b>m'),
      't:out a:out b',
      'm',
    ],
    [
      'starts it once',
      graphOf([start, node('a'), node('b'), node('m', 'any')], 't>a t>b a>m b>m'),
      't:out a:out b:out m',
      '',
    ],
    [
      'does not skip it while one can arrive',
      graphOf([start, node('a'), node('b'), node('m', 'any')], 't>a t>b a>m b>m'),
      't:out a: b',
      '',
    ],
    [
      'leaves a failed step by its error handle',
      graphOf([start, node('r', 'risky'), node('a'), node('e')], 't>r r>a r.error>e'),
      't:out r:error!',
      'e -a',
    ],
    [
      'counts two edges of one pair as two arrivals',
      graphOf([start, node('i', 'if'), node('a')], 't>i i.true>a i.false>a'),
      't:out i:true',
      'a',
    ],
    [
      'is settled after a handle that leads nowhere',
      graphOf([start, node('i', 'if'), node('a')], 't>i i.true>a'),
      't:out i:false',
      '-a settled',
    ],
    ['never hangs on a circle', graphOf([start, node('a'), node('b')], 't>a a>b b>a'), 't:out', 'settled'],
    ['has nothing to do in a graph without a trigger', graphOf([node('a')]), '', 'settled'],
  ])('%s', (_what, graph, steps, expected) => {
    expect(short(decide(graph, steps))).toBe(expected);
  });

  test('starts at another node than the trigger, and ignores the edges before it', () => {
    expect(short(decide(diamond, '', 'a'))).toBe('a');
    expect(short(decide(diamond, 'a:out', 'a'))).toBe('m');
    expect(short(decide(diamond, '', 'nope'))).toBe('settled');
  });

  test('treats a cancelled step as one that left by no handle', () => {
    const cancelled: StepState = { nodeId: 'i', iteration: '', status: 'cancelled', handle: 'true', output: null };
    const decision = decideNext(compilePlan(diamond, catalogue), [...stepsOf('t:out'), cancelled]);
    expect(short(decision)).toBe('-a -b -m -z settled');
  });
});

describe('an execution that continues step by step', () => {
  test('returns only what each step makes possible', () => {
    const state = new ExecutionState(compilePlan(diamond, catalogue), stepsOf('t:out i'));
    const [settled, late] = [stepsOf('i:true'), stepsOf('i')].map(([step]) => step as StepState);
    expect(short(state.record(settled as StepState))).toBe('a -b');
    expect(short(state.record(late as StepState))).toBe('');
    expect(short(state.decision())).toBe('a -b');
    for (const step of stepsOf('b: a')) expect(short(state.record(step))).toBe('');
    expect(short(state.decision())).toBe('');
    for (const step of stepsOf('a:out')) expect(short(state.record(step))).toBe('m');
  });

  test('of ten thousand steps takes time in proportion to its steps', () => {
    const count = 10_000;
    const nodes = Array.from({ length: count }, (_, index) => node(`n${index}`));
    const graph = graphOf([start, ...nodes]);
    graph.edges = nodes.map(({ id }, index) => ({ id, source: index === 0 ? 't' : `n${index - 1}`, target: id }));
    const plan = compilePlan(graph, catalogue);
    const steps = ['t', ...nodes.map(({ id }) => id)].map((id) => stepsOf(`${id}:out`)[0] as StepState);
    const started = performance.now();
    const state = new ExecutionState(plan);
    for (const step of steps) state.record(step);
    expect(state.settled).toBe(true);
    expect(decideNext(plan, steps.toReversed())).toEqual({ start: [], skip: [], finish: [], ask: [], settled: true });
    // Reading all steps again at each one would take minutes.
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
