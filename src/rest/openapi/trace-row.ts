import type { Route } from '../route.js';

/** Where a value comes from: `['query', 'page']` of a request, `['workspace', 'flows']` of a result. */
export type Origin = readonly string[];

const origin = Symbol('origin');

/** The origin of a value that a recording object handed out; null for any other value. */
export function originOf(value: unknown): Origin | null {
  return typeof value === 'function' ? ((value as unknown as { [origin]?: Origin })[origin] ?? null) : null;
}

/**
 * What the row's own `variables` make of a request, with recorded origins in place of values; empty where the row has
 * none or does more with the request than hand it on.
 */
export function traceVariables(row: Route): Record<string, unknown> {
  if (!row.variables) return {};
  try {
    return { ...row.variables(recorder([]) as Parameters<typeof row.variables>[0]) };
  } catch {
    return {};
  }
}

/** What the row's `data` takes from a result, with recorded origins in place of values; null where that is unclear. */
export function traceData(row: Route): unknown {
  try {
    return row.data(recorder([]));
  } catch {
    return null;
  }
}

/** Stands for any value: every property of it and every call on it is another recorder. */
function recorder(path: Origin): unknown {
  return new Proxy(() => {}, {
    get(_target, key) {
      if (key === origin) return path;
      return typeof key === 'symbol' ? undefined : recorder([...path, key]);
    },
    // A call is a conversion (`.split(',')`): its outcome still comes from what it was called on.
    apply: () => recorder(path.slice(0, -1)),
  });
}
