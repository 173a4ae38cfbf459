import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readExecutionEvents, readFeed } from '../../../../src/contexts/automation/executions/live/read-events.js';
import { createEventLog, type EventLog, type Run } from './event-log.js';

const kilobyte = 1_000;

let events: EventLog;
let large: Run;
let small: Run;

beforeAll(async () => {
  events = await createEventLog();
  large = await events.run();
  small = await events.run();
  const text = JSON.stringify('x'.repeat(100 * kilobyte));
  await events.pool.query('update executions set trigger_data = $1 where id = $2', [text, large.executionId]);
});

afterAll(() => events.close());

test('a read of the feed returns only so many bytes of what its events contain, and goes on behind them', async () => {
  const tail = { workspaceId: events.workspaceId, everything: true, flowIds: [], executionIds: [] };
  const began = await readFeed(events.reader, [{ ...tail, position: null }]);
  await events.write(large, 5);
  await events.write(small, 5);
  let position = began.positions[0] ?? null;
  const pages: number[] = [];
  do {
    const read = await readFeed(events.reader, [{ ...tail, position }], { rows: 100, bytes: 250 * kilobyte });
    pages.push(read.events.length);
    position = read.positions[0] ?? null;
  } while (position?.rest);
  expect(pages).toEqual([3, 7]);
});

test('so does a read of one execution, where an event that is larger is returned alone', async () => {
  const pages: number[] = [];
  for (let next: Awaited<ReturnType<typeof readExecutionEvents>>['next'] = { fence: 0, n: 0, index: 0 }; next; ) {
    const read = await readExecutionEvents(events.reader, large, next, { rows: 100, bytes: 50 * kilobyte });
    pages.push(read.events.length);
    next = read.next;
  }
  expect(pages.slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
});
