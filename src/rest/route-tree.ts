import { isParameter, type RouteKey } from './route-key.js';

interface Branch<T> {
  fixed: Map<string, Branch<T>>;
  parameter: Branch<T> | null;
  byMethod: Map<string, T>;
}

/** A known path: what answers each method there, and the values of its parameters in order. */
export interface RouteMatch<T> {
  byMethod: ReadonlyMap<string, T>;
  values: string[];
}

/**
 * Finds a path's row in as many steps as it has segments, however many rows there are. A fixed segment always wins
 * over a parameter and there is no way back: `/flows/folders` is never a `:flowId`, whatever follows it.
 */
export class RouteTree<T> {
  readonly #root: Branch<T> = newBranch();

  /** @throws Error where another row has the same method and path, parameter names aside. */
  add({ method, segments }: RouteKey, row: T): void {
    let branch = this.#root;
    for (const segment of segments) {
      if (isParameter(segment)) {
        branch.parameter ??= newBranch();
        branch = branch.parameter;
      } else {
        const next = branch.fixed.get(segment) ?? newBranch();
        branch.fixed.set(segment, next);
        branch = next;
      }
    }
    if (branch.byMethod.has(method)) throw new Error('Another row has this method and path already.');
    branch.byMethod.set(method, row);
  }

  /**
   * @param path as it stands in the request, still encoded; one slash at its end does not matter
   * @returns null where no row has this path
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
  return { fixed: new Map(), parameter: null, byMethod: new Map() };
}

/** Empty where the text is no valid encoding: it names nothing. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
