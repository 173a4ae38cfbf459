import { wholeFunctionNames } from './secret-functions.js';
import type { HiddenText, SecretOrigin } from './taint.js';

/**
 * What a field does with the secrets that it accepts: `uses` sends them to where they are credentials, `handsOn` passes
 * them to an execution in which they are secrets as well.
 */
export type Sink = 'uses' | 'handsOn';

/** A field that secrets went into. */
export interface SecretUse {
  /** The path in the node's data: `headers.x-api-key`. */
  field: string;
  origins: readonly SecretOrigin[];
  /** The secret texts in it, and what was made of whole ones: what an answer must not show. */
  sent: readonly HiddenText[];
}

/** What a field that accepts secrets may do with one. */
export const wholeUses = `a secret alone, text joined to it with +, and ${wholeFunctionNames}`;

/** Why an operation on a secret is refused, as the end of a sentence that begins with the field. */
export function partialProblem(operation: string): string {
  return `must use a secret as a whole: ${operation} is not allowed on it. Accepted: ${wholeUses}.`;
}

/** Why a field that hands secrets on refuses one, as the end of a sentence that begins with the field. */
export const notInFieldProblem =
  'must hand on a secret in a field of an object, for example {"token": "{{boveda.api_key}}"}.';

/** An expression depends on a secret, and its field does not accept that. */
export class SecretSinkError extends Error {
  override readonly name = 'SecretSinkError';

  /** @param problem why a field that is a sink refuses it, continuing the field; null where it is no sink */
  constructor(
    readonly field: string,
    readonly problem: string | null = null,
  ) {
    super(`${field} ${problem ?? 'must not depend on a secret.'}`);
  }
}
