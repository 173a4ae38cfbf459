import type OpenAI from 'openai';
import { type Reach, refused, unreached } from './ask-provider.js';
import { ProviderError } from './provider-error.js';
import type { LlmSettings } from './provider-settings.js';

const timeoutMs = 180_000;
/** The library parses responses on the main thread. */
const maxBytes = 1024 * 1024;
const openAi = 'api.openai.com';

/**
 * Calls a model's endpoint by OpenAI's own client, over the server's network access.
 * @throws ProviderError for every error; an abort is passed on unchanged
 */
export async function askModelEndpoint<T>(
  reach: Reach,
  settings: LlmSettings,
  signal: AbortSignal,
  ask: (client: OpenAI) => Promise<T>,
): Promise<T> {
  // Loaded at the first call: it is large, and most processes never call a model.
  const { default: Client, APIError } = await import('openai');
  const client = new Client({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey ?? 'none',
    // Nothing is read from the environment except by the server's configuration.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchBy(reach),
  });
  try {
    return await ask(client);
  } catch (error) {
    throw failure(error, signal, error instanceof APIError ? error : null);
  }
}

/** OpenAI's newer models accept only the new name of the token limit, most other providers only the old one. */
export function mostTokens(settings: LlmSettings, maxTokens: number | undefined): object {
  if (maxTokens === undefined) return {};
  const name = new URL(settings.baseUrl).hostname === openAi ? 'max_completion_tokens' : 'max_tokens';
  return { [name]: maxTokens };
}

/** The library's fetch, over the server's network access. */
function fetchBy(reach: Reach): typeof fetch {
  return async (input, init = {}) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    const answer = await reach.fetch(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
      ...(init.signal && { signal: init.signal }),
      timeoutMs,
      maxBytes,
    });
    const body = answer.status === 204 || answer.status === 304 ? null : Buffer.from(answer.body);
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

interface Refusal {
  status: number | undefined;
  error: unknown;
}

function failure(error: unknown, signal: AbortSignal, refusal: Refusal | null): unknown {
  if (signal.aborted || error instanceof ProviderError) return error;
  if (typeof refusal?.status === 'number') {
    const said = (refusal.error as { message?: unknown } | undefined)?.message;
    return refused('The model', refusal.status, typeof said === 'string' ? said : '');
  }
  const cause = error instanceof Error && error.cause !== undefined ? unreached('The model', error.cause) : error;
  if (cause instanceof ProviderError) return cause;
  return new ProviderError(
    'PROVIDER_UNAVAILABLE',
    'The response of the model could not be read. Try again.',
    true,
    error,
  );
}
