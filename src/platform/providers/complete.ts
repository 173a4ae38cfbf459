import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { clean, type Reach } from './ask-provider.js';
import { askModelEndpoint, mostTokens } from './openai-client.js';
import { ProviderError } from './provider-error.js';
import type { LlmSettings } from './provider-settings.js';

export interface Completion {
  system?: string | undefined;
  prompt: string;
  /** Defaults to the model of the settings. */
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  /** JSON Schema of the response's text. */
  schema?: Readonly<Record<string, unknown>> | undefined;
  /** Sent as Idempotency-Key, for providers that support it. */
  idempotencyKey?: string | undefined;
}

export interface Completed {
  text: string;
  model: string;
  /** `length`: cut at the maximum number of tokens. */
  finish: 'stop' | 'length' | 'other';
  usage: { promptTokens: number; completionTokens: number };
}

/** Calls a model through OpenAI's chat completions API, which nearly every provider supports. @throws ProviderError */
export async function complete(
  reach: Reach,
  settings: LlmSettings,
  completion: Completion,
  signal: AbortSignal,
): Promise<Completed> {
  const { idempotencyKey } = completion;
  const options = { signal, ...(idempotencyKey && { headers: { 'Idempotency-Key': idempotencyKey } }) };
  return askModelEndpoint(reach, settings, signal, async (client) =>
    readAnswer(await client.chat.completions.create(toParameters(settings, completion), options), settings),
  );
}

function toParameters(settings: LlmSettings, completion: Completion): ChatCompletionCreateParamsNonStreaming {
  const { system, prompt, model = settings.model, temperature, maxTokens, schema } = completion;
  return {
    model,
    messages: [...(system ? [{ role: 'system' as const, content: system }] : []), { role: 'user', content: prompt }],
    ...(temperature !== undefined && { temperature }),
    ...mostTokens(settings, maxTokens),
    ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { ...schema } } } }),
  };
}

function readAnswer(answer: ChatCompletion, settings: LlmSettings): Completed {
  const choice = answer.choices?.[0];
  const text = choice?.message?.content;
  if (typeof text !== 'string') {
    const why = choice?.message?.refusal ?? 'the response contains no text.';
    throw new ProviderError('PROVIDER_REFUSED', `The model did not answer: ${clean(why)}`, !choice?.message?.refusal);
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
