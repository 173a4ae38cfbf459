import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { clean, type Reach, refused, unreached } from './ask-provider.js';
import { ProviderError } from './provider-error.js';
import type { LlmSettings } from './provider-settings.js';

export interface Completion {
  system?: string | undefined;
  prompt: string;
  /** The settings' model when left out. */
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  /** JSON Schema for the answer's text. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as Idempotency-Key, for those who honour it. */
  idempotencyKey?: string | undefined;
}

export interface Completed {
  text: string;
  model: string;
  /** `length`: cut at the most tokens. */
  finish: 'stop' | 'length' | 'other';
  usage: { promptTokens: number; completionTokens: number };
}

const timeoutMs = 180_000;
const maxBytes = 4 * 1024 * 1024;
const openAi = 'api.openai.com';

/** Asks a model by OpenAI's chat completions, as nearly every provider speaks them. @throws ProviderError */
export async function complete(
  reach: Reach,
  settings: LlmSettings,
  completion: Completion,
  signal: AbortSignal,
): Promise<Completed> {
  // Loaded at the first question: it is large, and most processes never ask one.
  const { default: OpenAI, APIError } = await import('openai');
  const client = new OpenAI({
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey ?? 'none',
    // Nothing comes from the environment but what the configuration read there.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: fetchBy(reach),
  });
  const { idempotencyKey } = completion;
  try {
    const answer = await client.chat.completions.create(toParameters(settings, completion), {
      signal,
      ...(idempotencyKey && { headers: { 'Idempotency-Key': idempotencyKey } }),
    });
    return readAnswer(answer, settings);
  } catch (error) {
    throw failure(error, signal, error instanceof APIError ? error : null);
  }
}

function toParameters(settings: LlmSettings, completion: Completion): ChatCompletionCreateParamsNonStreaming {
  const { system, prompt, model = settings.model, temperature, maxTokens, schema } = completion;
  // OpenAI's own newer models know the new name only, most of the others the old one only.
  const most = new URL(settings.baseUrl).hostname === openAi ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    messages: [...(system ? [{ role: 'system' as const, content: system }] : []), { role: 'user', content: prompt }],
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [most]: maxTokens }),
    ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { ...schema } } } }),
  };
}

function readAnswer(answer: ChatCompletion, settings: LlmSettings): Completed {
  const choice = answer.choices?.[0];
  const text = choice?.message?.content;
  if (typeof text !== 'string') {
    const why = choice?.message?.refusal ?? 'its answer holds no text.';
    throw new ProviderError('PROVIDER_REFUSED', `The model gave no answer: ${clean(why)}`, !choice?.message?.refusal);
  }
  const finish = choice?.finish_reason;
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = answer.usage ?? {};
  return {
    text,
    model: answer.model || settings.model,
    finish: finish === 'stop' || finish === 'length' ? finish : 'other',
    usage: { promptTokens, completionTokens },
  };
}

/** The library's fetch, by our own way out. */
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
    'The model gave an answer that cannot be read. Try again.',
    true,
    error,
  );
}
