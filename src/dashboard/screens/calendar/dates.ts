/** The start of a day in the zone of the user. */
export function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, date.getHours(), date.getMinutes());
}

/** The Monday of a week. */
export function startOfWeek(date: Date): Date {
  return addDays(startOfDay(date), -((date.getDay() + 6) % 7));
}

/** The days that a month shows: whole weeks. */
export function daysOfMonth(date: Date): Date[] {
  const first = startOfWeek(new Date(date.getFullYear(), date.getMonth(), 1));
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0);
  const weeks = Math.ceil((Math.round((last.getTime() - first.getTime()) / 86_400_000) + 1) / 7);
  return Array.from({ length: weeks * 7 }, (_, index) => addDays(first, index));
}

export const daysOfWeek = (date: Date): Date[] =>
  Array.from({ length: 7 }, (_, index) => addDays(startOfWeek(date), index));

const two = (value: number) => String(value).padStart(2, '0');

/** `2030-05-02`, as addresses and date fields have it. */
export const dayKey = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** `2030-05-02T09:30`, as a field for date and time has it. */
export const localTime = (date: Date): string => `${dayKey(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

/** The day of a key; today for what is none. */
export function dayOf(key: string | undefined): Date {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(key ?? '') ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(day)) : startOfDay(new Date());
}

/** Records by the day on which they start. */
export function byDay<Row extends { startsAt: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const days = new Map<string, Row[]>();
  for (const row of rows) {
    const key = dayKey(new Date(row.startsAt));
    const list = days.get(key);
    if (list) list.push(row);
    else days.set(key, [row]);
  }
  return days;
}
