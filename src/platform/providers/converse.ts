import { askModel, type ChatAnswer, type ChatToolCall, type TokenUsage, usageOf } from './ask-model.js';
import { clean, type Reach } from './ask-provider.js';
import { ProviderError } from './provider-error.js';
import type { LlmSettings } from './provider-settings.js';

/** The messages so far, as in OpenAI's chat completions API. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

/** A tool that the model may use. */
export interface ChatTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

export interface Conversing {
  messages: readonly ChatMessage[];
  /** Without tools, the model has to answer. */
  tools: readonly ChatTool[];
  /** Defaults to the model of the settings. */
  model?: string | undefined;
  temperature?: number | undefined;
  /** Sent as Idempotency-Key, for providers that support it. */
  idempotencyKey: string;
}

/** The model's next message, or the tools that it uses before. */
export interface ChatTurn {
  text: string;
  toolCalls: { id: string; name: string; arguments: string }[];
  /** To be repeated in the next turn. */
  message: ChatMessage;
  model: string;
  usage: TokenUsage;
}

/** One turn of a conversation in which a model may use tools. @throws ProviderError */
export async function converse(
  reach: Reach,
  settings: LlmSettings,
  { messages, tools, model = settings.model, temperature, idempotencyKey }: Conversing,
  signal: AbortSignal,
): Promise<ChatTurn> {
  const parameters = {
    model,
    messages,
    ...(tools.length > 0 && { tools: tools.map(asFunction) }),
    ...(temperature !== undefined && { temperature }),
  };
  return readChatTurn(await askModel(reach, settings, { parameters, idempotencyKey, signal }), model);
}

function asFunction({ name, description, parameters }: ChatTool): object {
  return { type: 'function', function: { name, description, parameters } };
}

function readChatTurn(answer: ChatAnswer, asked: string): ChatTurn {
  const message = answer.choices?.[0]?.message;
  const text = message?.content ?? '';
  const used = (message?.tool_calls ?? []).filter((call) => call !== null);
  const toolCalls = used.map(({ id, function: { name, arguments: given } }) => ({ id, name, arguments: given }));
  if (!message || (text === '' && toolCalls.length === 0)) {
    const why = message?.refusal ?? 'the response contains neither text nor tool calls.';
    throw new ProviderError('PROVIDER_REFUSED', `The model did not answer: ${clean(why)}`, !message?.refusal);
  }
  return {
    text,
    toolCalls,
    message: { role: 'assistant', content: text || null, ...(used.length > 0 && { tool_calls: used }) },
    model: answer.model || asked,
    usage: usageOf(answer),
  };
}
