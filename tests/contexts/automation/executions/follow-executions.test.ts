import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createExecutionFeed,
  type ExecutionFeed,
} from '../../../../src/contexts/automation/executions/live/execution-feed.js';
import { followExecution } from '../../../../src/contexts/automation/executions/live/follow-executions.js';
import type { PlacedEvent } from '../../../../src/contexts/automation/executions/live/place-events.js';
import { beginning, isAfter } from '../../../../src/contexts/automation/executions/store/event-position.js';
import { waitFor } from '../../../support/wait-for.js';
import { createEventLog, type EventLog, log } from './event-log.js';

let events: EventLog;
let feed: ExecutionFeed;

beforeAll(async () => {
  events = await createEventLog();
});

beforeEach(() => {
  feed = createExecutionFeed(events.reader, events.listener, log);
});

afterEach(() => feed.close());

afterAll(() => events.close());

const places = (seen: PlacedEvent[]) => seen.map(({ ofExecution }) => ofExecution.cursor);

function expectOrder(seen: PlacedEvent[]): void {
  for (const [index, { at }] of seen.entries()) {
    const before = seen[index - 1];
    if (before) expect(isAfter(at, before.at)).toBe(true);
  }
}

describe('following a topic', () => {
  test('a reader slower than the events catches up from the log, without gap or repeat', async () => {
    const run = await events.run();
    const whole: PlacedEvent[] = [];
    await feed.follow({ topic: run, inbox: { push: (event) => whole.push(event), overflow: () => undefined } }).start;
    const reader = followExecution({ ...events.reader, feed }, run, beginning);
    await events.write(run);
    const seen: PlacedEvent[] = [];
    const read = async () => seen.push((await reader.next()).value as PlacedEvent);
    await read();
    // He stands still while three times as much happens as his inbox holds.
    for (let round = 0; round < 30; round++) await events.write(run, 100);
    await events.notify();
    await waitFor(() => whole.length >= 3_001);
    while (seen.length < 2_000) await read();
    await events.write(run, 50);
    await events.notify();
    while (seen.length < 3_051) await read();
    await waitFor(() => whole.length === 3_051);
    expectOrder(seen);
    expect(places(seen)).toEqual(places(whole));
    await reader.return(undefined);
  });

  test('begins behind the place it is given, in the middle of a page', async () => {
    const run = await events.run();
    await events.write(run, 450);
    const all: PlacedEvent[] = [];
    for await (const event of followExecution({ ...events.reader, feed }, run, beginning)) {
      if (all.push(event) === 450) break;
    }
    for (const start of [0, 99, 100, 101, 448]) {
      const rest: PlacedEvent[] = [];
      const from = (all[start] as PlacedEvent).at;
      for await (const event of followExecution({ ...events.reader, feed }, run, from)) {
        if (rest.push(event) === 450 - start - 1) break;
      }
      expect(places(rest)).toEqual(places(all).slice(start + 1));
    }
  });

  test('ends when it is aborted, waiting or in the middle of its backlog', async () => {
    const run = await events.run();
    await events.write(run, 300);
    const abort = new AbortController();
    const reader = followExecution({ ...events.reader, feed, signal: abort.signal }, run, beginning);
    for (let read = 0; read < 300; read++) await reader.next();
    const waiting = reader.next();
    abort.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });

    const early = new AbortController();
    const other = followExecution({ ...events.reader, feed, signal: early.signal }, run, beginning);
    await other.next();
    early.abort();
    expect(await other.next()).toEqual({ done: true, value: undefined });
    const never = followExecution({ ...events.reader, feed, signal: early.signal }, run, beginning);
    expect(await never.next()).toEqual({ done: true, value: undefined });
  });

  test('ends behind the event it was to end with', async () => {
    const run = await events.run();
    await events.write(run, 5);
    const seen: PlacedEvent[] = [];
    const third = (event: PlacedEvent) => {
      seen.push(event);
      return seen.length === 3;
    };
    let reported = 0;
    for await (const _event of followExecution({ ...events.reader, feed }, run, beginning, third)) reported += 1;
    expect(reported).toBe(3);
  });
});
