import type { SearchHitSource, SearchSource } from '../../../platform/search/index.js';

/** A source whose rows can be hits. */
export type HitSource = SearchSource & { hit: SearchHitSource };

/** The sources with hits by type, in the order of the results. @throws Error if two have the same type or order */
export function hitSources(sources: readonly SearchSource[]): ReadonlyMap<string, HitSource> {
  const withHits = sources.filter((source): source is HitSource => source.hit !== undefined);
  const orders = new Set(withHits.map(({ hit }) => hit.order));
  const types = new Set(withHits.map(({ type }) => type));
  if (orders.size < withHits.length || types.size < withHits.length) {
    throw new Error('Each searched type must have a unique name and a unique order.');
  }
  return new Map(withHits.toSorted((a, b) => a.hit.order - b.hit.order).map((source) => [source.type, source]));
}
