import { ApiError, ConnectionError, errorOfAnswer } from './errors.js';
import type { Route } from './generated/routes.js';
import type { Answer, RequestOptions, RetryOptions, Settings } from './settings.js';
import { sleep } from './wait.js';

/** Fields of the path and the query by name, and `body`. */
export type Input = Record<string, unknown>;

/**
 * Sends a request, and repeats it as long as that is safe: writes have an `Idempotency-Key`.
 * @returns as `data` that of the answer, for lists the page, or the text of an answer that is not JSON
 * @throws ApiError | ConnectionError
 */
export async function sendRequest(
  settings: Settings,
  route: Route,
  input: Input,
  options: RequestOptions,
): Promise<Answer<unknown>> {
  const request = requestOf(settings, route, input, options);
  const isRepeatable = route[0] === 'GET' || route[2] === 1;
  for (let attempt = 0; ; attempt++) {
    try {
      return await answerOf(settings, request, options.signal);
    } catch (error) {
      const wait = options.signal?.aborted ? null : waitBefore(error, attempt, isRepeatable, settings.retries);
      if (wait === null) throw error;
      await sleep(wait, options.signal);
    }
  }
}

interface PreparedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

function requestOf(
  { baseUrl, workspaceId }: Settings,
  [method, path, isKeyed, media = 'application/json']: Route,
  { body, ...fields }: Input,
  options: RequestOptions,
): PreparedRequest {
  const rest: Input = { ...fields };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name] ?? (name === 'workspaceId' ? workspaceId : undefined);
    delete rest[name];
    if (value === undefined || value === '') throw new TypeError(`${name} is required.`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    for (const [key, text] of queryOf(name, value)) query.set(key, text);
  }
  return {
    method,
    url: `${baseUrl}${filled}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      accept: 'application/json, */*;q=0.1',
      // A filter that the server does not have is an error, not a list of everything.
      prefer: 'handling=strict',
      ...(body !== undefined && { 'content-type': media }),
      ...(options.ifMatch && { 'if-match': options.ifMatch }),
      ...(options.ifNoneMatch && { 'if-none-match': options.ifNoneMatch }),
      ...(isKeyed && { 'idempotency-key': options.idempotencyKey ?? randomKey() }),
      ...options.headers,
    },
    body: body === undefined ? null : media === 'application/json' ? JSON.stringify(body) : String(body),
  };
}

/** A key as the server reads it inside of brackets. */
const encodedKey = (key: unknown) => String(key).replace(/[[\]]|%(?=5B|5D|25)/gi, encodeURIComponent);

/** A parameter as the query has it. Of an object each value: `filter[status][in]`, and `filter[customFields.city][eq]`. */
function queryOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object' || value instanceof Date) return [[name, String(value)]];
  if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object')) return [[name, value.join(',')]];
  const found = Object.entries(value).flatMap(([field, inner]) => {
    if (field !== 'customFields' || !Array.isArray(inner)) return queryOf(`${name}[${field}]`, inner);
    return inner.flatMap(({ key, ...sent }) => queryOf(`${name}[customFields.${encodedKey(key)}]`, sent));
  });
  // A comparison whose value is missing would list everything.
  if (found.length === 0 && name.includes('[')) throw new TypeError(`${name} must have a value.`);
  return found;
}

/** 32 hexadecimal digits. `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function answerOf(settings: Settings, request: PreparedRequest, signal?: AbortSignal): Promise<Answer<unknown>> {
  const authorization = await settings.authorization();
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const { url, headers, ...init } = request;
  let response: Response;
  let text: string;
  try {
    response = await settings.fetch(url, {
      ...init,
      headers: { ...(authorization && { authorization }), ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError(`${request.method} ${url}: ${messageOf(cause)}`, { cause });
  }
  const { status, headers: facts } = response;
  const described = {
    status,
    headers: facts,
    etag: facts.get('etag') ?? undefined,
    cursor: facts.get('x-cursor') ?? undefined,
  };
  if (status === 304) return { ...described, notModified: true, data: undefined };
  if (!response.ok) throw errorOfAnswer(response, text);
  return { ...described, notModified: false, data: dataOf(facts, text) };
}

function dataOf(headers: Headers, text: string): unknown {
  // Lines of JSON are text too.
  if (!/[/+]json(?:;|$)/.test(headers.get('content-type') ?? '')) return text;
  const answer = JSON.parse(text) as { success?: boolean; data?: unknown; pagination?: unknown };
  if (answer?.success !== true || !('data' in answer)) return answer;
  return answer.pagination ? { data: answer.data, pagination: answer.pagination } : answer.data;
}

function messageOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message || message || 'the connection failed';
}

/** Milliseconds to wait before the next attempt; null if there is none. @param attempt how many came before */
function waitBefore(error: unknown, attempt: number, isRepeatable: boolean, retries: Required<RetryOptions>) {
  if (attempt >= retries.attempts || !mayRepeat(error, isRepeatable)) return null;
  const backoff = Math.min(retries.delayMs * 2 ** attempt, retries.maxDelayMs) * (0.5 + Math.random() / 2);
  const asked = ((error as ApiError).retryAfter ?? 0) * 1_000;
  if (asked > retries.maxDelayMs) return null;
  // Jitter on top: clients that were refused together do not come back together.
  return asked > 0 ? asked + backoff / 2 : backoff;
}

function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  // Nothing was done.
  if (error.status === 429) return true;
  // The first request with the key is still in progress.
  if (error.status === 409) return isRepeatable && error.retryAfter !== undefined;
  return error.status >= 500 && isRepeatable;
}
