import type { Outbound } from '../../../../platform/outbound/index.js';

/** For one request to a provider. */
const timeoutMs = 10_000;
const maxBytes = 256 * 1024;

interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: ArrayBuffer | null | ReadableStream | string | Uint8Array | undefined | URLSearchParams;
}

/** What calls a provider: checked addresses only, no redirects, and bounds for the time and the size of an answer. */
export function guardedFetch(outbound: Outbound) {
  return async (url: string, { method, headers, body }: FetchOptions): Promise<Response> => {
    const answer = await outbound.fetch(url, {
      method,
      headers,
      ...(body && { body: String(body) }),
      timeoutMs,
      maxBytes,
      redirects: 'return',
    });
    const { 'set-cookie': _, ...kept } = answer.headers;
    const isEmpty = answer.status === 204 || answer.status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: kept });
  };
}
