import { describe, expect, test } from '@jest/globals';
import { alignRuns, changesBetween } from '../../src/dashboard/screens/execution/align-runs.js';
import {
  emptyRun,
  foldEvents,
  type RunEvent,
  type RunState,
  type StepView,
  stateOfNode,
} from '../../src/dashboard/screens/execution/execution-reducer.js';
import { eventOfLog, eventsOfLog, eventsOfSteps } from '../../src/dashboard/screens/execution/step-events.js';
import { loopsOf, waterfallRows } from '../../src/dashboard/screens/execution/waterfall-rows.js';

const start = Date.parse('2026-01-05T09:00:00.000Z');
const time = (ms: number) => new Date(start + ms).toISOString();

/** A step that ran from one millisecond to another. */
function step(nodeId: string, from: number, to: number | null, more: Partial<StepView> = {}): StepView {
  return {
    id: `${nodeId}@${more.iteration ?? ''}`,
    nodeId,
    iteration: null,
    attempt: 1,
    interruptions: 0,
    resumeAt: null,
    error: null,
    status: to === null ? 'running' : 'completed',
    startedAt: time(from),
    finishedAt: to === null ? null : time(to),
    handle: to === null ? null : 'out',
    ...more,
  };
}

const running = { status: 'running', phase: 'active' } as const;
const ended = { status: 'completed', phase: 'done' } as const;
const runOf = (steps: StepView[], finishedAt = 100) =>
  eventsOfSteps(steps, { run: ended, finishedAt: start + finishedAt });
const at = (events: RunEvent[], count: number): RunState => foldEvents(emptyRun(start), events.slice(0, count));

describe('the events of a past execution', () => {
  const events = runOf([step('a', 0, 5), step('b', 5, 30), step('c', 5, 20)]);

  test('are the begin and the end of each step, in order of time, then the end of the execution', () => {
    const order = events.map(({ step: one }) => one && `${one.nodeId} ${one.status}`);
    expect(order).toEqual(['a running', 'a completed', 'b running', 'c running', 'c completed', 'b completed', null]);
    expect(events.at(-1)).toEqual({ at: start + 100, step: null, run: ended });
  });

  test('lead to any moment of it: nothing shows before it has happened', () => {
    const moment = at(events, 5);
    expect(moment.run).toEqual(running);
    expect(moment.steps.get('b@')).toMatchObject({ status: 'running', finishedAt: null, handle: null });
    expect(moment.steps.get('c@')).toMatchObject({ status: 'completed', handle: 'out' });
    expect(at(events, 0).steps.size).toBe(0);
  });

  test('leave a skipped step without a begin', () => {
    const skipped = runOf([step('a', 0, 5), step('b', 5, 5, { status: 'skipped', handle: null })]);
    expect(skipped.filter((event) => event.step?.nodeId === 'b').map((event) => event.step?.status)).toEqual([
      'skipped',
    ]);
  });
});

describe('a short loop', () => {
  const nested = new Map([
    ['inner', ['each']],
    ['deep', ['each', 'inner']],
  ]);
  const names = (events: RunEvent[]) =>
    events.map(({ step: one }) => one && `${one.nodeId}${one.iteration ? ` ${one.iteration}` : ''} ${one.status}`);
  // All of it within one millisecond, in order of its start.
  const steps = [
    step('start', 0, 0),
    step('each', 0, 0),
    step('inner', 0, 0, { iteration: '0' }),
    step('deep', 0, 0, { iteration: '0.0' }),
    step('deep', 0, 0, { iteration: '0.1', status: 'failed' }),
    step('beside', 0, 0),
    step('end', 0, 0),
  ];
  const order = [
    'start running',
    'start completed',
    'each running',
    'inner 0 running',
    'deep 0.0 running',
    'deep 0.0 completed',
    'deep 0.1 running',
    'deep 0.1 failed',
    'inner 0 completed',
    'each completed',
    'beside running',
    'beside completed',
    'end running',
    'end completed',
  ];

  test('ends after its items, and loops in it before it, although all happened in a millisecond', () => {
    expect(names(eventsOfSteps(steps, { run: ended, finishedAt: start }, nested))).toEqual([...order, null]);
  });

  test('does so in whatever order one write stored them, and each step is seen to begin', () => {
    const log = steps.map((one): RunEvent => eventOfLog({ ...one, attempts: [] }, running, null, 0));
    const end = { at: start, step: null, run: ended };
    expect(names(eventsOfLog([...log, end], steps, nested))).toEqual([...order, null]);
    expect(names(eventsOfLog([...log.reverse(), end], steps, nested))).toEqual([...order, null]);
  });

  test('is running while its items are, and ends at its own time', () => {
    const slow = [
      step('each', 0, 26),
      step('inner', 2, 9, { iteration: '0' }),
      step('inner', 9, 26, { iteration: '1' }),
    ];
    const log = slow.map((one): RunEvent => eventOfLog({ ...one, attempts: [] }, running, null, 0));
    const events = eventsOfLog(log, slow, nested);
    expect(names(events)).toEqual([
      'each running',
      'inner 0 running',
      'inner 0 completed',
      'inner 1 running',
      'inner 1 completed',
      'each completed',
    ]);
    expect(events.map((event) => event.at - start)).toEqual([0, 2, 9, 9, 26, 26]);
  });

  test('keeps waits, retries and begins that the log has', () => {
    const whole = step('a', 0, 9, { attempt: 2 });
    const changes = [
      step('a', 0, null),
      step('a', 0, null, { status: 'waiting' }),
      step('a', 0, null, { attempt: 2 }),
      whole,
    ];
    const log = changes.map((one): RunEvent => eventOfLog({ ...one, attempts: [] }, running, null, 0));
    expect(names(eventsOfLog(log, [whole], nested))).toEqual(['a running', 'a waiting', 'a running', 'a completed']);
  });
});

