import { Cron } from 'croner';

/** When a schedule fires: by a cron pattern in a time zone, or at an interval of minutes. */
export interface ScheduleConfig {
  cron?: string | undefined;
  /** IANA name of the time zone of `cron`. Defaults to UTC. */
  timezone?: string | undefined;
  everyMinutes?: number | undefined;
}

const minuteMs = 60_000;

/**
 * The first time after `after` at which the schedule fires; null if it never fires again. Intervals are counted from the
 * epoch, so that they are the same after restarts and in all processes.
 * @throws on a pattern or time zone that the node's fields do not accept.
 */
export function nextScheduledTime({ cron, timezone, everyMinutes }: ScheduleConfig, after: Date): Date | null {
  if (everyMinutes !== undefined) {
    const period = everyMinutes * minuteMs;
    return new Date(Math.floor(after.getTime() / period) * period + period);
  }
  if (cron === undefined) return null;
  return parseCron(cron, timezone ?? 'UTC').nextRun(after);
}

/** True for five fields (or a name such as `@daily`) that fire at some time. */
export function isCron(pattern: string): boolean {
  try {
    return parseCron(pattern, 'UTC').nextRun() !== null;
  } catch {
    return false;
  }
}

/** True for names of the IANA time zone database, not for offsets such as `+02:00`. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

// Lists and ranges name times as single values do. With the library's default, a day whose listed times daylight saving
// time skips would not fire at all.
function parseCron(pattern: string, timezone: string): Cron {
  return new Cron(pattern, { mode: '5-part', timezone, paused: true, fixedTimeRule: 'no-wildcard' });
}
