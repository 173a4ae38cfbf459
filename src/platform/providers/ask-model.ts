import { z } from 'zod';
import { askProvider, type Reach, refused } from './ask-provider.js';
import { ProviderError } from './provider-error.js';
import type { LlmSettings } from './provider-settings.js';

/** A use of a tool, as in OpenAI's chat completions API. */
const ChatToolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
export type ChatToolCall = z.infer<typeof ChatToolCall>;

/** What the server reads of a response. Other providers leave out much of it. */
const ChatAnswer = z.object({
  model: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish().catch(null),
          refusal: z.string().nullish(),
          // Tools of other types are not offered.
          tool_calls: z.array(ChatToolCall.or(z.object({ type: z.string() }).transform(() => null))).nullish(),
        }),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() }).nullish(),
});
export type ChatAnswer = z.infer<typeof ChatAnswer>;

/** What providers answer when they reject a request: nearly all of them use OpenAI's form. */
const Refusal = z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message);

const timeoutMs = 180_000;
const openAi = 'api.openai.com';

/** A request, as in OpenAI's chat completions API. */
export interface ModelRequest {
  parameters: object;
  /** Sent as Idempotency-Key, for providers that support it. */
  idempotencyKey?: string | undefined;
  signal: AbortSignal;
}

/**
 * Calls a model through OpenAI's chat completions API, which nearly every provider supports.
 * @throws ProviderError for every error; an abort is passed on unchanged
 */
export async function askModel(
  reach: Reach,
  { baseUrl, apiKey }: LlmSettings,
  { parameters, idempotencyKey, signal }: ModelRequest,
): Promise<ChatAnswer> {
  const { status, body } = await askProvider(reach, 'The model', endpoint(baseUrl), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(parameters),
    signal,
    timeoutMs,
  });
  if (status < 200 || status > 299) throw refused('The model', status, Refusal.safeParse(body).data ?? '');
  const answer = ChatAnswer.safeParse(body);
  if (answer.success) return answer.data;
  const message = 'The response of the model could not be read. Try again.';
  throw new ProviderError('PROVIDER_UNAVAILABLE', message, true, answer.error);
}

/** How many tokens a call used, as the provider counts them; 0 if it does not say. */
export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
}

export function usageOf({ usage }: ChatAnswer): TokenUsage {
  return { promptTokens: usage?.prompt_tokens ?? 0, completionTokens: usage?.completion_tokens ?? 0 };
}

/** The parameter for the most tokens: OpenAI's newer models accept only its new name, most other providers only the old one. */
export function mostTokens({ baseUrl }: LlmSettings, maxTokens: number | undefined): object {
  if (maxTokens === undefined) return {};
  const name = new URL(baseUrl).hostname === openAi ? 'max_completion_tokens' : 'max_tokens';
  return { [name]: maxTokens };
}

/** Below the configured address, whose query is kept: some providers have a version there. */
function endpoint(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`;
  return url.href;
}
