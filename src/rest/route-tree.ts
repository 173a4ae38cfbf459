import { isParameter, type RouteKey } from './route-key.js';

interface Branch<T> {
  fixed: Map<string, Branch<T>>;
  parameter: Branch<T> | null;
  /** The routes whose last parameter takes all further segments. */
  tail: Branch<T> | null;
  byMethod: Map<string, T>;
}

/** A known path: its routes by method, and the values of its parameters in order. */
export interface RouteMatch<T> {
  byMethod: ReadonlyMap<string, T>;
  values: string[];
}

/**
 * Finds the routes of a path in as many steps as it has segments, regardless of the number of routes. A fixed segment takes
 * precedence over a parameter, without backtracking: `/flows/folders` is never a `:flowId`.
 */
export class RouteTree<T> {
  readonly #root: Branch<T> = newBranch();

  /**
   * @param hasTail whether its last parameter takes all further segments
   * @throws Error if another route has the same method and path, regardless of parameter names
   */
  add({ method, segments }: RouteKey, row: T, hasTail = false): void {
    let branch = this.#root;
    for (const [index, segment] of segments.entries()) {
      if (hasTail && index === segments.length - 1) {
        branch.tail ??= newBranch();
        branch = branch.tail;
      } else if (isParameter(segment)) {
        branch.parameter ??= newBranch();
        branch = branch.parameter;
      } else {
        const next = branch.fixed.get(segment) ?? newBranch();
        branch.fixed.set(segment, next);
        branch = next;
      }
    }
    if (branch.byMethod.has(method)) throw new Error('A route with this method and path already exists.');
    branch.byMethod.set(method, row);
  }

  /**
   * @param path as sent, still percent-encoded; one trailing slash is ignored
   * @returns null if no route has this path
   */
  find(path: string): RouteMatch<T> | null {
    const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
    const values: string[] = [];
    let branch = this.#root;
    for (let start = 1; start <= end; ) {
      const slash = path.indexOf('/', start);
      const stop = slash < 0 || slash > end ? end : slash;
      const segment = path.slice(start, stop);
      const fixed = branch.fixed.get(segment);
      if (fixed) {
        branch = fixed;
      } else if (branch.tail && !branch.parameter) {
        const value = decoded(path.slice(start, end));
        return value === '' ? null : { byMethod: branch.tail.byMethod, values: [...values, value] };
      } else {
        const value = branch.parameter ? decoded(segment) : '';
        if (!branch.parameter || value === '') return null;
        values.push(value);
        branch = branch.parameter;
      }
      start = stop + 1;
    }
    return branch.byMethod.size > 0 ? { byMethod: branch.byMethod, values } : null;
  }
}

function newBranch<T>(): Branch<T> {
  return { fixed: new Map(), parameter: null, tail: null, byMethod: new Map() };
}

/** Empty for an invalid encoding, which matches nothing. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
