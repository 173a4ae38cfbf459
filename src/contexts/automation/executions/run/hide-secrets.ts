import { type HiddenText, maskAt, metered, redactionMark, showAs, WorkLimitError } from '../../../../engine/index.js';
import type { NodeType, Outcome } from '../../../../nodes/index.js';
import type { Attempt, PreparedStep } from './prepare-step.js';
import type { SentSecrets } from './sent-secrets.js';

interface EndedAttempt {
  attempt: Attempt;
  type: NodeType;
  prepared: Extract<PreparedStep, { kind: 'ready' }>;
  sent: SentSecrets;
}

/**
 * The outcome of an attempt, in whose output everything secret is known from now on: what a server returned of the secrets
 * that it got, and the fields that the node declares as sensitive.
 */
export function hideSecrets(outcome: Outcome, { attempt, type, prepared, sent }: EndedAttempt): Outcome {
  if (outcome.kind !== 'done' && outcome.kind !== 'failed') return outcome;
  const { output } = outcome;
  if (typeof output !== 'object' || output === null) return outcome;
  const { secrets } = attempt.executionContext;
  try {
    metered(prepared.work, () => {
      const answer = sent.shownAnswer(output);
      const paths = type.sensitive?.(prepared.data, output) ?? [];
      const shown = maskAt(answer.shown, paths);
      if (shown === output) return;
      secrets.hide([...answer.texts, ...paths.flatMap((path) => textsAt(output, path))]);
      showAs(output, shown);
    });
    return outcome;
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error;
    // What cannot be searched is not kept.
    return { kind: 'failed', error: { code: error.code, message: error.message }, retryable: false };
  }
}

/** The texts and numbers at a path, at any depth. */
function textsAt(value: unknown, path: readonly (string | number)[]): HiddenText[] {
  const [key, ...rest] = path;
  if (key !== undefined) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return isThere ? textsAt((value as Record<string | number, unknown>)[key], rest) : [];
  }
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap((item) => textsAt(item, []));
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText ? [{ text: String(value), shown: redactionMark, origins: [] }] : [];
}
