/** A time, both ends included, split at whole hours: sums of hours are known, only the rest is counted. */
export interface HourRange {
  from: Date;
  to: Date;
  /** Whole hours lie in [fullFrom, fullTo); the two are alike where there are none. */
  fullFrom: Date;
  fullTo: Date;
  /** What is left, as ranges of UUIDv7: each from the first id on, without the second. */
  edges: [string, string][];
}

const hourMs = 3_600_000;

export function hourRange(from: Date, to: Date): HourRange {
  const end = to.getTime() + 1;
  const first = Math.ceil(from.getTime() / hourMs) * hourMs;
  const last = Math.floor(end / hourMs) * hourMs;
  const hasFull = first < last;
  const [fullFrom, fullTo] = hasFull ? [first, last] : [end, end];
  const edges = [
    [from.getTime(), Math.min(fullFrom, end)],
    [fullTo, end],
  ].filter(([begin = 0, until = 0]) => begin < until) as [number, number][];
  return {
    from,
    to,
    fullFrom: new Date(fullFrom),
    fullTo: new Date(fullTo),
    edges: edges.map(([begin, until]) => [idAt(begin), idAt(until)]),
  };
}

/** The least UUIDv7 of a millisecond. */
export function idAt(ms: number): string {
  const hex = Math.min(Math.max(ms, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
