import type { RouteKey } from './route-key.js';

type Values = Readonly<Record<string, unknown>>;

/** Finds the paths of single records, for `Location`. */
export class Locations {
  /** The patterns of the paths at which a record can be got, by the type of the record. */
  readonly #byType = new Map<string, RouteKey>();
  /** The patterns of paths with one more parameter than that of a collection. */
  readonly #below = new Map<string, RouteKey>();

  add(key: RouteKey, type: string | null): void {
    const last = key.segments.at(-1) ?? '';
    if (!last.startsWith(':')) return;
    const collection = key.path.slice(0, -last.length - 1);
    if (!this.#below.has(collection)) this.#below.set(collection, key);
    if (key.method === 'GET' && type && !this.#byType.has(type)) this.#byType.set(type, key);
  }

  /**
   * The path of a record that a request created; null if it has none.
   * @param collection the pattern of the request's path
   * @param params the path parameters of the request
   */
  find(
    collection: string,
    type: string | null,
    params: Readonly<Record<string, string>>,
    data: unknown,
  ): string | null {
    const key = this.#below.get(collection) ?? this.#byType.get(type ?? '');
    if (!key || typeof data !== 'object' || data === null) return null;
    const last = key.params.at(-1) ?? '';
    const id = last in data ? (data as Values)[last] : (data as Values).id;
    const values: Values = { ...params, [last]: id };
    if (key.params.some((name) => typeof values[name] !== 'string' && typeof values[name] !== 'number')) return null;
    return key.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  }
}
