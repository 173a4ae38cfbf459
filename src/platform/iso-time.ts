const isoTime = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** The beginning of a UTC day of which no time was sent. As a bound of a range, it stands for the whole day. */
export class WholeDay extends Date {
  /** As it was sent, so that it stands for the whole day where it is read again. */
  override toJSON(): string {
    return this.toISOString().slice(0, 10);
  }
}

const dayMs = 86_400_000;

/**
 * Reads an ISO 8601 time with its zone, or a date.
 * @returns null for anything else, including days that do not exist (2026-02-30)
 */
export function readIsoTime(text: string): Date | null {
  const [, year, month, day, clock] = isoTime.exec(text) ?? [];
  if (!year || Number(day) > daysOf(Number(year), Number(month))) return null;
  const time = clock ? new Date(text) : new WholeDay(text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** The last millisecond of a whole day; another time as it is. */
export function lastMomentOf(time: Date): Date {
  return time instanceof WholeDay ? new Date(time.getTime() + dayMs - 1) : time;
}

// Date accepts 31 days for every month and continues in the next one.
function daysOf(year: number, month: number): number {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
}
