import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentNode, ExecutionResult } from 'graphql';

type Answers = Map<DocumentNode, Map<string, Promise<ExecutionResult>>>;

/** The results for an event: the same operation by the same caller is executed once. */
const answers = new WeakMap<object, Answers>();

const retryMs = { first: 100, most: 2_000 };

/**
 * A subscription's result for an event. While the database is unavailable it waits: an error in place of the event would
 * be a gap that the client cannot see.
 */
export async function answerEvent(
  event: object,
  document: DocumentNode,
  question: string,
  ended: AbortSignal,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  for (let pause = retryMs.first; ; pause = Math.min(pause * 2, retryMs.most)) {
    const result = await shared(event, document, question, run);
    if (!isUnavailable(result) || ended.aborted) return result;
    await delay(pause, undefined, { ref: false });
  }
}

function shared(
  event: object,
  document: DocumentNode,
  question: string,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const byDocument: Answers = answers.get(event) ?? new Map();
  answers.set(event, byDocument);
  const byQuestion = byDocument.get(document) ?? new Map<string, Promise<ExecutionResult>>();
  byDocument.set(document, byQuestion);
  const known = byQuestion.get(question);
  if (known) return known;
  const answer = run();
  byQuestion.set(question, answer);
  const forget = () => void byQuestion.delete(question);
  answer.then((result) => isUnavailable(result) && forget(), forget);
  return answer;
}

function isUnavailable({ errors }: ExecutionResult): boolean {
  return errors?.some(({ extensions }) => transientCodes.has(extensions?.code as string)) ?? false;
}

/** Events do not count against rate limits: RATE_LIMITED here means too many large answers at once. */
const transientCodes = new Set(['UNAVAILABLE', 'RATE_LIMITED']);
