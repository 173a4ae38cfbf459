import type { Route } from '../route.js';

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
export function traceData(row: Route): unknown {
  try {
    return row.data(recorder([]));
  } catch {
    return null;
  }
}

/** Stands for any value: every property and every call returns another recorder. */
function recorder(path: Origin): unknown {
  return new Proxy(() => {}, {
    get(_target, key) {
      if (key === origin) return path;
      return typeof key === 'symbol' ? undefined : recorder([...path, key]);
    },
    // A call is a conversion (`.split(',')`): its result has the origin of the value.
    apply: () => recorder(path.slice(0, -1)),
  });
}
