import { statement } from '../../../platform/database/statement.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { candidatesSql, documentedSource, foundDocumentsSql } from './candidates-sql.js';
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
 */
export async function searchWorkspace(
  scope: Scope,
  sources: HitSources,
  request: SearchRequest,
): Promise<SearchResult> {
  const { types, limit } = readRequest(request, [...sources.keys()]);
  const mayRead = ({ hit }: HitSource) => scope.access.capabilities.has(hit.capability);
  // A hit shows the title of the row that its document belongs to.
  const readable = [...sources.values()].filter(
    (source) => types.includes(source.type) && mayRead(source) && mayRead(documentedSource(source, sources)),
  );
  const terms = searchTerms(request.q);
  const found = terms && readable.length > 0 ? await findCandidates(scope, sources, readable, terms) : [];
  const hits = terms ? rankHits(found, terms, limit) : new Map();
  return Object.fromEntries(types.map((type) => [type, hits.get(type) ?? []]));
}

function readRequest({ types, limit }: SearchRequest, known: string[]): { types: string[]; limit: number } {
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
  const documents = new Map<HitSource, string>();
  const parts = readable.map((source) => {
    const found = documentedSource(source, sources);
    const pieces = found.isLong ? long : short;
    const at = parameters.get(pieces) ?? [`$${values.push(pieces.prefixes)}`, `$${values.push(pieces.inside)}`];
    parameters.set(pieces, at);
    documents.set(found, foundDocumentsSql(found, at));
    return candidatesSql(source, found);
  });
  // Of as many parts as types are searched, so not typed.
  const text = `/* search */ with ${[...documents.values()].join(', ')} ${parts.join(' union all ')}`;
  const { rows } = await scope.reads.query<Candidate>(statement(text, values));
  return rows;
}
