import type { NodeContext, Outcome } from '../define-node.js';
import type { ModelAnswer, ModelRequest } from '../ports.js';
import { providerFailure } from '../provider-failure.js';
import { answerSchemaViolations } from './json-schema.js';

export type ModelReply = { kind: 'answer'; answer: ModelAnswer } | { kind: 'failed'; outcome: Outcome };

type Context = Pick<NodeContext<unknown>, 'ports' | 'signal' | 'log'>;

/** Calls the model and logs the tokens that it used. */
export async function askModel({ ports, signal, log }: Context, request: ModelRequest): Promise<ModelReply> {
  try {
    const answer = await ports.model.complete(request, signal);
    const { promptTokens, completionTokens } = answer.usage;
    log('info', `${answer.model} (${answer.source}): ${promptTokens} tokens in, ${completionTokens} tokens out`);
    return { kind: 'answer', answer };
  } catch (error) {
    return { kind: 'failed', outcome: providerFailure(error) };
  }
}

/** Calls the model for JSON that matches a schema. An answer that does not match is a retryable failure. */
export async function askForObject(
  context: Context,
  request: ModelRequest & { schema: Readonly<Record<string, unknown>> },
): Promise<Outcome> {
  const reply = await askModel(context, request);
  if (reply.kind === 'failed') return reply.outcome;
  const { text, finish } = reply.answer;
  if (finish === 'length') return invalidAnswer('it was truncated. Raise maxTokens.');
  const object = parseReply(text);
  if (object === undefined) return invalidAnswer('it must be JSON.');
  const violations = answerSchemaViolations(request.schema, object);
  return violations.length === 0 ? { kind: 'done', output: object } : invalidAnswer(`${violations.join('; ')}.`);
}

/** The JSON of an answer, also inside a Markdown code block. Undefined where it is not JSON. */
export function parseReply(text: string): unknown {
  const block = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  try {
    return JSON.parse(block?.[1] ?? text);
  } catch {
    return undefined;
  }
}

/** The failure for an answer of the wrong form. */
export function invalidAnswer(why: string): Outcome {
  const message = `The answer of the model is not valid: ${why}`;
  return { kind: 'failed', error: { code: 'MODEL_ANSWER_INVALID', message }, retryable: true };
}
