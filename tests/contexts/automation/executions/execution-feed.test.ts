import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { beginning } from '../../../../src/contexts/automation/executions/log/event-cursor.js';
import {
  createExecutionFeed,
  type ExecutionFeed,
} from '../../../../src/contexts/automation/executions/log/execution-feed.js';
import type { PlacedEvent, Topic } from '../../../../src/contexts/automation/executions/log/read-events.js';
import { readTopic } from '../../../../src/contexts/automation/executions/log/read-events.js';
import type { Sql } from '../../../../src/platform/database/database.js';
import { waitFor } from '../../../support/wait-for.js';
import { createEventLog, type EventLog, log, openTransaction } from './event-log.js';

let events: EventLog;
let feed: ExecutionFeed | undefined;

beforeAll(async () => {
  events = await createEventLog();
});

afterEach(() => {
  feed?.close();
  feed = undefined;
});

afterAll(() => events.close());

/** The pool, with an eye on the feed's reads and a hand on each before it is sent. */
function watched(before: (tails: { tx: string }[]) => Promise<void> | void): Sql {
  const query = async (statement: { text: string; values: string[] } | string, values?: unknown[]) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    if (typeof statement !== 'string' && text.includes('read_event_tails')) {
      await before(JSON.parse(statement.values[0] ?? '[]'));
    }
    return events.pool.query(statement as string, values as string[]);
  };
  return { query } as unknown as Sql;
}

async function follow(topic: Topic): Promise<PlacedEvent[]> {
  const seen: PlacedEvent[] = [];
  await feed?.follow({ topic, push: (event) => seen.push(event) });
  return seen;
}

describe('the feed', () => {
  test('pushes each event of a topic once, however many one transaction wrote', async () => {
    feed = createExecutionFeed(events.pool, events.listener, log);
    const run = await events.run();
    const whole = await follow({ workspaceId: run.workspaceId });
    const one = await follow(run);
    const other = await follow(await events.run());
    await events.write(run, 1_700);
    await events.notify();
    await waitFor(() => whole.length >= 1_700 && one.length >= 1_700);
    expect(new Set(whole.map(({ event }) => event.cursor)).size).toBe(1_700);
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
    feed = createExecutionFeed(watched(atDoor), events.listener, log);
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
    const joining = feed.follow({ topic: second, push: (event) => seen.push(event) }).then(async () => {
      seen.push(...(await readTopic(events.pool, second, beginning, 100)).events);
    });
    await events.pool.query('select pg_sleep(0.1)');
    await commit();
    // With a later event of the first topic the read moves past the one of the second.
    await events.write(first);
    door = undefined;
    open.resolve();
    await joining;
    await events.notify();
    await waitFor(() => seen.length > 0, { timeoutMs: 2_000 });
  });

  test('does not read again what concerns nobody here', async () => {
    const places: bigint[] = [];
    feed = createExecutionFeed(
      watched(([tail]) => void places.push(BigInt(tail?.tx ?? 0))),
      events.listener,
      log,
    );
    await follow(await events.run());
    const before = places.at(-1) as bigint;
    const busy = await events.run();
    for (let round = 0; round < 5; round++) await events.write(busy);
    await events.notify();
    await waitFor(async () => {
      await events.notify();
      return (places.at(-1) as bigint) >= before + 5n;
    });
  });

  test('looks less often while a transaction holds the log back', async () => {
    let reads = 0;
    feed = createExecutionFeed(
      watched(() => void reads++),
      events.listener,
      log,
    );
    const run = await events.run();
    const seen = await follow(run);
    const { commit } = await openTransaction(events);
    await events.write(run);
    await events.notify();
    await events.pool.query('select pg_sleep(1)');
    const held = reads;
    await commit();
    await waitFor(() => seen.length === 1, { timeoutMs: 1_000 });
    expect(held).toBeLessThan(40);
  });

  test('passes over the events of runs that were removed', async () => {
    feed = createExecutionFeed(events.pool, events.listener, log);
    const gone = { ...(await events.run()), executionId: '01890000-0000-7000-8000-000000000001' };
    const run = await events.run();
    const seen = await follow({ workspaceId: run.workspaceId });
    await events.write(gone, 1_200);
    await events.write(run);
    await events.notify();
    await waitFor(() => seen.some(({ executionId }) => executionId === run.executionId), { timeoutMs: 2_000 });
  });
});
