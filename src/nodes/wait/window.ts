import { DateTime, IANAZone } from 'luxon';
import { z } from 'zod';
import { optionalField } from '../field-kinds.js';
import { isTimezone } from '../trigger/schedule-times.js';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];

/** A part of the day on some days of the week. If `end` is not after `start`, it ends on the next day. */
export interface TimeWindow {
  start: string;
  end: string;
  days?: readonly Day[] | undefined;
}

/** Business hours: 09:00 to 18:00 from Monday to Friday. */
export const businessWindow: TimeWindow = { start: '09:00', end: '18:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] };

const minuteMs = 60_000;
const dayMinutes = 24 * 60;
const dayMs = dayMinutes * minuteMs;

const startTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59');
const endTime = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day from 00:00 to 24:00');

const windowFields = {
  start: startTime.describe('When it opens, for example `09:00`.'),
  end: endTime.describe('When it closes, for example `18:00`. If it is before `start`, that is on the next day.'),
  days: optionalField(z.array(z.enum(days)).min(1).max(days.length)).describe(
    'The days of the week on which it opens: `mon` to `sun`. Defaults to all.',
  ),
};

const differ = { path: ['end'], message: 'must differ from start. For the whole day use 00:00 to 24:00' };

/** A window of time of the day. */
export const windowField = z.object(windowFields).refine(({ start, end }) => start !== end, differ);

/** Whose time zone a window has: a zone by its name, or that of the contact or the workspace. */
export const zoneField = optionalField(
  z
    .string()
    .refine(
      (zone) => zone === 'contact' || zone === 'workspace' || isTimezone(zone),
      'must be an IANA time zone, for example "Europe/Madrid", or contact or workspace',
    ),
);

/** What `contact` means as a time zone, for descriptions. */
export const zoneOfContact =
  '`contact` for the `timezone` in the custom fields of the contact, without it that of the workspace';

/** A window within which a message is sent. */
export const sendWindowField = optionalField(
  z
    .object({
      ...windowFields,
      timezone: zoneField.describe(
        `Its time zone: an IANA name, \`workspace\`, or ${zoneOfContact}. Defaults to \`workspace\`.`,
      ),
    })
    .refine(({ start, end }) => start !== end, differ),
).describe(
  'When the message may be sent. Outside this window the step waits until it opens, without holding a worker.',
);

/** The first time from `from` at which a window is open, in a time zone. */
export function openingOf(window: TimeWindow, zone: string, from: Date): Date {
  if (isOpen(window, zone, from.getTime())) return from;
  const openings = Array.from({ length: days.length + 2 }, (_, day) => candidatesOf(window, zone, from, day - 1))
    .flat()
    .filter((ms) => ms >= from.getTime() && isOpen(window, zone, ms));
  return new Date(Math.min(...openings));
}

/** When a window may open on a day: at its start, which a change of the clock can repeat or skip, or at that change. */
function candidatesOf({ start }: TimeWindow, zone: string, from: Date, day: number): number[] {
  const local = DateTime.fromJSDate(from, { zone });
  const midnight = Date.UTC(local.year, local.month - 1, local.day + day);
  const offsets = [offsetAt(zone, midnight - dayMs), offsetAt(zone, midnight + 2 * dayMs)];
  const starts = offsets.map((offset) => midnight + (minutesOf(start) - offset) * minuteMs);
  return offsets[0] === offsets[1] ? starts : [...starts, changeBetween(zone, midnight - dayMs, midnight + 2 * dayMs)];
}

/** The first millisecond of a zone's other offset, between two times that have different ones. */
function changeBetween(zone: string, before: number, after: number): number {
  const offset = offsetAt(zone, before);
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function isOpen({ start, end, days: open = days }: TimeWindow, zone: string, ms: number): boolean {
  const local = DateTime.fromMillis(ms, { zone });
  const minute = local.hour * 60 + local.minute;
  const [from, to] = [minutesOf(start), minutesOf(end)];
  const today = open.includes(days[local.weekday - 1] as Day);
  if (from < to) return today && minute >= from && minute < to;
  const yesterday = open.includes(days[(local.weekday + days.length - 2) % days.length] as Day);
  return (today && minute >= from) || (yesterday && minute < to);
}

function offsetAt(zone: string, ms: number): number {
  return IANAZone.create(zone).offset(ms);
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
