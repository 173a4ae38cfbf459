const dayMs = 86_400_000;
const lengths: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };

/** Days of a workspace, as 2026-11-21, both ends included. */
export interface Days {
  from: string;
  to: string;
}

/** What is told of, and as long a time right before it. */
export interface Period extends Days {
  before: Days;
}

/** The last 7, 30 or 90 days, today among them; 30 for anything else. */
export function periodOf(text: string | null | undefined, now: Date, timezone: string): Period {
  const length = lengths[text ?? ''] ?? 30;
  const today = Date.parse(`${dayAt(now, timezone)}T00:00:00Z`);
  const day = (back: number) => textOf(today - back * dayMs);
  return {
    ...{ from: day(length - 1), to: day(0) },
    before: { from: day(2 * length - 1), to: day(length) },
  };
}

/** Every day from first to last. */
export function daysIn({ from, to }: Days): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) => textOf(first + index * dayMs));
}

/** A time split at whole weeks, of which there are counts: their Mondays, and the days around them. */
export interface Weeks {
  /** The first Monday, and the first one that is not in it. */
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
