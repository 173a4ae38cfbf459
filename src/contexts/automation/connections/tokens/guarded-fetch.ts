import { type Outbound, OutboundError } from '../../../../platform/outbound/index.js';

/** What a token endpoint may answer with, in bytes. */
const maxBytes = 64 * 1024;

interface Asked {
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: unknown;
}

/** What the normal form of an answer lacks. */
export interface Noted {
  /** The claims of an ID token, which are shown only: its signature is not checked, it came straight from the token endpoint. */
  claims?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/**
 * The network access of the OAuth library: through the guard of all requests, without redirects, bounded in time and bytes. Answers get
 * the form of the standard, from which providers deviate.
 * @throws OutboundError, which is retryable where a later request may succeed
 */
export function guardedFetch(
  outbound: Pick<Outbound, 'fetch'>,
  { timeoutMs, signal, noted }: { timeoutMs: number; signal?: AbortSignal | undefined; noted: Noted },
): (url: string, asked: Asked) => Promise<Response> {
  return async (url, { method = 'GET', headers, body }) => {
    const answer = await outbound.fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeoutMs,
      maxBytes,
      redirects: 'return',
      ...(signal && { signal }),
    });
    const { status } = answer;
    if (status >= 500 || status === 429 || status === 408) throw unavailable(new URL(url).host, status);
    return standardResponse(status, Buffer.from(answer.body).toString(), noted);
  };
}

function unavailable(host: string, status: number): OutboundError {
  const message = `${host}, which grants the tokens, answered with the status ${status}. Try again later.`;
  return new OutboundError('OUTBOUND_FAILED', message, true);
}

function standardResponse(status: number, text: string, noted: Noted): Response {
  const headers = { 'content-type': 'application/json' };
  const body = bodyOf(text);
  if (!body) return new Response('{}', { status: status === 200 ? 502 : status, headers });
  // Some report an error with the status 200.
  if (status === 200 && typeof body.error === 'string' && typeof body.access_token !== 'string')
    return Response.json(body, { status: 400 });
  const { id_token: idToken, ...rest } = body;
  noted.body = rest;
  if (typeof idToken === 'string') noted.claims = claimsOf(idToken);
  if (typeof rest.access_token !== 'string') return Response.json(rest, { status });
  const scope = Array.isArray(rest.scope) ? rest.scope.join(' ') : rest.scope;
  const { expires_in: seconds, refresh_token: refreshToken, access_token: accessToken } = rest;
  const standard = {
    access_token: accessToken,
    // Whatever it is called, requests send it as a bearer token.
    token_type: 'bearer',
    ...(typeof scope === 'string' && { scope }),
    ...(Number(seconds) > 0 && { expires_in: Number(seconds) }),
    ...(typeof refreshToken === 'string' && refreshToken !== '' && { refresh_token: refreshToken }),
  };
  return Response.json(standard, { status });
}

/** The object of an answer: JSON, or the fields of a form. */
function bodyOf(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch {
    const fields = new URLSearchParams(text);
    return fields.has('access_token') || fields.has('error') ? Object.fromEntries(fields) : null;
  }
}

function claimsOf(idToken: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
