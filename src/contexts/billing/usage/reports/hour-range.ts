import { firstIdAt } from '../../../../platform/new-id.js';
/** A range of time whose end is exclusive. */
export type Span = [from: Date, until: Date];

/**
 * A range of time, both ends inclusive, split at whole days and hours, for which there are sums; only events in the rest
 * are counted. Empty parts are omitted.
 */
export interface HourRange {
  /** All whole hours, including those of whole days. */
  full: Span | null;
  /** Whole days in UTC. */
  days: Span | null;
  /** Whole hours around the days. */
  hours: Span[];
  /** The rest, as ranges of UUIDv7; the end is exclusive. */
  edges: [string, string][];
}

export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

/** Splits a range. @param byDay false to split at hours only */
export function hourRange(from: Date, to: Date, byDay = true): HourRange {
  const whole: Moments = [from.getTime(), to.getTime() + 1];
  const full = roundedTo(hourMs, whole);
  const days = byDay && full ? roundedTo(dayMs, full) : null;
  return {
    full: full && spanOf(full),
    days: days && spanOf(days),
    hours: full ? around(days, full).map(spanOf) : [],
    edges: around(full, whole).map(([begin, until]) => [firstIdAt(begin), firstIdAt(until)]),
  };
}

/** Milliseconds; the end is exclusive. */
type Moments = [from: number, until: number];

/** The whole units within a range. */
function roundedTo(unit: number, [from, until]: Moments): Moments | null {
  const [first, last] = [Math.ceil(from / unit) * unit, Math.floor(until / unit) * unit];
  return first < last ? [first, last] : null;
}

/** The parts of `outer` before and after `inner`. */
function around(inner: Moments | null, outer: Moments): Moments[] {
  if (!inner) return outer[0] < outer[1] ? [outer] : [];
  const parts: Moments[] = [
    [outer[0], inner[0]],
    [inner[1], outer[1]],
  ];
  return parts.filter(([begin, until]) => begin < until);
}

function spanOf([from, until]: Moments): Span {
  return [new Date(from), new Date(until)];
}
