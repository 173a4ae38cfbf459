import { ServerError, Unreachable } from './errors';

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions?: Record<string, unknown> }[];
}

interface SendOptions {
  token?: string | null;
  signal?: AbortSignal | undefined;
  survives?: boolean;
  idempotencyKey?: string | undefined;
}

/** The path below which the pages are served, for example `/app`; also below a path of a proxy. */
export const base: string = document.documentElement.dataset.base ?? '/app';
/** The address of the server, without a trailing slash. */
export const serverUrl: string = new URL(base.replace(/\/app$/, ''), location.origin).href.replace(/\/$/, '');

/**
 * Sends one operation.
 * @param options `token` is an access token; `survives` lets the request go on when the page is left; the server carries
 * out a mutation once for its `idempotencyKey`
 * @throws ServerError | Unreachable
 */
export async function send(query: string, variables: unknown, options: SendOptions = {}): Promise<unknown> {
  const { data, errors } = await answerOf(query, variables, options);
  const [error] = errors ?? [];
  if (error) throw new ServerError(error.message, error.extensions);
  return data;
}

async function answerOf(
  query: string,
  variables: unknown,
  { token, signal, survives = false, idempotencyKey }: SendOptions,
): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(`${serverUrl}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body: JSON.stringify({ query, variables }),
      signal: signal ?? null,
      keepalive: survives,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(error);
  }
  const answer = (await response.json().catch(() => null)) as Answer | null;
  if (!answer || (!answer.data && !answer.errors)) throw new Unreachable(`HTTP ${response.status}`);
  return answer;
}