describe('the reducer', () => {
  test('comes to the same state in one fold and event by event', () => {
    const events = runOf([step('a', 0, 5), step('b', 5, 30, { attempt: 3 }), step('b', 6, 9, { iteration: '1' })]);
    const whole = at(events, events.length);
    const bits = events.reduce((state, event) => foldEvents(state, [event]), emptyRun(start));
    expect(bits).toEqual(whole);
  });

  test('leaves former states as they were', () => {
    const events = runOf([step('a', 0, 5)]);
    const before = at(events, 1);
    foldEvents(before, events.slice(1));
    expect(before).toEqual(at(events, 1));
  });

  test('counts a step once, also when its event arrives twice', () => {
    const done = { at: start, step: step('a', 0, 5), run: running };
    const twice = foldEvents(emptyRun(start), [done, done]);
    expect(twice.nodes.get('a')?.counts.completed).toBe(1);
    expect(twice.nodes.get('a')?.handles).toEqual(new Map([['out', 1]]));
    expect(twice.nodes.get('a')?.busyMs).toBe(5);
  });

  test('says what still happens in a node first, then the worst that has happened', () => {
    const events = [
      step('n', 0, 5, { iteration: '0' }),
      step('n', 0, 5, { iteration: '1', status: 'failed', handle: null }),
    ].map((one) => ({ at: start, step: one, run: running }));
    const failed = foldEvents(emptyRun(start), events);
    expect(stateOfNode(failed.nodes.get('n') as never)).toBe('failed');
    const goesOn = foldEvents(failed, [{ at: start, step: step('n', 6, null, { iteration: '2' }), run: running }]);
    expect(stateOfNode(goesOn.nodes.get('n') as never)).toBe('running');
  });

  test('is the same for the log: a wait is at the end of its attempt, and time never goes back', () => {
    const attempts = [{ startedAt: time(0), finishedAt: time(4) }];
    const waits = eventOfLog({ ...step('a', 0, null, { status: 'waiting' }), attempts }, running, null, start);
    expect(waits.at).toBe(start + 4);
    expect(eventOfLog(null, ended, time(2), waits.at).at).toBe(start + 4);
  });
});

