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
  const day = (back: number) => new Date(today - back * dayMs).toISOString().slice(0, 10);
  return {
    ...{ from: day(length - 1), to: day(0) },
    before: { from: day(2 * length - 1), to: day(length) },
  };
}

/** Every day from first to last. */
export function daysIn({ from, to }: Days): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
}

function dayAt(now: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(now);
}
