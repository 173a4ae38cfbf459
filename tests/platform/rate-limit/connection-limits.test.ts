import { describe, expect, test } from '@jest/globals';
import { MinuteCounts } from '../../../src/platform/rate-limit/connection-limits.js';
import { OpenCounts } from '../../../src/platform/rate-limit/open-counts.js';

describe('what is open at once', () => {
  test('is counted by key, and closed once', () => {
    const open = new OpenCounts(2);
    const [first, second] = [open.tryOpen('a'), open.tryOpen('a')];
    expect([open.tryOpen('a'), open.tryOpen('b')]).toEqual([null, expect.any(Function)]);
    first?.();
    first?.();
    expect([open.count('a'), open.count('b')]).toEqual([1, 1]);
    second?.();
    expect(open.count('a')).toBe(0);
  });
});

describe('counts of a minute', () => {
  test('are of each key, and begin anew with the minute', () => {
    let now = 59_000;
    const counts = new MinuteCounts(2, () => new Date(now));
    expect([counts.take('a'), counts.take('a'), counts.take('a'), counts.take('b')]).toEqual([true, true, false, true]);
    now = 60_000;
    expect(counts.take('a')).toBe(true);
  });
});
