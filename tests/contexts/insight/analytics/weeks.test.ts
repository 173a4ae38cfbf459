import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { daysIn, weeksIn } from '../../../../src/contexts/insight/analytics/counts/period.js';

const dayMs = 86_400_000;
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10);

describe('a period split at weeks', () => {
  test('has each of its days once, and weeks that begin on Mondays, fewer than seven days at each end', () => {
    const property = fc.property(fc.integer({ min: 15_000, max: 30_000 }), fc.nat(200), (first, length) => {
      const period = { from: dayOf(first), to: dayOf(first + length) };
      const { weeks, days } = weeksIn(period);
      const ofWeeks = weeks ? daysIn({ from: weeks.from, to: weeks.until }).slice(0, -1) : [];
      expect([...ofWeeks, ...days.flatMap(daysIn)].sort()).toEqual(daysIn(period));
      expect(ofWeeks.length % 7).toBe(0);
      if (weeks) expect(new Date(weeks.from).getUTCDay()).toBe(1);
      const longest = weeks ? 6 : 12;
      for (const one of days) expect(daysIn(one).length).toBeLessThanOrEqual(longest);
    });
    fc.assert(property);
  });

  test('consists of days if it contains no whole week', () => {
    const period = { from: '2026-11-17', to: '2026-11-22' };
    expect(weeksIn(period)).toEqual({ weeks: null, days: [period] });
    expect(weeksIn({ from: '2026-11-16', to: '2026-11-22' })).toEqual({
      weeks: { from: '2026-11-16', until: '2026-11-23' },
      days: [],
    });
  });
});
