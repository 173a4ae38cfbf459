export type ProviderErrorCode =
  /** Neither the workspace nor the server has credentials. */
  | 'PROVIDER_NOT_CONFIGURED'
  /** The provider rejected the request, and would reject it again. */
  | 'PROVIDER_REFUSED'
  /** The provider could not be reached, was busy or closed the connection. */
  | 'PROVIDER_UNAVAILABLE'
  /** WhatsApp: the contact has not written within 24 hours, so only templates are accepted. */
  | 'WINDOW_CLOSED'
  /** The address belongs to a contact who must not be contacted. */
  | 'DO_NOT_CONTACT'
  /** The address belongs to a contact who unsubscribed from marketing email. */
  | 'UNSUBSCRIBED'
  /** A record of the workspace is missing, or not in the required state. */
  | 'REFUSED'
  /** The account's wallet has too few credits. */
  | 'INSUFFICIENT_CREDITS'
  /** The flow or its workspace has spent a budget. */
  | 'BUDGET_EXCEEDED';

/**
 * Why a provider did not perform an operation. The message is for a flow's author: it names the provider, its response
 * and the remedy, and contains no credential.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';

  constructor(
    readonly code: ProviderErrorCode,
    message: string,
    /** False if the same request would always fail. */
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
