import type { NodeContext, Outcome } from '../define-node.js';
import type { ModelAnswer, ModelRequest } from '../ports.js';
import { providerFailure } from '../provider-failure.js';
import { answerSchemaViolations } from './json-schema.js';

export type ModelReply = { kind: 'answer'; answer: ModelAnswer } | { kind: 'failed'; outcome: Outcome };

type Context = Pick<NodeContext<unknown>, 'ports' | 'signal' | 'log'>;

/** Asks the model and writes into the step's log what it took. */
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

/** Asks the model for JSON that fits a schema; what does not fit is a failure that another attempt may mend. */
export async function askForObject(
  context: Context,
  request: ModelRequest & { schema: Readonly<Record<string, unknown>> },
): Promise<Outcome> {
  const asked = await askModel(context, request);
  if (asked.kind === 'failed') return asked.outcome;
  const { text, finish } = asked.answer;
  if (finish === 'length') return unfit('it was cut. Raise maxTokens.');
  const object = parseReply(text);
  if (object === undefined) return unfit('it is no JSON.');
  const violations = answerSchemaViolations(request.schema, object);
  return violations.length === 0 ? { kind: 'done', output: object } : unfit(`${violations.join('; ')}.`);
}

/** The JSON of an answer; models that were not told otherwise put it into a block of Markdown. Undefined for none. */
export function parseReply(text: string): unknown {
  const block = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  try {
    return JSON.parse(block?.[1] ?? text);
  } catch {
    return undefined;
  }
}

/** An answer that is not what was asked for. */
export function unfit(why: string): Outcome {
  const message = `The model's answer does not fit: ${why}`;
  return { kind: 'failed', error: { code: 'MODEL_ANSWER_INVALID', message }, retryable: true };
}
