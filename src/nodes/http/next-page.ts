import type { Pagination } from './pagination-field.js';
import type { AnswerOutput } from './read-answer.js';
import type { RequestData } from './request-fields.js';

/** A page of a list as it was read. */
export interface ReadPage {
  output: AnswerOutput;
  /** Where it was read, after redirects. */
  url: string;
  items: readonly unknown[];
  /** Entries of the pages before it. */
  before: number;
  /** Pages before it. */
  pages: number;
}

/** Why there is no next page although the server names one; continues a sentence. */
export class PageError extends Error {}

/** What the fields of the request for the next page are; null at the end. */
export type Change = (data: RequestData) => RequestData;

/**
 * How the request for the next page differs from the first one; null at the end of the list.
 * @param first the fields of the first request
 * @throws PageError if the server leads elsewhere, or nowhere
 */
export function nextPage(pagination: Pagination, first: RequestData, page: ReadPage): Change | null {
  switch (pagination.type) {
    case 'link': {
      const next = pagination.next ? valueAt(page.output.body, pagination.next) : linkOf(page.output.headers.link);
      return isNothing(next) ? null : atLink(next, page.url, first);
    }
    case 'cursor': {
      const next = valueAt(page.output.body, pagination.next);
      if (isNothing(next)) return null;
      if (typeof next !== 'string' && typeof next !== 'number')
        throw new PageError(`${pagination.next} must be a text or a number`);
      return withParam(pagination, pagination.param, next);
    }
    case 'page': {
      const param = pagination.param ?? 'page';
      return page.items.length === 0
        ? null
        : withParam(pagination, param, begin(first, pagination, param, 1) + page.pages + 1);
    }
    case 'offset': {
      const param = pagination.param ?? 'offset';
      const before = page.before + page.items.length;
      return page.items.length === 0 ? null : withParam(pagination, param, begin(first, pagination, param, 0) + before);
    }
  }
}

/**
 * The entries of a page.
 * @throws PageError if there is no list
 */
export function itemsOf(
  { body }: Pick<AnswerOutput, 'body'>,
  path: string | undefined,
  missingIsEmpty = false,
): readonly unknown[] {
  const found = path === undefined ? body : valueAt(body, path);
  if (Array.isArray(found)) return found;
  // Some servers send no list at all where it would be empty.
  if (found === null || (found === undefined && missingIsEmpty && typeof body === 'object')) return [];
  const kind =
    found === undefined ? 'is missing' : `is ${typeof found === 'object' ? 'an object' : `a ${typeof found}`}`;
  throw new PageError(
    `${path ?? 'the body'} must be a list of each page, but ${kind}. Set pagination.items to its path`,
  );
}

/** The value at a path of keys and positions, or under a key with dots, as in `@odata.nextLink`; undefined if it leads nowhere. */
export function valueAt(body: unknown, path: string): unknown {
  if (typeof body === 'object' && body !== null && Object.hasOwn(body, path))
    return (body as Record<string, unknown>)[path];
  return path.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, body);
}

function isNothing(next: unknown): boolean {
  return next === undefined || next === null || next === '' || next === false;
}

const parameter = /\s*;\s*([^\s=;,"<>]+)(?:\s*=\s*(?:"([^"]*)"|([^\s";,]*)))?/.source;
const link = new RegExp(`<([^<>]*)>((?:${parameter})*)`, 'g');

/** The target of the first link with `rel="next"` (RFC 8288). */
function linkOf(header: string | undefined): string | null {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(link)) {
    for (const [, name, quoted, plain = ''] of parameters.matchAll(new RegExp(parameter, 'g'))) {
      const relations = (quoted ?? plain).toLowerCase().split(/\s+/);
      if (name?.toLowerCase() === 'rel' && relations.includes('next')) return target;
    }
  }
  return null;
}

/** A page of another site would get the credentials of the request. */
function atLink(next: unknown, base: string, first: RequestData): Change {
  const url = typeof next === 'string' ? URL.parse(next, base) : null;
  if (!url) throw new PageError('the link to the next page must be a URL');
  const { origin } = new URL(first.url);
  if (url.origin !== origin)
    throw new PageError(`the link to the next page must be one of ${origin}, not ${url.origin}`);
  return ({ query: _, ...data }) => ({ ...data, url: url.href });
}

function withParam(
  { in: where = 'query' }: { in?: 'query' | 'body' | undefined },
  param: string,
  value: string | number,
): Change {
  if (where === 'body') {
    return (data) => ({ ...data, body: { ...fieldsOf(data.body), [param]: value } });
  }
  return (data) => {
    const url = new URL(data.url);
    url.searchParams.delete(param);
    return { ...data, url: url.href, query: { ...data.query, [param]: String(value) } };
  };
}

/** The value that a counting parameter has in the first request. */
function begin(
  { url, query, body }: RequestData,
  { in: where }: { in?: 'query' | 'body' | undefined },
  param: string,
  otherwise: number,
): number {
  const sent = where === 'body' ? fieldsOf(body)[param] : (query?.[param] ?? new URL(url).searchParams.get(param));
  const value = Number(Array.isArray(sent) ? sent[0] : (sent ?? ''));
  return sent === undefined || sent === null || !Number.isSafeInteger(value) ? otherwise : value;
}

function fieldsOf(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  if (body === undefined || body === null) return {};
  throw new PageError('the body must be an object, because pagination.in is `body`');
}
