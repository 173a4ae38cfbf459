import { statement } from '../../../platform/database/statement.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { textViolations } from '../../../platform/graphql/text-violations.js';
import { candidatesSql, documentedSource } from './candidates-sql.js';
import { type Candidate, rankHits } from './rank-hits.js';
import type { SearchResult } from './search-hit.object.js';
import type { HitSource } from './search-index.js';
import { type SearchTerms, searchTerms, type WordPieces } from './search-terms.js';

export interface SearchRequest {
  q: string;
  types?: string[] | null | undefined;
  limit?: number | null | undefined;
}

/** The sources by type, in the order of the results. */
export type HitSources = ReadonlyMap<string, HitSource>;

const maxLimit = 25;

/**
 * Searches records, by type, best first: the whole title, titles that begin with the query, matches of its words, and
 * matches with one typo. One statement searches all types; those that the caller cannot read are skipped and empty.
 * @throws AppError VALIDATION_FAILED
 */
export async function searchWorkspace(
  scope: Scope,
  sources: HitSources,
  request: SearchRequest,
): Promise<SearchResult> {
  const { types, limit } = readRequest(request, [...sources.keys()]);
  const readable = [...sources.values()].filter(
    ({ type, hit }) => types.includes(type) && scope.access.capabilities.has(hit.capability),
  );
  const terms = searchTerms(request.q);
  const found = terms && readable.length > 0 ? await findCandidates(scope, sources, readable, terms) : [];
  const hits = terms ? rankHits(found, terms, limit) : new Map();
  return Object.fromEntries(types.map((type) => [type, hits.get(type) ?? []]));
}

function readRequest({ q, types, limit }: SearchRequest, known: string[]): { types: string[]; limit: number } {
  const unknown = (types ?? []).filter((type) => !known.includes(type));
  const length = [...q].length;
  const violations: (ErrorDetail | false)[] = [
    ...textViolations({ q }),
    (length < 1 || length > 120) && { field: 'q', message: 'q must have 1 to 120 characters.' },
    unknown.length > 0 && { field: 'types', message: `each of types must be one of: ${known.join(', ')}.` },
    typeof limit === 'number' &&
      limit < 1 && {
        field: 'limit',
        message: 'limit must be at least 1.',
      },
  ];
  const found = violations.filter((violation) => violation !== false);
  if (found.length > 0) throw validationFailed(found);
  const requested = types?.length ? known.filter((type) => types.includes(type)) : known;
  return { types: requested, limit: Math.min(limit ?? 10, maxLimit) };
}

async function findCandidates(
  scope: Scope,
  sources: HitSources,
  readable: readonly HitSource[],
  terms: SearchTerms,
): Promise<Candidate[]> {
  const { exact, short, long } = terms;
  const withTypo = terms.withTypo.map((pieces) => pieces.join('\u001f'));
  const values: unknown[] = [scope.workspaceId, exact, withTypo];
  const parameters = new Map<WordPieces, [string, string]>();
  const parts = readable.map((source) => {
    const found = documentedSource(source, sources);
    const pieces = found.isLong ? long : short;
    const at = parameters.get(pieces) ?? [`$${values.push(pieces.prefixes)}`, `$${values.push(pieces.inside)}`];
    parameters.set(pieces, at);
    return candidatesSql(source, found, at);
  });
  const { rows } = await scope.sql.query<Candidate>(statement(`/* search */ ${parts.join(' union all ')}`, values));
  return rows;
}
