import { ServerError, Unreachable } from './errors';

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
  extensions?: { cursor?: string };
}

interface SendOptions {
  token?: string | null;
  signal?: AbortSignal | undefined;
  survives?: boolean;
  idempotencyKey?: string | undefined;
  onCursor?: (cursor: string) => void;
}

/** The path below which the pages are served, for example `/app`; also below a path of a proxy. */
export const base: string = document.documentElement.dataset.base ?? '/app';
/** The address of the server, without a trailing slash. */
export const serverUrl: string = new URL(base.replace(/\/app$/, ''), location.origin).href.replace(/\/$/, '');

/**
 * Sends one operation.
 * @param options `token` is an access token; `survives` lets the request go on when the page is left; the server carries
 * out a mutation once for its `idempotencyKey`; `onCursor` gets the position of a write in the changes of its workspace
 * @throws ServerError | Unreachable
 */
export async function send(query: string, variables: unknown, options: SendOptions = {}): Promise<unknown> {
  const { data, errors, extensions } = await answerOf(query, variables, options);
  if (extensions?.cursor) options.onCursor?.(extensions.cursor);
  const [error] = errors ?? [];
  if (error) throw new ServerError(error.message, error.extensions);
  return data;
}

async function answerOf(
  query: string,
  variables: unknown,
  { token, signal, survives = false, idempotencyKey }: SendOptions,
): Promise<Answer> {
  const response = await reach('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(token, idempotencyKey) },
    body: JSON.stringify({ query, variables }),
    signal: signal ?? null,
    keepalive: survives,
  });
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!answer || (!answer.data && !answer.errors)) throw new Unreachable(`HTTP ${response.status}`);
  return answer;
}

/**
 * Sends a REST request with a file, or for one, for which GraphQL has no form.
 * @param path below the address of the server
 * @throws ServerError | Unreachable
 */
export async function sendFile(
  path: string,
  { token, file, idempotencyKey }: { token: string; file?: Blob; idempotencyKey?: string },
): Promise<Response> {
  return sendBytes(path, token, {
    headers: headersOf(undefined, idempotencyKey),
    ...(file && { method: 'POST', body: file }),
  });
}

/** Sends a REST request whose body, if it has one, is bytes. @throws ServerError | Unreachable */
export async function sendBytes(
  path: string,
  token: string,
  { headers, ...init }: { method?: string; headers: Record<string, string>; body?: Blob },
): Promise<Response> {
  const response = await reach(path, { ...init, headers: { ...headersOf(token, undefined), ...headers } });
  if (response.ok) return response;
  const answer = (await response.json().catch(() => null)) as { error?: { message: string } } | null;
  if (!answer?.error) throw new Unreachable(`HTTP ${response.status}`);
  throw new ServerError(answer.error.message, { ...answer.error });
}

function headersOf(token: string | null | undefined, idempotencyKey: string | undefined): Record<string, string> {
  return {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  };
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${serverUrl}${path}`, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Unreachable(error);
  }
}
