import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createExecutionFeed,
  type ExecutionFeed,
} from '../../../../src/contexts/automation/executions/live/execution-feed.js';
import { followFeed } from '../../../../src/contexts/automation/executions/live/follow-executions.js';
import type { PlacedEvent } from '../../../../src/contexts/automation/executions/live/place-events.js';
import type { Topic } from '../../../../src/contexts/automation/executions/live/read-events.js';
import type { Sql } from '../../../../src/platform/database/database.js';
import type { FeedStart } from '../../../../src/platform/feed/index.js';
import { waitFor } from '../../../support/wait-for.js';
import { createEventLog, type EventLog, log, openTransaction, type Run, readerWith } from './event-log.js';

let events: EventLog;
let feed: ExecutionFeed;

beforeAll(async () => {
  events = await createEventLog();
});

afterEach(() => feed.close());

afterAll(() => events.close());

interface SentTail {
  sinceXmax?: string;
}

/** The pool, with an eye on the feed's reads and a hand on each before it is sent. */
function watched(before: (tails: SentTail[]) => Promise<void> | void): Sql {
  const query = async (statement: { text: string; values: string[] } | string, values?: unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (typeof statement !== 'string' && text.includes('read_event_feed')) {
      await before(JSON.parse(statement.values[0] ?? '[]'));
    }
    return events.pool.query(statement as string, values as string[]);
  };
  return { query } as unknown as Sql;
}

async function follow(topic: Topic): Promise<PlacedEvent[]> {
  const seen: PlacedEvent[] = [];
  await feed.follow({ topic, inbox: { push: (event) => seen.push(event), overflow: () => undefined } }).start;
  return seen;
}

const cursors = (seen: PlacedEvent[]) => seen.map(({ ofFeed }) => ofFeed.cursor);

describe('the feed', () => {
  test('pushes each event of a topic once, however many one transaction wrote', async () => {
    feed = createExecutionFeed(events.reader, events.listener, log);
    const run = await events.run();
    const whole = await follow({ workspaceId: run.workspaceId });
    const one = await follow(run);
    const other = await follow(await events.run());
    await events.write(run, 1_700);
    await events.notify();
    await waitFor(() => whole.length >= 1_700 && one.length >= 1_700);
    expect(new Set(cursors(whole)).size).toBe(1_700);
    expect(one).toEqual(whole);
    expect(other).toEqual([]);
  });

  test('loses nothing for who joins while a read for others is under way', async () => {
    let door: Promise<void> | undefined;
    const arrived = Promise.withResolvers<void>();
    const atDoor = async () => {
      if (door) arrived.resolve();
      await door;
    };
    feed = createExecutionFeed(readerWith(watched(atDoor)), events.listener, log);
    const first = await events.run();
    const second = await events.run();
    await follow(first);
    const open = Promise.withResolvers<void>();
    door = open.promise;
    await events.notify();
    await arrived.promise;
    // That read asks for the first topic only. An event of the second one is still in its transaction.
    const { sql, commit } = await openTransaction(events);
    await events.write(second, 1, sql);
    const seen: PlacedEvent[] = [];
    let start: FeedStart | undefined;
    const push = (event: PlacedEvent) => seen.push(event);
    void feed.follow({ topic: second, inbox: { push, overflow: () => undefined } }).start.then((from) => {
      start = from;
    });
    await commit();
    // With a later event of the first topic the read moves past the one of the second.
    await events.write(first);
    expect(start).toBeUndefined();
    door = undefined;
    open.resolve();
    await waitFor(() => start !== undefined);
    // It begins behind that event, which was committed before it joined.
    await events.write(second);
    await events.notify();
    await waitFor(() => seen.length > 0);
    expect(seen.map(({ at }) => at.n)).toEqual([2]);
  });

  test('does not read again what concerns nobody here', async () => {
    const places: bigint[] = [];
    feed = createExecutionFeed(
      readerWith(watched(([tail]) => void places.push(BigInt(tail?.sinceXmax ?? 0)))),
      events.listener,
      log,
    );
    await follow(await events.run());
    const busy = await events.run();
    for (let round = 0; round < 5; round++) await events.write(busy);
    const { rows } = await events.pool.query<{ last: string }>('select max(place)::text as last from execution_events');
    await waitFor(async () => {
      await events.notify();
      return places.at(-1) === BigInt(rows[0]?.last ?? 0) + 1n;
    });
  });

  test('passes over the events of runs that were removed', async () => {
    feed = createExecutionFeed(events.reader, events.listener, log);
    const gone = { ...(await events.run()), executionId: '01890000-0000-7000-8000-000000000001' };
    const run = await events.run();
    const seen = await follow({ workspaceId: run.workspaceId });
    await events.write(gone, 1_200);
    await events.write(run);
    await events.notify();
    await waitFor(() => seen.some(({ row }) => row.executionId === run.executionId));
  });
});

describe('beside open transactions', () => {
  test('events are pushed when they are committed, and each once, in whichever order their transactions began', async () => {
    feed = createExecutionFeed(events.reader, events.listener, log);
    const run = await events.run();
    const idle = await openTransaction(events);
    const early = await openTransaction(events);
    const seen = await follow({ workspaceId: run.workspaceId });
    const late = await openTransaction(events);
    await events.write(run);
    await events.notify();
    await waitFor(() => seen.length === 1);
    await events.write(run, 1, late.sql);
    await late.commit();
    await events.notify();
    await waitFor(() => seen.length === 2);
    await events.write(run, 1, early.sql);
    await early.commit();
    await events.notify();
    await waitFor(() => seen.length === 3);
    expect(seen.map(({ at }) => at.n)).toEqual([1, 2, 3]);
    await idle.commit();
  });

  test('a subscriber continues after each cursor with exactly what follows, in the middle of a batch too', async () => {
    feed = createExecutionFeed(events.reader, events.listener, log);
    const flowId = '01890000-0000-7000-8000-0000000000f1';
    const runs = [await events.run(flowId), await events.run(flowId), await events.run(flowId)];
    const topic = { workspaceId: events.workspaceId, flowIds: [flowId] };
    const seen = await follow(topic);
    const idle = await openTransaction(events);
    const slow = await openTransaction(events);
    for (const run of runs) await events.write(run, 2);
    await events.write(runs[1] as Run, 3, slow.sql);
    await events.notify();
    await waitFor(() => seen.length === 6);
    await events.write(runs[0] as Run, 2);
    await slow.commit();
    await events.notify();
    await waitFor(() => seen.length === 11);
    for (const [index, event] of seen.entries()) {
      const rest: PlacedEvent[] = [];
      if (index === seen.length - 1) break;
      for await (const next of followFeed({ ...events.reader, feed }, topic, event.cursor)) {
        if (rest.push(next) === seen.length - 1 - index) break;
      }
      const keys = (list: PlacedEvent[]) => list.map(({ row, at }) => [row.executionId, at]);
      expect(keys(rest)).toEqual(keys(seen.slice(index + 1)));
    }
    await idle.commit();
  });
});
