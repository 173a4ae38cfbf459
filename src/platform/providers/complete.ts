import { askModel, type ChatAnswer, mostTokens, type TokenUsage, usageOf } from './ask-model.js';
import { clean, type Reach } from './ask-provider.js';
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
  usage: TokenUsage;
}

/** Asks a model for one text. @throws ProviderError */
export async function complete(
  reach: Reach,
  settings: LlmSettings,
  completion: Completion,
  signal: AbortSignal,
): Promise<Completed> {
  const { idempotencyKey } = completion;
  const parameters = toParameters(settings, completion);
  return readAnswer(await askModel(reach, settings, { parameters, idempotencyKey, signal }), settings);
}

function toParameters(settings: LlmSettings, completion: Completion): object {
  const { system, prompt, model = settings.model, temperature, maxTokens, schema } = completion;
  return {
    model,
    messages: [...(system ? [{ role: 'system', content: system }] : []), { role: 'user', content: prompt }],
    ...(temperature !== undefined && { temperature }),
    ...mostTokens(settings, maxTokens),
    ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { ...schema } } } }),
  };
}

function readAnswer(answer: ChatAnswer, settings: LlmSettings): Completed {
  const choice = answer.choices?.[0];
  const text = choice?.message.content;
  if (typeof text !== 'string') {
    const why = choice?.message.refusal ?? 'the response contains no text.';
    throw new ProviderError('PROVIDER_REFUSED', `The model did not answer: ${clean(why)}`, !choice?.message.refusal);
  }
  const finish = choice?.finish_reason;
  return {
    text,
    model: answer.model || settings.model,
    finish: finish === 'stop' || finish === 'length' ? finish : 'other',
    usage: usageOf(answer),
  };
}
