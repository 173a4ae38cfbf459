import type { SecretOrigin } from './taint.js';

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
}

/** An expression depends on a secret, and its field does not accept that. */
export class SecretSinkError extends Error {
  override readonly name = 'SecretSinkError';

  /** @param reason why: the field is no sink, or it hands on something other than text */
  constructor(
    readonly field: string,
    readonly reason: 'noSink' | 'notText' = 'noSink',
  ) {
    super(`${field} must not depend on a secret.`);
  }
}
