const isoTime = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Reads an ISO 8601 time with its zone, or a date.
 * @param timeOfDay the UTC time used for a date: `23:59:59.999` for the end of a range
 * @returns null for anything else, including days that do not exist (2026-02-30)
 */
export function readIsoTime(text: string, timeOfDay = '00:00:00.000'): Date | null {
  const [, year, month, day, clock] = isoTime.exec(text) ?? [];
  if (!year || Number(day) > daysOf(Number(year), Number(month))) return null;
  const time = new Date(clock ? text : `${text}T${timeOfDay}Z`);
  return Number.isNaN(time.getTime()) ? null : time;
}

// Date accepts 31 days for every month and continues in the next one.
function daysOf(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}
