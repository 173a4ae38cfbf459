import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import type { Overlap } from '../../engine/index.js';

/** When a schedule fires: by a cron pattern in a time zone, or at an interval of minutes. */
export interface ScheduleConfig {
  cron?: string | undefined;
  /** IANA name of the time zone of `cron`. Defaults to UTC. */
  timezone?: string | undefined;
  everyMinutes?: number | undefined;
  /** What happens at a time while an execution of an earlier one runs. Defaults to starting beside it. */
  overlap?: Overlap | undefined;
  /** Seconds by which an execution may begin later than its time. */
  jitterSeconds?: number | undefined;
  /** Which of the times that were missed while no process ran are made up for. Defaults to `last`. */
  catchUp?: CatchUp | undefined;
}

export const catchUps = ['none', 'last', 'all'] as const;
export type CatchUp = (typeof catchUps)[number];

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

/** Times that are due together at most; the others are due at once. */
const timesAtOnce = 100;
/** How long ago a missed time may be: to be a time that was not missed, with `none`, and to be made up for, with `all`. */
const latenessMs = { none: 60_000, all: 7 * 24 * 60 * minuteMs };

/** The times of a schedule for which executions start now, and when it is due next; null for never. */
export interface DueTimes {
  times: Date[];
  next: Date | null;
}

/** @param due the first time that has not started an execution @param now at or after it */
export function dueTimes(config: ScheduleConfig, due: Date, now: Date): DueTimes {
  if (config.catchUp === 'all') return allTimes(config, due, now);
  const last = lastScheduledTime(config, due, now);
  const isMissed = config.catchUp === 'none' && now.getTime() - last.getTime() > latenessMs.none;
  return { times: isMissed ? [] : [last], next: nextScheduledTime(config, now) };
}

function allTimes(config: ScheduleConfig, due: Date, now: Date): DueTimes {
  const earliest = new Date(now.getTime() - latenessMs.all);
  const times: Date[] = [];
  let next = due < earliest ? nextScheduledTime(config, earliest) : due;
  for (; next !== null && next <= now && times.length < timesAtOnce; next = nextScheduledTime(config, next))
    times.push(next);
  return { times, next };
}

/** The last time of a schedule up to `until`, of which `from` is one. Looks back further and further, so that few times are computed. */
function lastScheduledTime(config: ScheduleConfig, from: Date, until: Date): Date {
  for (let lookBackMs = 60 * minuteMs; ; lookBackMs *= 24) {
    const start = until.getTime() - lookBackMs;
    let last = start <= from.getTime() ? from : null;
    let next = nextScheduledTime(config, last ?? new Date(start));
    for (; next !== null && next <= until; next = nextScheduledTime(config, next)) last = next;
    if (last) return last;
  }
}

/** When the execution of a time begins: the same in all processes. @param id of the schedule */
export function jittered({ jitterSeconds = 0 }: ScheduleConfig, id: string, time: Date): Date {
  const random = createHash('sha256').update(`${id} ${time.getTime()}`).digest().readUInt32BE() / 2 ** 32;
  return new Date(time.getTime() + Math.floor(random * jitterSeconds * 1_000));
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
