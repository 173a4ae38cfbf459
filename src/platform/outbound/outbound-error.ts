export type OutboundErrorCode =
  | 'OUTBOUND_BLOCKED'
  | 'OUTBOUND_TIMEOUT'
  | 'OUTBOUND_TOO_LARGE'
  | 'OUTBOUND_REDIRECTS'
  | 'OUTBOUND_FAILED';

/**
 * Why an outbound request has no answer. The message is for a flow's author: it names the host and the cure, never
 * an address, a path or a credential. The library's own error is kept as `cause` for the operator's log.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    /** False where the same request must fail alike. */
    readonly retryable: boolean,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** The refusal of a host whose address is not public. */
export function blockedHost(host: string): OutboundError {
  return new OutboundError(
    'OUTBOUND_BLOCKED',
    `${host} is at a private or reserved address. Use a public one, or have the operator list it in OUTBOUND_ALLOW.`,
    false,
  );
}

/** The refusal of an answer of more than `maxBytes` bytes, as they come or decompressed. */
export function tooLarge(host: string, maxBytes: number): OutboundError {
  const message = `The answer of ${host} is larger than ${maxBytes} bytes. Ask for less, by pages for example.`;
  return new OutboundError('OUTBOUND_TOO_LARGE', message, false);
}

/** Names a failure of the network or of the HTTP library in words that fit a flow's author. */
export function describeFailure(error: unknown, host: string): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return new OutboundError('OUTBOUND_TIMEOUT', `${host} took too long to connect. Check that it is up.`, true, error);
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    const message = `The request to ${host} is malformed. Check its method and the characters in its headers.`;
    return new OutboundError('OUTBOUND_FAILED', message, false, error);
  }
  const certificate = /CERT|^ERR_(TLS|SSL)|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code);
  return new OutboundError('OUTBOUND_FAILED', reason(code, certificate, host), !certificate, error);
}

function reason(code: string, certificate: boolean, host: string): string {
  if (certificate) return `${host} has no valid certificate. Have it renewed, or check the name in the URL.`;
  if (code === 'ENOTFOUND') return `The host ${host} does not exist. Check its name.`;
  if (code === 'EAI_AGAIN') return `The name ${host} could not be looked up. Try again.`;
  if (code === 'ECONNREFUSED') return `${host} refused the connection. Check the port, and that it is up.`;
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `${host} cannot be reached. Check that it is up.`;
  if (code.startsWith('HPE_')) return `${host} gave an answer that is not HTTP. Check the port and http or https.`;
  return `${host} broke off the exchange. Try again.`;
}

function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
