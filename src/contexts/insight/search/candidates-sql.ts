import { searchedTexts } from '../../../platform/search/index.js';
import type { HitSource } from './search-index.js';

const rowsAtMost = 300;
/** Characters of a long content that ranking looks at: beyond them it trusts the index. */
export const contentAtMost = 2_000;

/** The source whose documents find the rows of `source`: its own, unless it says otherwise. */
export function documentedSource(source: HitSource, sources: ReadonlyMap<string, HitSource>): HitSource {
  const found = source.hit.of ? sources.get(source.hit.of.type) : source;
  if (!found) throw new Error(`The hits of ${source.type} go by ${source.hit.of?.type}, which is not searched.`);
  return found;
}

/**
 * The rows of `source` that the index finds by the documents of `found`. $1 is the workspace, $2 and $3 the pieces of an
 * exact and of a mistaken question.
 * @param pieces the places of those of beginnings and of insides of words
 */
export function candidatesSql(source: HitSource, found: HitSource, [prefixes, inside]: [string, string]): string {
  const { type, table, hit } = source;
  const text = hit.of
    ? `join lateral (select ${textsOf(found)} from ${found.table} r
      where r.workspace_id = $1 and r.id = f.id) t on true`
    : `join lateral (select ${textsOf(found)}) t on true`;
  return `(select '${type}' as type, r.id, t.title, ${hit.subtitle ?? 'null'} as subtitle, t.content,
      r.updated_at as "updatedAt", f.tier
    from (
      select c.id, min(c.tier) as tier
      from search_candidates($1, '${found.type}', $2, ${prefixes}, ${inside}, $3) c group by c.id
    ) f
    join ${table} r on r.workspace_id = $1 and r.${hit.of?.column ?? 'id'} = f.id
    ${text} limit ${rowsAtMost})`;
}

function textsOf(source: HitSource): string {
  const texts = searchedTexts(source, 'r').map((text) => (source.isLong ? `left(${text}, ${contentAtMost})` : text));
  return `${source.hit.title ?? 'r.name'} as title, concat_ws(' ', ${texts.join(', ')}) as content`;
}
