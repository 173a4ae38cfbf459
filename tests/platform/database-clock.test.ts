import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '../../src/platform/database/database.js';
import { ClockOffset, DatabaseClock, readClock } from '../../src/platform/database/database-clock.js';
import { watchClock } from '../../src/platform/database/watch-clock.js';
import { createLog } from '../../src/platform/log.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { readMetric } from '../support/read-metric.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** An estimate from readings, one each second. */
function estimate(readings: readonly (readonly [offsetMs: number, errorMs: number])[]): ClockOffset {
  const offset = new ClockOffset();
  for (const [index, [offsetMs, errorMs]] of readings.entries()) {
    offset.add({ offsetMs, errorMs, takenAt: index * 1_000 });
  }
  return offset;
}

test('the offset is that of the reading with the shortest round trip', () => {
  expect(
    estimate([
      [30_040, 60],
      [30_002, 5],
      [29_980, 40],
    ]).ms,
  ).toBe(30_002);
});

test('only the last eight readings count', () => {
  const later = Array.from({ length: 8 }, () => [1_005, 20] as const);
  expect(estimate([[1_000, 2], ...later.slice(1)]).ms).toBe(1_000);
  expect(estimate([[1_000, 2], ...later]).ms).toBe(1_005);
});

test('of two readings with the same round trip the later one counts more: clocks drift apart', () => {
  const offset = new ClockOffset();
  offset.add({ offsetMs: 500, errorMs: 3, takenAt: 0 });
  offset.add({ offsetMs: 505, errorMs: 4, takenAt: 60_000 });
  expect(offset.ms).toBe(505);
});

test('a reading that contradicts the former ones shows that a clock was set: it replaces them', () => {
  const set = [
    [0, 1],
    [0, 1],
    [-60_000, 200],
  ] as const;
  expect(estimate(set).ms).toBe(-60_000);
  expect(estimate([...set, [-60_020, 400]]).ms).toBe(-60_000);
  const offset = estimate(set.slice(0, 2));
  expect(offset.add({ offsetMs: 5, errorMs: 10, takenAt: 2_000 })).toBe(false);
  expect(offset.add({ offsetMs: -60_000, errorMs: 200, takenAt: 3_000 })).toBe(true);
});

test('clocks that differ by no more than the estimate can be wrong are not corrected', () => {
  expect(estimate([]).ms).toBe(0);
  expect(estimate([[3, 4]]).ms).toBe(0);
  expect(estimate([[5, 4]]).ms).toBe(5);
});

test('time does not go back when a better reading shows that the clock was a little ahead', async () => {
  const clock = new DatabaseClock(() => 1_000_000);
  await clock.measure(() => new Promise((resolve) => setImmediate(() => resolve(1_500_000))));
  const first = clock.now().getTime();
  expect(Math.abs(first - 1_500_000)).toBeLessThan(10_000);
  for (let n = 0; n < 20; n++) {
    await clock.measure(async () => 1_500_000);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(first);
  }
});

test('time goes back with the clock of the database when that was set', async () => {
  const clock = new DatabaseClock(() => 1_000_000);
  await clock.measure(async () => 9_000_000);
  clock.now();
  await clock.measure(async () => 5_000_000);
  expect(Math.abs(clock.now().getTime() - 5_000_000)).toBeLessThan(1_000);
});

async function withDatabase(aheadMs: number, work: (db: Database) => Promise<void>): Promise<void> {
  const machineNow = () => Date.now() + aheadMs;
  const db = await openDatabase({ url: database.url, entities: [], poolSize: 4, machineNow });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

test('the clock of a machine that is synchronized with the database is not corrected', () =>
  withDatabase(0, async (db) => {
    await readClock(db);
    expect(db.clock.offsetMs).toBe(0);
  }));

test('a clock that is far from that of the database is shown as a metric, and warned of once', () =>
  withDatabase(30_000, async (db) => {
    const lines: { level: string; msg: string; offsetSeconds: number }[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
    await readClock(db);
    const watch = watchClock({ db, log });
    const shown = await readMetric('clock_offset_seconds');
    await watch.stop();
    expect(shown['']).toBeCloseTo(-30, 0);
    expect(lines).toEqual([
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining('the clock of this machine differs') }),
    ]);
    expect(lines[0]?.offsetSeconds).toBeCloseTo(-30, 0);
  }));
