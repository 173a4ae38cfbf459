export type OutboundErrorCode =
  | 'OUTBOUND_BLOCKED'
  | 'OUTBOUND_TIMEOUT'
  | 'OUTBOUND_TOO_LARGE'
  | 'OUTBOUND_REDIRECTS'
  | 'OUTBOUND_FAILED'
  | 'SECRET_HOST_NOT_ALLOWED'
  | 'CONNECTION_MISSING'
  | 'CONNECTION_RECONNECT'
  | 'CONNECTION_UNSUITABLE';

/**
 * Why an outbound request has no response. The message is for a flow's author: it names the host and the remedy, never
 * an address, a path or a credential. The library's own error is kept as `cause` for the operator's log.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    /** False if the same request would always fail. */
    readonly retryable: boolean,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** The error for a host whose address is not public. */
export function blockedHost(host: string): OutboundError {
  return new OutboundError(
    'OUTBOUND_BLOCKED',
    `${host} must not have a private or reserved address. Use a public host, or ask the operator to add it to OUTBOUND_ALLOW.`,
    false,
  );
}

/** The error for a response of more than `maxBytes` bytes, as received or decompressed. */
export function tooLarge(host: string, maxBytes: number): OutboundError {
  const message = `The response of ${host} must be at most ${maxBytes} bytes. Request less, for example by pages.`;
  return new OutboundError('OUTBOUND_TOO_LARGE', message, false);
}

/** Describes an error of the network or the HTTP library for a flow's author. */
export function describeFailure(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new OutboundError(
      'OUTBOUND_TIMEOUT',
      `The connection to ${host} timed out. Check that the host is running.`,
      true,
      error,
    );
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    const message = `The request to ${host} is not valid. Check its method and the characters in its headers.`;
    return new OutboundError('OUTBOUND_FAILED', message, false, error);
  }
  const certificate = /CERT|^ERR_(TLS|SSL)|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code);
  return new OutboundError('OUTBOUND_FAILED', reason(code, certificate, host), !certificate, error);
}

function reason(code: string, certificate: boolean, host: string): string {
  if (certificate) return `${host} must have a valid certificate. Renew it, or check the name in the URL.`;
  if (code === 'ENOTFOUND') return `The host ${host} was not found. Check its name.`;
  if (code === 'EAI_AGAIN') return `The host name ${host} could not be resolved. Try again.`;
  if (code === 'ECONNREFUSED') return `${host} refused the connection. Check the port, and that the host is running.`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return `${host} could not be reached. Check that the host is running.`;
  if (code.startsWith('HPE_'))
    return `${host} sent a response that is not HTTP. Check the port, and that the URL has the right protocol.`;
  return `${host} closed the connection. Try again.`;
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