describe('the waterfall', () => {
  const nodes = ['start', 'each', 'inner', 'deep', 'end'].map((id) => ({
    id,
    type: id === 'each' || id === 'inner' ? 'logic.loop' : 'data.set',
  }));
  const edges = [
    { source: 'start', target: 'each' },
    { source: 'each', target: 'inner', sourceHandle: 'item' },
    { source: 'inner', target: 'deep', sourceHandle: 'item' },
    { source: 'deep', target: 'inner', targetHandle: 'next' },
    { source: 'inner', target: 'each', sourceHandle: 'done', targetHandle: 'next' },
    { source: 'each', target: 'end', sourceHandle: 'done' },
  ];
  const loops = loopsOf(nodes, edges);

  test('knows the loops around a node, the outermost first', () => {
    expect(loops.get('deep')).toEqual(['each', 'inner']);
    expect(loops.get('inner')).toEqual(['each']);
    expect(loops.get('end')).toEqual([]);
  });

  test('shows iterations below their loop, also in loops within loops', () => {
    const steps = [
      step('start', 0, 1),
      step('each', 1, 90),
      step('inner', 2, 40, { iteration: '0' }),
      step('deep', 3, 9, { iteration: '0.0' }),
      step('deep', 9, 12, { iteration: '0.1' }),
      step('inner', 41, 60, { iteration: '1' }),
      step('end', 91, 92),
    ];
    const lines = waterfallRows(steps, loops, new Set()).map((row) =>
      row.kind === 'step' ? `${row.depth} ${row.step.nodeId}` : `${row.depth} #${row.iteration} ${row.count}`,
    );
    expect(lines).toEqual([
      '0 start',
      '0 each',
      '1 #0 1',
      '2 inner',
      '3 #0.0 1',
      '4 deep',
      '3 #0.1 1',
      '4 deep',
      '1 #1 1',
      '2 inner',
      '0 end',
    ]);
  });

  test('begins with long loops closed, and opens what is asked for', () => {
    const items = Array.from({ length: 300 }, (_, index) => step('inner', 2, 3, { iteration: String(index) }));
    const steps = [step('each', 1, 90), ...items];
    expect(waterfallRows(steps, loops, new Set())).toHaveLength(301);
    expect(waterfallRows(steps, loops, new Set(['each@7']))).toHaveLength(302);
    expect(waterfallRows(steps, loops, new Set(['each@']))).toHaveLength(1);
  });
});

describe('a node that runs once for each item of a list', () => {
  const steps = [
    step('start', 0, 1),
    step('ask', 1, 20),
    step('ask', 2, 5, { iteration: '0' }),
    step('ask', 6, 9, { iteration: '1', status: 'failed', handle: null }),
    step('end', 21, 22),
  ];
  const events = eventsOfSteps(steps, { run: ended, finishedAt: start + 30 });

  test('shows its items below its own step, each to be opened', () => {
    const lines = (toggled: string[]) =>
      waterfallRows(steps, new Map(), new Set(toggled)).map((row) =>
        row.kind === 'step' ? `${row.depth} ${row.step.nodeId}` : `${row.depth} #${row.iteration} ${row.state}`,
      );
    expect(lines([])).toEqual(['0 start', '0 ask', '1 #0 completed', '1 #1 failed', '0 end']);
    expect(lines(['ask@1'])).toContain('2 ask');
  });

  test('ran as often as it has items, and was left once', () => {
    const progress = foldEvents(emptyRun(start), events).nodes.get('ask');
    expect(progress).toMatchObject({ items: 2, failedItems: 1, busyMs: 6, handles: new Map([['out', 1]]) });
  });

  test('ends after its items, although all happened in a millisecond', () => {
    const short = [step('ask', 0, 0), step('ask', 0, 0, { iteration: '0' }), step('end', 0, 0)];
    const order = eventsOfSteps(short, { run: ended, finishedAt: start }, new Map([['ask', []]]));
    expect(order.map(({ step: one }) => one && `${one.id} ${one.status}`)).toEqual([
      'ask@ running',
      'ask@0 running',
      'ask@0 completed',
      'ask@ completed',
      'end@ running',
      'end@ completed',
      null,
    ]);
  });
});

describe('two runs beside each other', () => {
  test('are aligned by node and iteration, and differ where only one came, or by its exit', () => {
    const here = [step('a', 0, 1), step('b', 1, 2, { handle: 'true' }), step('yes', 2, 3)];
    const there = [step('a', 0, 1), step('b', 1, 2, { handle: 'false' }), step('no', 2, 3)];
    const aligned = alignRuns(here, there);
    expect(aligned.map(({ key, path }) => `${key} ${path}`)).toEqual(['a@ false', 'b@ true', 'no@ true', 'yes@ true']);
  });

  test('took the same way where one skipped what the other never came to', () => {
    const [pair] = alignRuns([step('a', 0, 0, { status: 'skipped', handle: null })], []);
    expect(pair?.path).toBe(false);
  });

  test('differ in the places of their data', () => {
    const changes = changesBetween({ a: [1, { b: 2 }], c: null }, { a: [1, { b: 3 }], d: 'x' });
    expect(changes).toEqual([
      { path: 'a.1.b', here: 2, there: 3 },
      { path: 'c', here: null, there: undefined },
      { path: 'd', here: undefined, there: 'x' },
    ]);
    expect(changesBetween({ a: 1 }, { a: 1 })).toEqual([]);
  });
});
