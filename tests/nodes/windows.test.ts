import { describe, expect, test } from '@jest/globals';
import { openingOf, type TimeWindow } from '../../src/nodes/wait/window.js';
import { portsWith, refusedFields, runNode } from './run-node.js';

const madrid = 'Europe/Madrid';
const opens = (window: TimeWindow, from: string, zone = madrid) =>
  openingOf(window, zone, new Date(from)).toISOString();

describe('the opening of a window', () => {
  const office = { start: '09:00', end: '18:00' };

  test.each([
    // Winter: Madrid is one hour ahead of UTC.
    ['2026-01-05T07:59:59.999Z', '2026-01-05T08:00:00.000Z'],
    ['2026-01-05T08:00:00.000Z', '2026-01-05T08:00:00.000Z'],
    ['2026-01-05T16:59:59.999Z', '2026-01-05T16:59:59.999Z'],
    ['2026-01-05T17:00:00.000Z', '2026-01-06T08:00:00.000Z'],
    // In the night of 29 March the clock goes forward.
    ['2026-03-28T18:00:00.000Z', '2026-03-29T07:00:00.000Z'],
    ['2026-10-24T18:00:00.000Z', '2026-10-25T08:00:00.000Z'],
  ])('from %s is %s in the local time of the zone', (from, opening) => {
    expect(opens(office, from)).toBe(opening);
  });

  test('is on a day of the window', () => {
    const window: TimeWindow = { start: '10:00', end: '13:00', days: ['tue', 'thu'] };
    expect(opens(window, '2026-01-05T10:00:00Z')).toBe('2026-01-06T09:00:00.000Z');
    expect(opens(window, '2026-01-06T12:00:00Z')).toBe('2026-01-08T09:00:00.000Z');
    expect(opens({ ...window, days: ['mon'] }, '2026-01-05T12:30:00Z')).toBe('2026-01-12T09:00:00.000Z');
  });

  test('of a window over midnight belongs to the day on which it opened', () => {
    const night: TimeWindow = { start: '22:00', end: '06:00', days: ['fri'] };
    expect(opens(night, '2026-01-10T04:59:00Z')).toBe('2026-01-10T04:59:00.000Z');
    expect(opens(night, '2026-01-10T05:00:00Z')).toBe('2026-01-16T21:00:00.000Z');
    expect(opens(night, '2026-01-09T04:00:00Z')).toBe('2026-01-09T21:00:00.000Z');
  });

  test('whose start the clock skips is right after the change', () => {
    const window = { start: '02:30', end: '04:00' };
    expect(opens(window, '2026-03-28T23:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(opens({ start: '02:15', end: '02:45' }, '2026-03-28T23:00:00Z')).toBe('2026-03-30T00:15:00.000Z');
  });

  test('whose start the clock repeats is at both of them', () => {
    const window = { start: '02:30', end: '02:45' };
    expect(opens(window, '2026-10-25T00:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(opens(window, '2026-10-25T00:50:00Z')).toBe('2026-10-25T01:30:00.000Z');
    expect(opens(window, '2026-10-25T01:45:00Z')).toBe('2026-10-26T01:30:00.000Z');
  });

  test('of the whole day is now on its days', () => {
    const day: TimeWindow = { start: '00:00', end: '24:00', days: ['sun'] };
    expect(opens(day, '2026-03-28T22:59:00Z')).toBe('2026-03-28T23:00:00.000Z');
    expect(opens(day, '2026-03-29T21:59:00Z')).toBe('2026-03-29T21:59:00.000Z');
    expect(opens(day, '2026-03-29T22:00:00Z')).toBe('2026-04-04T22:00:00.000Z');
  });
});

describe('wait.until', () => {
  const zones: Record<string, string> = { workspace: 'UTC', contact: 'America/New_York' };
  const ports = portsWith({ crm: { zoneOf: async (zone) => zones[zone] ?? zone } });
  const until = async (data: Record<string, unknown>) => (await runNode('wait.until', data, { ports })).outcome;
  // The current time is Monday, 2026-01-05 at 09:00 UTC.

  test.each([
    [{ businessHours: true, timezone: 'contact', contactId: 'c' }, '2026-01-05T14:00:00.000Z'],
    [{ businessHours: true, at: '2026-01-09T19:00:00Z' }, '2026-01-12T09:00:00.000Z'],
    [{ at: '2026-01-05T09:00:01Z' }, '2026-01-05T09:00:01.000Z'],
    [{ window: { start: '08:00', end: '09:00' } }, '2026-01-06T08:00:00.000Z'],
    [{ window: { start: '08:00', end: '09:00' }, timezone: madrid }, '2026-01-06T07:00:00.000Z'],
  ])('with %j waits until %s', async (data, time) => {
    expect(await until(data)).toEqual({ kind: 'wait', until: new Date(time), output: { resumedAt: time } });
  });

  test.each([[{ businessHours: true }], [{ at: '2026-01-05T08:00:00Z' }], [{ at: '2026-01-01', businessHours: true }]])(
    'with %j continues at once',
    async (data) => {
      expect(await until(data)).toEqual({ kind: 'done', output: { resumedAt: '2026-01-05T09:00:00.000Z' } });
    },
  );

  test.each([
    [{}, ['at']],
    [{ businessHours: false }, ['at']],
    [{ businessHours: true, window: { start: '08:00', end: '09:00' } }, ['businessHours']],
    [{ window: { start: '08:00', end: '08:00' } }, ['window.end']],
    [{ window: { start: '24:00', end: '8:00', days: [] } }, ['window.start', 'window.end', 'window.days']],
    [{ businessHours: true, timezone: 'contact' }, ['contactId']],
    [{ businessHours: true, timezone: 'Mars/Olympus' }, ['timezone']],
  ])('refuses %j at %j', (data, fields) => {
    expect(refusedFields('wait.until', data)).toEqual(fields);
  });
});
