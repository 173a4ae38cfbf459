import type { ChatCompletion, ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { clean, type Reach } from './ask-provider.js';
import { askModelEndpoint } from './openai-client.js';
import { ProviderError } from './provider-error.js';
import type { LlmSettings } from './provider-settings.js';

/** The messages so far, as in OpenAI's chat completions API. */
export type ChatMessage = ChatCompletionMessageParam;

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
  usage: { promptTokens: number; completionTokens: number };
}

/** One turn of a conversation in which a model may use tools. @throws ProviderError */
export function converse(
  reach: Reach,
  settings: LlmSettings,
  { messages, tools, model = settings.model, temperature, idempotencyKey }: Conversing,
  signal: AbortSignal,
): Promise<ChatTurn> {
  const parameters = {
    model,
    messages: [...messages],
    ...(tools.length > 0 && { tools: tools.map(asFunction) }),
    ...(temperature !== undefined && { temperature }),
  };
  const options = { signal, headers: { 'Idempotency-Key': idempotencyKey } };
  return askModelEndpoint(reach, settings, signal, async (client) =>
    readChatTurn(await client.chat.completions.create(parameters, options), model),
  );
}

function asFunction({ name, description, parameters }: ChatTool): ChatCompletionTool {
  return { type: 'function', function: { name, description, parameters } };
}

function readChatTurn(answer: ChatCompletion, asked: string): ChatTurn {
  const message = answer.choices?.[0]?.message;
  const text = message?.content ?? '';
  const toolCalls = (message?.tool_calls ?? []).flatMap((call) =>
    call.type === 'function' ? [{ id: call.id, name: call.function.name, arguments: call.function.arguments }] : [],
  );
  if (!message || (text === '' && toolCalls.length === 0)) {
    const why = message?.refusal ?? 'the response contains neither text nor tool calls.';
    throw new ProviderError('PROVIDER_REFUSED', `The model did not answer: ${clean(why)}`, !message?.refusal);
  }
  const { prompt_tokens: promptTokens = 0, completion_tokens: completionTokens = 0 } = answer.usage ?? {};
  const said = toolCalls.map(({ id, name, arguments: given }) => ({
    ...{ id, type: 'function' as const, function: { name, arguments: given } },
  }));
  return {
    text,
    toolCalls,
    message: { role: 'assistant', content: text || null, ...(said.length > 0 && { tool_calls: said }) },
    model: answer.model || asked,
    usage: { promptTokens, completionTokens },
  };
}
