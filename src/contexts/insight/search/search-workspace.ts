import { statement } from '../../../platform/database/statement.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { textFaults } from '../../../platform/graphql/text-faults.js';
import { type Candidate, rankHits } from './rank-hits.js';
import type { SearchResult } from './search-hit.object.js';
import { capabilityOf, type SearchSource, type SearchType, searchSources, searchTypes } from './search-sources.js';
import { type SearchTerms, searchTerms } from './search-terms.js';

export interface SearchRequest {
  q: string;
  types?: string[] | null | undefined;
  limit?: number | null | undefined;
}

const limitAtMost = 25;

/**
 * The records that fit a question, by type, the best first: the title itself, what begins with the question, what holds
 * its words, and what does so but for a mistake. One statement looks through all types; those that the caller may not
 * read are not looked through, and empty.
 * @throws AppError VALIDATION_FAILED
 */
export async function searchWorkspace(scope: Scope, request: SearchRequest): Promise<SearchResult> {
  const { types, limit } = readRequest(request);
  const readable = types.filter((type) => scope.access.capabilities.has(capabilityOf(type)));
  const terms = searchTerms(request.q);
  const found = terms && readable.length > 0 ? await findCandidates(scope, readable, terms) : [];
  const hits = terms ? rankHits(found, terms, limit) : new Map();
  return Object.fromEntries(types.map((type) => [type, hits.get(type) ?? []]));
}

function readRequest({ q, types, limit }: SearchRequest): { types: SearchType[]; limit: number } {
  const unknown = (types ?? []).filter((type) => !(searchTypes as string[]).includes(type));
  const length = [...q].length;
  const faults: (ErrorDetail | false)[] = [
    ...textFaults({ q }),
    (length < 1 || length > 120) && { field: 'q', message: 'q has 1 to 120 characters.' },
    unknown.length > 0 && { field: 'types', message: `types are of: ${searchTypes.join(', ')}.` },
    typeof limit === 'number' &&
      limit < 1 && { field: 'limit', message: `limit is at least 1, at most ${limitAtMost}.` },
  ];
  const found = faults.filter((fault) => fault !== false);
  if (found.length > 0) throw validationFailed(found);
  const asked = types?.length ? searchTypes.filter((type) => types.includes(type)) : searchTypes;
  return { types: asked, limit: Math.min(limit ?? 10, limitAtMost) };
}

async function findCandidates(scope: Scope, types: readonly SearchType[], terms: SearchTerms): Promise<Candidate[]> {
  const { exact, prefixes, inside, mistaken } = terms;
  const parts = types.map((type) => candidatesSql(type, searchSources[type]));
  const values = [scope.workspaceId, exact, prefixes, inside, mistaken.map((pieces) => pieces.join('\u001f'))];
  const { rows } = await scope.sql.query<Candidate>(statement(`/* search */ ${parts.join(' union all ')}`, values));
  return rows;
}

const rowsAtMost = 300;

/** A conversation is found by its contact, so a document may stand for several rows. */
function candidatesSql(type: SearchType, { table, title, subtitle, content, by }: SearchSource): string {
  return `(select '${type}' as type, r.id, ${title} as title, ${subtitle} as subtitle, ${content} as content,
      r.updated_at as "updatedAt", f.tier
    from (
      select c.id, min(c.tier) as tier from search_candidates($1, '${by?.type ?? type}', $2, $3, $4, $5) c group by c.id
    ) f
    join ${table} r on r.workspace_id = $1 and r.${by?.column ?? 'id'} = f.id limit ${rowsAtMost})`;
}
