import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import {
  keepPreviousData,
  type Query,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { isServerError, Unreachable } from './errors';
import { type Live, onLive } from './live';
import { writes } from './own-writes';
import { request } from './request';

export interface ReadOptions<Result> {
  /** The types of records that the answer shows: it is read again when one of them changes. */
  live?: readonly Live[];
  enabled?: boolean;
  /** Shows the former answer while one for other variables is read, as lists with filters do. Defaults to true. */
  keep?: boolean;
  /** Milliseconds after which the answer is read again in any case. */
  every?: (data: Result | undefined) => number | false;
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // The server away is waited for; what it refused would be refused again.
      retry: (count, error) => error instanceof Unreachable && count < 4,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
      refetchOnWindowFocus: 'always',
    },
    mutations: { retry: false },
  },
});

/** What queries know of themselves. */
interface Meta extends Record<string, unknown> {
  live?: readonly Live[];
}

writes.follow(queries.getQueryCache());

/** Reads again, in the queries that are on screen, what a change of a record of this type concerns, unless they show it. */
onLive((types) => {
  for (const query of queries.getQueryCache().getAll()) {
    const shown = (query.meta as Meta | undefined)?.live ?? [];
    const concerning = shown.map((type) => types.get(type)).filter((positions) => positions !== undefined);
    if (concerning.some((positions) => positions === null || !writes.haveShown(query, positions)))
      void readAgain(query);
  }
});

/** Queries that are read again, and whether something changed meanwhile. */
const readingAgain = new Map<string, { isStale: boolean }>();

/**
 * Changes during a reading are read afterwards: a long list that changes all the time would otherwise begin again and
 * again. It is also read only a part of the time.
 */
async function readAgain({ queryKey, queryHash }: Query): Promise<void> {
  const reading = readingAgain.get(queryHash);
  if (reading) {
    reading.isStale = true;
    return;
  }
  const own = { isStale: true };
  readingAgain.set(queryHash, own);
  while (own.isStale) {
    own.isStale = false;
    const began = performance.now();
    await queries.invalidateQueries({ queryKey, exact: true });
    const took = performance.now() - began;
    if (took > 1_000) await new Promise((resolve) => setTimeout(resolve, 2 * took));
  }
  readingAgain.delete(queryHash);
}

/** The key of an operation's answers: its name, then its variables. */
export const keyOf = (operation: object, variables: unknown): readonly unknown[] => [nameOf(operation), variables];

function nameOf(operation: object): string {
  return /(?:query|mutation|subscription)\s+(\w+)/.exec(String(operation))?.[1] ?? String(operation);
}

/** The answer of a query, read again when something that it shows changes. */
export function useRead<Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
  { live, enabled = true, keep = true, every }: ReadOptions<Result> = {},
): UseQueryResult<Result, Error> {
  return useQuery<Result>({
    queryKey: keyOf(operation, variables),
    queryFn: ({ signal }) => request(operation, variables, signal),
    enabled,
    meta: { live },
    placeholderData: (keep ? keepPreviousData : undefined) as undefined,
    refetchInterval: (query) => every?.(query.state.data) ?? false,
  }) as UseQueryResult<Result, Error>;
}

/** The position of a page, as all lists of the API have it. */
export interface PageOf<Item> {
  items: readonly Item[];
  pagination: { total: number; nextCursor?: string | null };
}

/**
 * A list that is read page after page by its cursors.
 * @param pageIn finds the page in the answer; null for what the caller may not read
 */
export function usePages<Result, Variables extends { cursor?: string | null }, Item>(
  operation: DocumentTypeDecoration<Result, Variables>,
  variables: Omit<Variables, 'cursor'>,
  pageIn: (result: Result) => PageOf<Item> | null | undefined,
  { live, enabled = true }: Pick<ReadOptions<Result>, 'live' | 'enabled'> = {},
): Pages<Item> {
  const query = useInfiniteQuery({
    queryKey: keyOf(operation, variables),
    queryFn: ({ pageParam, signal }) => request(operation, { ...variables, cursor: pageParam } as Variables, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Result) => pageIn(last)?.pagination.nextCursor ?? null,
    enabled,
    meta: { live },
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages.map(pageIn);
  return {
    query,
    items: pages?.flatMap((page) => page?.items ?? []),
    total: pages?.at(-1)?.pagination.total,
    isHidden: pages?.[0] === null,
    more: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

/** A list as far as it was read. */
export interface Pages<Item> {
  query: UseInfiniteQueryResult<unknown, Error>;
  /** Undefined until the first page was read. */
  items: Item[] | undefined;
  total: number | undefined;
  /** Whether the caller may not read the list. */
  isHidden: boolean;
  /** Reads the next page, if there is one. */
  more(): void;
}

/**
 * A mutation; afterwards what shows these types of records is read again.
 * @param changes the types of records that it changes
 */
export function useWrite<Result, Variables>(
  operation: DocumentTypeDecoration<Result, Variables>,
  changes: readonly Live[] = [],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request(operation, variables),
    onSettled: () => readAllAgain(changes, client),
  });
}

/** Reads again what shows these types of records, after a write that is no mutation. */
export function readAllAgain(changes: readonly Live[], client: QueryClient = queries): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ meta }) => (meta as Meta | undefined)?.live?.some((type) => changes.includes(type)) ?? false,
  });
}

/** Whether the record was changed by somebody else since it was read. */
export const isConflict = (error: unknown): boolean => isServerError(error, 'PRECONDITION_FAILED', 'CONFLICT');
