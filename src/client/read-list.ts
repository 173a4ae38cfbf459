import type { List, Page, PagePosition } from './settings.js';

/** A page as a promise, which can be iterated for all items from there on. @param read returns another page */
export function readList<Item>(
  first: Promise<Page<Item>>,
  read: (position: Position) => Promise<Page<Item>>,
): List<Item> {
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first;
      for (;;) {
        yield* page.data;
        const position = nextPosition(page.pagination);
        if (!position) return;
        page = await read(position);
      }
    },
  });
}

type Position = { cursor: string } | { page: number };

/** Where the next page begins: behind a cursor, else by its number. Null at the end. */
function nextPosition({ nextCursor, page, totalPages }: PagePosition): Position | null {
  if (nextCursor) return { cursor: nextCursor };
  // A server without cursors.
  if (nextCursor === undefined && page !== null && page < totalPages) return { page: page + 1 };
  return null;
}
