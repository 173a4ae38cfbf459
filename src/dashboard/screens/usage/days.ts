const dayMs = 86_400_000;

/** The day so many days ago, in UTC, as the API counts; 1 is today. */
export const daysAgo = (days: number, now = Date.now()): string =>
  new Date(now - (days - 1) * dayMs).toISOString().slice(0, 10);

/** The last days up to today in UTC, the oldest first. */
export const lastDays = (count: number, now = Date.now()): string[] =>
  Array.from({ length: count }, (_, index) => daysAgo(count - index, now));

/** All days of the month of today in UTC. */
export function daysOfMonth(now = Date.now()): string[] {
  const month = new Date(now).toISOString().slice(0, 7);
  const [year = 0, index = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, index, 0)).getUTCDate();
  return Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
}

/** Seconds since 1970 of the beginning of a day in UTC. */
export const secondsOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1_000;

/** When the day and the month of today began in a time zone, as budgets count them. */
export function startsIn(zone: string, now = Date.now()): { day: string; month: string } {
  const [year = 0, month = 1, day = 1] = partsIn(zone, now);
  return { day: startOf(zone, [year, month, day]), month: startOf(zone, [year, month, 1]) };
}

/** Midnight of a day in a zone. Its distance from UTC is that of the zone around then. */
function startOf(zone: string, [year, month, day]: [number, number, number]): string {
  const asUtc = Date.UTC(year, month - 1, day);
  const [y = 0, m = 1, d = 1, h = 0, min = 0] = partsIn(zone, asUtc);
  const first = asUtc - (Date.UTC(y, m - 1, d, h, min) - asUtc);
  const [y2 = 0, m2 = 1, d2 = 1, h2 = 0, min2 = 0] = partsIn(zone, first);
  return new Date(first - (Date.UTC(y2, m2 - 1, d2, h2, min2) - asUtc)).toISOString();
}

/** Year, month, day, hour and minute of a moment in a zone. */
function partsIn(zone: string, at: number): number[] {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
  });
  const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return [found.year, found.month, found.day, found.hour, found.minute].map((part) => part ?? 0);
}
