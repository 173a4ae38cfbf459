import type { RouteKey } from '../route-key.js';

/** `components.headers`: the headers of answers, each described once. */
export const answerHeaders = {
  ETag: header('The strong tag of the record, for `If-None-Match` and `If-Match`.'),
  Link: header('The URLs of the pages `first`, `prev`, `next` and `last` of the list, where they exist (RFC 8288).'),
  Location: header('The URL of the new record; absent if it cannot be requested.'),
  'X-Ignored-Parameters': header('The query parameters that were sent but do not exist, separated by commas.'),
  'Preference-Applied': header('`handling=strict` or `handling=lenient`, as sent in `Prefer`.'),
  RateLimit: header('The requests that remain (`r`), and the seconds until the window ends (`t`).'),
  'RateLimit-Policy': header('The requests in a window (`q`), and its length in seconds (`w`).'),
};

type HeaderName = keyof typeof answerHeaders;

export interface AnswerKind {
  key: RouteKey;
  /** Whether the answer is a page of a list. */
  isPage: boolean;
  /** Whether the answer is JSON that is made for the caller, and not a text or a stream. */
  isRecord: boolean;
  /** Whether a GET of the same path shows what the operation changes. */
  isReadable: boolean;
}

/** Adds the headers to the successful answers of an operation, and 304 to a GET of a record. */
export function describeHeaders(
  success: Readonly<Record<string, object>>,
  { key, isPage, isRecord, isReadable }: AnswerKind,
): Record<string, object> {
  const isTagged = isRecord && !isPage && (key.method === 'GET' || (isReadable && key.hasBody));
  const names = (status: string): HeaderName[] => [
    ...(isTagged ? (['ETag'] as const) : []),
    ...(isPage ? (['Link'] as const) : []),
    ...(status === '201' ? (['Location'] as const) : []),
    ...(key.method === 'GET' ? (['X-Ignored-Parameters', 'Preference-Applied'] as const) : []),
  ];
  const described = Object.entries(success).map(([status, response]): [string, object] => {
    const headers = Object.fromEntries(names(status).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
    return [status, { ...response, ...(Object.keys(headers).length > 0 && { headers }) }];
  });
  const isConditional = isTagged && key.method === 'GET';
  return { ...Object.fromEntries(described), ...(isConditional && { '304': notModified }) };
}

const notModified = {
  description: 'The record has not changed since the `ETag` in `If-None-Match`.',
  headers: { ETag: { $ref: '#/components/headers/ETag' } },
};

/** The headers that a request may have because of how it is answered. */
export function conditionParameters({ key, isPage, isRecord }: AnswerKind): object[] {
  if (key.method !== 'GET') return [];
  return [
    ...(isRecord && !isPage
      ? [parameter('If-None-Match', 'The `ETag` that you have. If it is still the current one, the answer is 304.')]
      : []),
    ...(isPage
      ? [parameter('Prefer', 'With `handling=strict` a parameter that the list does not have fails with 400.')]
      : []),
  ];
}

function parameter(name: string, description: string): object {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function header(description: string): { description: string; schema: object } {
  return { description, schema: { type: 'string' } };
}
