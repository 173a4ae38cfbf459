import { searchedTexts } from '../../../platform/search/index.js';
import type { HitSource } from './search-index.js';

const maxRows = 300;
/** Characters of a long content that ranking reads; beyond them it relies on the index. */
export const maxContentLength = 2_000;

/** The source whose documents find the rows of `source`: itself, unless `hit.of` names another. */
export function documentedSource(source: HitSource, sources: ReadonlyMap<string, HitSource>): HitSource {
  const found = source.hit.of ? sources.get(source.hit.of.type) : source;
  if (!found) throw new Error(`The hits of ${source.type} refer to ${source.hit.of?.type}, which has no hits.`);
  return found;
}

/**
 * The documents of `source` that the index finds, as a CTE that `candidatesSql` reads: types whose rows are found by the same
 * documents share it. $1 is the workspace; $2 and $3 are the tokens of the exact query and of the query with a typo.
 * @param pieces the parameters with the tokens of prefixes and of parts of words
 */
export function foundDocumentsSql(source: HitSource, [prefixes, inside]: [string, string]): string {
  return `${foundOf(source)} as materialized (
    select c.id, min(c.tier) as tier
    from search_candidates($1, '${source.type}', $2, ${prefixes}, ${inside}, $3) c group by c.id)`;
}

/** Selects the rows of `source` that the documents of `found` lead to. */
export function candidatesSql(source: HitSource, found: HitSource): string {
  const { type, table, hit } = source;
  const text = hit.of
    ? `join lateral (select ${textsOf(found)} from ${found.table} r
      where r.workspace_id = $1 and r.id = f.id) t on true`
    : `join lateral (select ${textsOf(found)}) t on true`;
  return `(select '${type}' as type, r.id, t.title, ${hit.subtitle ?? 'null'} as subtitle, t.content,
      r.updated_at as "updatedAt", f.tier
    from ${foundOf(found)} f
    join ${table} r on r.workspace_id = $1 and r.${hit.of?.column ?? 'id'} = f.id
    ${text} limit ${maxRows})`;
}

function foundOf({ table }: HitSource): string {
  return `found_${table}`;
}

function textsOf(source: HitSource): string {
  const texts = searchedTexts(source, 'r').map((text) => (source.isLong ? `left(${text}, ${maxContentLength})` : text));
  return `${source.hit.title ?? 'r.name'} as title, concat_ws(' ', ${texts.join(', ')}) as content`;
}
