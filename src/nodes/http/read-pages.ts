import type { Outcome } from '../define-node.js';
import { itemsOf, nextPage, PageError, type ReadPage } from './next-page.js';
import { defaultMaxPages, type Pagination } from './pagination-field.js';
import type { AnswerOutput } from './read-answer.js';
import type { RequestData } from './request-fields.js';

/** One response, or why there is none. */
export type Exchanged = { output: AnswerOutput; url: string; bytes: number } | { failed: Outcome };

/** A request: its fields, and what records show of them. */
export interface PageRequest {
  data: RequestData;
  shown: RequestData;
}

/** Bytes of all pages together: an output holds no more. */
const mostBytes = 10 * 1024 * 1024;

/**
 * Reads a list page by page: all of it, or as many pages as the author wants.
 * @param send sends the request for a page, whose number begins with 0
 * @returns the last response, with the entries of all pages in the place of its body
 */
export async function readPages(
  pagination: Pagination,
  first: PageRequest,
  send: (request: PageRequest, page: number) => Promise<Exchanged>,
): Promise<Outcome> {
  const { maxPages = defaultMaxPages } = pagination;
  const all: unknown[] = [];
  const seen = new Set<string>();
  let request = first;
  let bytes = 0;
  for (let pages = 0; ; pages++) {
    const answer = await send(request, pages);
    if ('failed' in answer) return answer.failed;
    bytes += answer.bytes;
    if (bytes > mostBytes) return refuse('OUTBOUND_TOO_LARGE', 'the pages together must be at most 10 MiB');
    try {
      const items = itemsOf(answer.output, pagination.items, pagination.missingIsEmpty);
      const page: ReadPage = { ...answer, items, before: all.length, pages };
      all.push(...items);
      const change = nextPage(pagination, first.data, page);
      const done = (more: boolean): Outcome => ({
        kind: 'done',
        output: { status: answer.output.status, headers: answer.output.headers, body: all, pages: pages + 1, more },
      });
      if (!change) return done(false);
      if (pages + 1 === maxPages) {
        if (pagination.maxPages !== undefined) return done(true);
        return refuse('HTTP_PAGES', `the list has more than ${maxPages} pages. Set pagination.maxPages`);
      }
      const next: PageRequest = { data: change(first.data), shown: change(first.shown) };
      const key = JSON.stringify([next.data.url, next.data.query, next.data.body]);
      if (seen.has(key)) return refuse('HTTP_PAGES', 'the server has named a page twice as the next one');
      seen.add(key);
      request = next;
    } catch (error) {
      if (error instanceof PageError) return refuse('HTTP_PAGES', error.message);
      throw error;
    }
  }
}

function refuse(code: 'HTTP_PAGES' | 'OUTBOUND_TOO_LARGE', problem: string): Outcome {
  const message = `The pages could not be read: ${problem}.`;
  return { kind: 'failed', error: { code, message }, retryable: false };
}
