/** A request to an object storage failed. The message says what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';

  /** @param code the code of S3, or that of a network error */
  constructor(
    message: string,
    readonly code: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** What to do, by the code of an error. */
const cures: Readonly<Record<string, string>> = {
  AccessDenied: 'Allow the key to read and write below this prefix, and to abort multipart uploads.',
  InvalidAccessKeyId: 'Correct AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct AWS_SECRET_ACCESS_KEY and AWS_REGION.',
  ExpiredToken: 'Renew the credentials with AWS_SESSION_TOKEN.',
  InvalidToken: 'Renew the credentials with AWS_SESSION_TOKEN.',
  NoSuchBucket: 'Create the bucket, or correct its name.',
  NoSuchKey: 'Correct the name: the object does not exist.',
  AuthorizationHeaderMalformed: 'Set AWS_REGION to the region of the bucket.',
  PermanentRedirect: 'Set AWS_REGION to the region of the bucket.',
  RequestTimeTooSkewed: 'Synchronize the clock of this machine by NTP.',
  PreconditionFailed: 'Run the command again: the object was replaced meanwhile.',
};

const networkCure = 'Check AWS_ENDPOINT_URL_S3, the network and the firewall, then run the command again.';
const otherCure = 'Run the command again; if it fails again, look at the log of the storage.';

/** The error of a response. HEAD has no body, so its status has to do. */
export function errorOfResponse(url: string, status: number, body: string): StorageError {
  const code =
    textOf(body, 'Code') ?? { 403: 'AccessDenied', 404: 'NoSuchKey', 412: 'PreconditionFailed' }[status] ?? '';
  const detail = [code || `status ${status}`, textOf(body, 'Message')].filter(Boolean).join(': ').replace(/\.$/, '');
  return new StorageError(`${url} cannot be accessed (${detail}). ${cures[code] ?? otherCure}`, code);
}

export function errorOfNetwork(url: string, error: unknown): StorageError {
  const { cause, name, message } = error as Error & { cause?: NodeJS.ErrnoException };
  const reason = name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? cause?.message ?? message);
  return new StorageError(`${url} cannot be reached (${reason}). ${networkCure}`, 'NETWORK', error);
}

/** The text of an element of XML without attributes. */
export function textOf(xml: string, element: string): string | undefined {
  const text = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
