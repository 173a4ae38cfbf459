import type { Pagination } from '../platform/graphql/page.js';

/** In characters; four longer links could exceed what a client accepts of headers. */
const longestLink = 2_000;

/** Parameters that say which page of a list; null if there is no such page. */
type Place = Readonly<Record<string, string>> | null;

/**
 * The `Link` header of a page (RFC 8288): `first`, `prev`, `next` and `last`, where they exist; for a page after a cursor
 * `first` and `next`. Empty for a request whose URL is too long to be repeated.
 * @param url of the list, without its query
 * @param query as sent
 */
export function pageLinks(url: string, query: string, { page, totalPages, nextCursor }: Pagination): string {
  const last = Math.max(totalPages, 1);
  const numbered = (to: number): Place => ({ page: String(to) });
  const places: [string, Place][] =
    page === null
      ? [
          ['first', numbered(1)],
          ['next', nextCursor ? { cursor: nextCursor } : null],
        ]
      : [
          ['first', numbered(1)],
          ['prev', page > 1 ? numbered(Math.min(page - 1, last)) : null],
          ['next', page < last ? numbered(page + 1) : null],
          ['last', numbered(last)],
        ];
  const params = new URLSearchParams(query);
  for (const name of ['page', 'cursor']) params.delete(name);
  const others = params.size > 0 ? `${params}&` : '';
  const texts = places.flatMap(([rel, place]) =>
    place ? [`<${url}?${others}${new URLSearchParams(place)}>; rel="${rel}"`] : [],
  );
  return texts.some((text) => text.length > longestLink) ? '' : texts.join(', ');
}
