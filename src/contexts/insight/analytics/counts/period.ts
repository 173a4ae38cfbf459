const dayMs = 86_400_000;
const lengths = { '7d': 7, '30d': 30, '90d': 90 } as const;
const byDefault = '30d';

/** A range of days of a workspace, for example 2026-11-21, both ends inclusive. */
export interface Days {
  from: string;
  to: string;
}

/** A period, and the period of the same length right before it. */
export interface Period extends Days {
  name: keyof typeof lengths;
  before: Days;
}

/** The last 7, 30 or 90 days, including today; 30 for other texts. */
export function periodOf(text: string | null | undefined, now: Date, timezone: string): Period {
  const name = text && Object.hasOwn(lengths, text) ? (text as keyof typeof lengths) : byDefault;
  const length = lengths[name];
  const today = Date.parse(`${dayAt(now, timezone)}T00:00:00Z`);
  const day = (back: number) => textOf(today - back * dayMs);
  return {
    name,
    from: day(length - 1),
    to: day(0),
    before: { from: day(2 * length - 1), to: day(length) },
  };
}

/** All days of a range. */
export function daysIn({ from, to }: Days): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) => textOf(first + index * dayMs));
}

/** A range of days split at whole weeks, for which there are counts, and the days around them. */
export interface Weeks {
  /** The first Monday, and the Monday after the last week. */
  weeks: { from: string; until: string } | null;
  days: Days[];
}

export function weeksIn({ from, to }: Days): Weeks {
  const [first, end] = [Date.parse(from), Date.parse(to) + dayMs];
  const [monday, last] = [first + ((7 - sinceMonday(first)) % 7) * dayMs, end - sinceMonday(end) * dayMs];
  if (monday >= last) return { weeks: null, days: [{ from, to }] };
  const around = [
    { from, to: textOf(monday - dayMs) },
    { from: textOf(last), to },
  ];
  return { weeks: { from: textOf(monday), until: textOf(last) }, days: around.filter((days) => days.from <= days.to) };
}

function sinceMonday(day: number): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}

function textOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

function dayAt(now: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
}
