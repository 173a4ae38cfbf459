import type { Route, StatusByResult, SuccessStatus } from '../route.js';

/** The origin of a value: `['query', 'page']` of a request, `['workspace', 'flows']` of a result. */
export type Origin = readonly string[];

const origin = Symbol('origin');

/** The origin of a value that a recorder returned; null for any other value. */
export function originOf(value: unknown): Origin | null {
  return typeof value === 'function' ? ((value as unknown as { [origin]?: Origin })[origin] ?? null) : null;
}

/**
 * The variables that a route derives from a request, with recorded origins in place of values; empty if the route has no
 * `variables` or computes with the values.
 */
export function traceVariables(row: Route): Record<string, unknown> {
  if (!row.variables) return {};
  try {
    return { ...row.variables(recorder([]) as Parameters<typeof row.variables>[0]) };
  } catch {
    return {};
  }
}

/** The data that a route takes from a result, with recorded origins in place of values; null if it computes with them. */
export function traceData(take: Route['data']): unknown {
  try {
    return take(recorder([]));
  } catch {
    return null;
  }
}

/** A result whose fields have only null below them. */
const empty = new Proxy({}, { get: () => null });
const emptyResult = new Proxy({}, { get: () => empty });
/** The same one level lower: `workspace` of a query has the fields. */
const emptyWorkspace = new Proxy({}, { get: () => emptyResult });

/** The field that is never null with a status, because the status is chosen by its presence; null if there is none. */
export function presentWith(status: Route['status'], chosen: SuccessStatus): Origin | null {
  if (typeof status !== 'object') return null;
  const { choose } = status as StatusByResult<unknown>;
  let read: Origin = [];
  const watched = recorder([], (path) => {
    read = path;
  });
  return choose(watched) === chosen && choose(emptyResult) !== chosen ? read : null;
}

/** Which properties of the data are also there when every value below the fields of a result is null. */
export function alwaysIn(take: Route['data']): (name: string) => boolean {
  for (const result of [emptyResult, emptyWorkspace]) {
    try {
      const kept = take(result);
      return (name) => typeof kept !== 'object' || kept === null || kept === empty || name in kept;
    } catch {
      // It reads more than there is.
    }
  }
  return () => true;
}

/** Stands for any value: every property and every call returns another recorder. */
function recorder(path: Origin, watch: (path: Origin) => void = () => {}): unknown {
  return new Proxy(() => {}, {
    get(_target, key) {
      if (key === origin) return path;
      if (typeof key === 'symbol') return undefined;
      watch([...path, key]);
      return recorder([...path, key], watch);
    },
    // A call is a conversion (`.split(',')`): its result has the origin of the value.
    apply: () => recorder(path.slice(0, -1), watch),
  });
}
