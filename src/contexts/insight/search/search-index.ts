import type { SearchHitSource, SearchSource } from '../../../platform/search/index.js';

/** A source with hits. */
export type HitSource = SearchSource & { hit: SearchHitSource };

/** The types that a search over all of them goes through, in the order of the answer. @throws Error where two have one name or place */
export function hitSources(sources: readonly SearchSource[]): ReadonlyMap<string, HitSource> {
  const shown = sources.filter((source): source is HitSource => source.hit !== undefined);
  const places = new Set(shown.map(({ hit }) => hit.order));
  const types = new Set(shown.map(({ type }) => type));
  if (places.size < shown.length || types.size < shown.length) {
    throw new Error('Each type that is searched needs a name and an order of its own.');
  }
  return new Map(shown.toSorted((a, b) => a.hit.order - b.hit.order).map((source) => [source.type, source]));
}
