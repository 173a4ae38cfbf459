import { describe, expect, test } from '@jest/globals';
import {
  afterFailure,
  compilePlan,
  executionOutput,
  inputsOf,
  nextRetryDelay,
  type StepState,
  upstreamOf,
  visibleOutputs,
} from '../../src/engine/index.js';
import { catalogue, graphOf, node } from './catalogue.js';

const start = node('t', 'trigger.manual');
const plan = compilePlan(
  graphOf(
    [start, node('i', 'if'), node('a'), node('b'), node('m'), node('r', 'risky')],
    't>i i.true>a i.false>b a>m b>m t>r',
  ),
  catalogue,
);

function step(
  nodeId: string,
  handle: string | null,
  output: unknown,
  status: StepState['status'] = 'completed',
): StepState {
  return { nodeId, iteration: '', status, handle, output };
}

const steps = [
  step('t', 'out', 'data'),
  step('i', 'true', { result: true }),
  step('a', 'out', 1),
  step('b', null, null, 'skipped'),
];

describe('the data of an execution', () => {
  test('contains the outputs that arrived at a visit, but none of dead branches', () => {
    expect(inputsOf(plan, steps, { nodeId: 'm', iteration: '' })).toEqual({ a: 1 });
    expect(inputsOf(plan, steps, { nodeId: 'a', iteration: '' })).toEqual({ i: { result: true } });
    expect(inputsOf(plan, steps, { nodeId: 't', iteration: '' })).toEqual({});
  });

  test('makes completed steps visible to expressions, and failed steps with their error', () => {
    const error = { code: 'HTTP_STATUS', message: 'The status is 500.' } as const;
    const failed = [...steps, { ...step('r', 'error', { status: 500, error: 'of the server' }, 'failed'), error }];
    expect(visibleOutputs(plan, failed, { nodeId: 'm', iteration: '' })).toEqual({
      t: 'data',
      i: { result: true },
      a: 1,
      r: { status: 500, error: { ...error, nodeId: 'r' } },
    });
  });

  test('makes the error of a failed step visible whatever its output, and that of the node which failed it', () => {
    const error = { code: 'CALL_FAILED', message: 'No.', nodeId: 'inner' } as const;
    for (const output of [null, 'text', [1]]) {
      const failed = [...steps, { ...step('r', 'error', output, 'failed'), error }];
      expect(visibleOutputs(plan, failed, { nodeId: 'm', iteration: '' }).r).toEqual({ error });
    }
  });

  test('counts the ancestors of a node as upstream', () => {
    expect([...upstreamOf(plan, 'm')].sort()).toEqual(['a', 'b', 'i', 't']);
    expect([...upstreamOf(plan, 't')]).toEqual([]);
  });

  test('has the output of its end node, or a map of several', () => {
    expect(executionOutput(plan, [...steps, step('m', 'out', 'end')])).toBe('end');
    expect(executionOutput(plan, [...steps, step('m', 'out', 'end'), step('r', 'out', 2)])).toEqual({ m: 'end', r: 2 });
    expect(executionOutput(plan, [...steps, step('m', null, null, 'failed'), step('r', 'out', 2)])).toBe(2);
    expect(executionOutput(plan, [])).toBeNull();
  });

  test('treats the last node of a branch as an end node', () => {
    const open = compilePlan(graphOf([start, node('i', 'if'), node('a')], 't>i i.true>a'), catalogue);
    expect(
      executionOutput(open, [
        step('t', 'out', 1),
        step('i', 'false', { result: false }),
        step('a', null, null, 'skipped'),
      ]),
    ).toEqual({
      result: false,
    });
  });
});

describe('a step that failed', () => {
  const top = (nodeId: string) => ({ nodeId, iteration: '' });
  const wired = (data: Record<string, unknown>, edges = 't>r r>a r.error>b') =>
    afterFailure(
      compilePlan(graphOf([start, node('r', 'risky', data), node('a'), node('b')], edges), catalogue),
      top('r'),
    );

  test('branches if its error handle is connected, otherwise fails the execution', () => {
    expect(wired({})).toEqual({ kind: 'leave', handle: 'error' });
    expect(wired({}, 't>r r>a')).toEqual({ kind: 'run' });
    expect(wired({ onError: 'fail' })).toEqual({ kind: 'run' });
    expect(wired({ onError: 'continue' })).toEqual({ kind: 'leave', handle: 'out' });
    expect(wired({ onError: 'branch' }, 't>r r>a')).toEqual({ kind: 'leave', handle: 'error' });
  });

  test('that decides between handles does not leave by the first of them', () => {
    const asks = compilePlan(
      graphOf([start, node('i', 'if', { onError: 'continue' }), node('a')], 't>i i.true>a'),
      catalogue,
    );
    expect(afterFailure(asks, top('i'))).toEqual({ kind: 'leave', handle: 'false' });
  });

  test('without an error handle cannot branch', () => {
    const task = compilePlan(graphOf([start, node('x', 'task', { onError: 'branch' })], 't>x'), catalogue);
    expect(afterFailure(task, top('x'))).toEqual({ kind: 'run' });
  });

  test('is retried with growing delays until no attempt is left', () => {
    const policy = { attempts: 4, backoffSeconds: 2, factor: 3 };
    const delays = [1, 2, 3, 4].map((attempt) => nextRetryDelay(policy, attempt, () => 0));
    expect(delays).toEqual([2, 6, 18, null]);
    expect(nextRetryDelay(policy, 1, () => 0.5)).toBeCloseTo(2.2);
    expect(nextRetryDelay(undefined, 1, () => 0)).toBeNull();
    expect(nextRetryDelay({ attempts: 1 }, 1, () => 0)).toBeNull();
    expect(nextRetryDelay({ attempts: 10, backoffSeconds: 86_400, factor: 10 }, 5, () => 0)).toBe(86_400);
  });
});
