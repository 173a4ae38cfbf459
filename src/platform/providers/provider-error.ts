export type ProviderErrorCode =
  /** Neither the workspace nor the server has credentials for it. */
  | 'PROVIDER_NOT_CONFIGURED'
  /** The provider said no, and says no again to the same request. */
  | 'PROVIDER_REFUSED'
  /** The provider could not be reached, was busy or broke off. */
  | 'PROVIDER_UNAVAILABLE'
  /** WhatsApp: the contact has not written within a day, so only templates are let through. */
  | 'WINDOW_CLOSED'
  /** The address is that of a contact who is not to be written to. */
  | 'DO_NOT_CONTACT'
  /** The workspace itself does not have what is asked for, or not in a state for it. */
  | 'REFUSED'
  /** The account's wallet has not enough for it. */
  | 'INSUFFICIENT_CREDITS'
  /** The flow has spent what it may in a day. */
  | 'BUDGET_EXCEEDED';

/**
 * Why a provider did not do what it was asked. The message is for a flow's author: it names the provider, what it said
 * and the cure, and holds no credential.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly code: ProviderErrorCode,
    message: string,
    /** False where the same request must fail alike. */
    readonly retryable: boolean,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** The workspace does not have the record that a step names. @param what with its article: `The voice agent` */
export function recordNotFound(what: string, id: string): ProviderError {
  return new ProviderError('REFUSED', `${what} ${id} was not found in this workspace.`, false);
}

/** The record that a step names is inactive. @param what with its article: `The voice agent` */
export function recordInactive(what: string, name: string): ProviderError {
  return new ProviderError('REFUSED', `${what} ${name} is inactive.`, false);
}
