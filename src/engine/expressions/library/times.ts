import { DateTime, type DateTimeUnit, IANAZone } from 'luxon';
import { type Declaration, declare, oneOf, type Price, shown } from './declare.js';

const units = ['years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;
type Unit = (typeof units)[number];

/** Times are parsed, and converted to a zone, by calendars. */
const ofTimes: Price = { call: 650, character: 0.2 };
/** Formats with the names of a language, which are looked up first. */
const written: Price = { call: 1500, character: 0.3 };
const longestFormat = 200;
const longestTime = 200;
const mostAmount = 1_000_000;
const perWeek = 7;
const saturday = 6;

/** The zone of an argument; UTC where there is none. @throws Error for what is no zone */
function zoneOf(zone: unknown): string {
  const name = (zone ?? 'UTC') as string;
  if (!IANAZone.isValidZone(name))
    throw new Error(`the time zone must be a name such as "Europe/Madrid", not "${shown(name)}".`);
  return name;
}

/** A locale of an argument; English of the United States where there is none. @throws Error for what is no locale */
export function localeOf(locale: unknown): string {
  const name = (locale ?? 'en-US') as string;
  if (/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(name)) return name;
  throw new Error(`the locale must be a language tag such as "es-ES", not "${shown(name)}".`);
}

/** A timestamp, or a text with a time, in a zone. @throws Error for what is no time */
function timeOf(value: unknown, zone?: unknown): DateTime {
  const inZone = { zone: zoneOf(zone) };
  const time = value instanceof Date ? DateTime.fromJSDate(value, inZone) : parsed(value as string, inZone);
  if (time.isValid) return time;
  throw new Error(
    `a time must be ISO 8601 text such as "2026-01-31T09:00:00Z", not "${shown(value)}". Read other forms with parseDate().`,
  );
}

function parsed(text: string, options: { zone: string }): DateTime {
  if (text.length > longestTime) return DateTime.invalid('too long');
  const forms = [DateTime.fromISO, DateTime.fromSQL, DateTime.fromRFC2822, DateTime.fromHTTP];
  const times = forms.map((read) => read(text.trim(), options));
  return times.find(({ isValid }) => isValid) ?? DateTime.invalid('unparsable');
}

function unitOf(unit: unknown, what: string): Unit {
  const name = unit as string;
  return oneOf(name.endsWith('s') ? name : `${name}s`, units, `the unit of ${what}`);
}

function boundary(unit: unknown, what: string): DateTimeUnit {
  return unitOf(unit, what).slice(0, -1) as DateTimeUnit;
}

function formatOf(format: unknown): string {
  if ((format as string).length > longestFormat)
    throw new Error(`a format must have at most ${longestFormat} characters.`);
  return format as string;
}

function parseDate(text: string, format?: unknown, zone?: unknown, locale?: unknown): Date {
  if (format === undefined) return timeOf(text, zone).toJSDate();
  const time = DateTime.fromFormat(text.slice(0, longestTime), formatOf(format), {
    zone: zoneOf(zone),
    locale: localeOf(locale),
  });
  if (!time.isValid) throw new Error(`"${shown(text)}" must be a time in the format "${shown(format)}" for parseDate.`);
  return time.toJSDate();
}

function amountOf(amount: unknown, what: string): number {
  const number = amount as number;
  if (Math.abs(number) <= mostAmount) return number;
  throw new Error(`the amount of ${what} must be from -${mostAmount} to ${mostAmount}.`);
}

function inRange(time: DateTime): Date {
  if (time.isValid && time.year >= 1 && time.year <= 9999) return time.toJSDate();
  throw new Error('a time must be in the years 1 to 9999.');
}

/** Days from Monday to Friday since a Monday long ago, without the day itself. */
function workdaysBefore(day: DateTime): number {
  const days = Math.round(
    day
      .startOf('day')
      .setZone('UTC', { keepLocalTime: true })
      .diff(DateTime.utc(1, 1, 1), 'days').days,
  );
  const weeks = Math.floor(days / perWeek);
  return weeks * (saturday - 1) + Math.min(days - weeks * perWeek, saturday - 1);
}

function addBusinessDays(time: DateTime, amount: number): DateTime {
  const step = Math.sign(amount);
  const isFree = (day: DateTime) => day.weekday >= saturday;
  // From a weekend, the first day forward is Monday, and backward Friday.
  let day = time;
  while (step !== 0 && isFree(day)) day = day.plus({ days: -step });
  const left = Math.abs(amount);
  day = day.plus({ weeks: step * Math.floor(left / (saturday - 1)) });
  for (let more = left % (saturday - 1); more > 0; more -= isFree(day) ? 0 : 1) day = day.plus({ days: step });
  while (step !== 0 && isFree(day)) day = day.plus({ days: step });
  return day;
}

const at = '"2026-01-30T22:30:00Z"';

/** Functions of times. */
export const timeFunctions: readonly Declaration[] = [
  declare(
    [
      'inZone(time: time, zone: text): text',
      'Writes a time as ISO text in a time zone.',
      `${at}.inZone("Europe/Madrid")`,
      '"2026-01-30T23:30:00.000+01:00"',
    ],
    (time, zone) => timeOf(time, zone).toISO(),
    ofTimes,
  ),
  declare(
    [
      'parseDate(text: text, format?: text, zone?: text, locale?: text): time',
      'Reads a time: ISO 8601, SQL, RFC 2822, or in a format, in a zone, UTC by default.',
      '"31/01/2026 09:30".parseDate("dd/MM/yyyy HH:mm", "Europe/Madrid")',
      '"2026-01-31T08:30:00.000Z"',
    ],
    (text, format, zone, locale) => parseDate(text as string, format, zone, locale),
    written,
  ),
  declare(
    [
      'formatDate(time: time, format: text, zone?: text, locale?: text): text',
      'Writes a time in a format, in a zone, UTC by default, and a language.',
      `${at}.formatDate("d MMMM yyyy", "UTC", "es-ES")`,
      '"30 enero 2026"',
    ],
    (time, format, zone, locale) => timeOf(time, zone).setLocale(localeOf(locale)).toFormat(formatOf(format)),
    written,
  ),
  declare(
    [
      'addTime(time: time, amount: number, unit: text, zone?: text): time',
      'Adds `years`, `quarters`, `months`, `weeks`, `days`, `hours`, `minutes`, `seconds` or `milliseconds`; a negative amount subtracts.',
      `${at}.addTime(2, "days")`,
      '"2026-02-01T22:30:00.000Z"',
    ],
    (time, amount, unit, zone) =>
      inRange(timeOf(time, zone).plus({ [unitOf(unit, 'addTime')]: amountOf(amount, 'addTime') })),
    ofTimes,
  ),
  declare(
    [
      'startOf(time: time, unit: text, zone?: text): time',
      'Returns the beginning of the year, month, week (Monday), day … of a time.',
      `${at}.startOf("month")`,
      '"2026-01-01T00:00:00.000Z"',
    ],
    (time, unit, zone) => inRange(timeOf(time, zone).startOf(boundary(unit, 'startOf'))),
    ofTimes,
  ),
  declare(
    [
      'endOf(time: time, unit: text, zone?: text): time',
      'Returns the last millisecond of the year, month, week, day … of a time.',
      `${at}.endOf("day")`,
      '"2026-01-30T23:59:59.999Z"',
    ],
    (time, unit, zone) => inRange(timeOf(time, zone).endOf(boundary(unit, 'endOf'))),
    ofTimes,
  ),
  declare(
    [
      'diff(time: time, other: time, unit: text, zone?: text): number',
      'Returns how long a time is after another one, in a unit, with its fraction.',
      `${at}.diff("2026-01-29T10:30:00Z", "days")`,
      '1.5',
    ],
    (time, other, unit, zone) =>
      timeOf(time, zone).diff(timeOf(other, zone), unitOf(unit, 'diff')).as(unitOf(unit, 'diff')),
    ofTimes,
  ),
  declare(
    [
      'businessDays(time: time, other: time, zone?: text): number',
      'Counts the days from Monday to Friday from the day of a time up to before that of another one.',
      `${at}.businessDays("2026-02-04T00:00:00Z")`,
      '3',
    ],
    (time, other, zone) => workdaysBefore(timeOf(other, zone)) - workdaysBefore(timeOf(time, zone)),
    written,
  ),
  declare(
    [
      'addBusinessDays(time: time, days: number, zone?: text): time',
      'Adds days from Monday to Friday; a negative number subtracts.',
      `${at}.addBusinessDays(1)`,
      '"2026-02-02T22:30:00.000Z"',
    ],
    (time, days, zone) => inRange(addBusinessDays(timeOf(time, zone), Math.trunc(amountOf(days, 'addBusinessDays')))),
    { call: 900, character: 0.1 },
  ),
];
