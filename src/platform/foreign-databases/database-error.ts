export type DatabaseErrorCode =
  | 'DATABASE_UNREACHABLE'
  | 'DATABASE_REFUSED'
  | 'DATABASE_STATEMENT'
  | 'DATABASE_TIMEOUT'
  | 'DATABASE_TOO_LARGE';

/** Why a statement has no result. The message is for a flow's author, and contains no credential. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';

  constructor(
    readonly code: DatabaseErrorCode,
    message: string,
    /** False if the same statement would always fail. */
    readonly retryable: boolean,
    /** The five characters by which the server names its error; null if it sent none. */
    readonly sqlState: string | null = null,
  ) {
    super(message);
  }
}

/** An error of the server, as its driver gives it. */
export interface ServerFailure {
  message: string;
  detail?: string | undefined;
  sqlState: string;
  /** The number of an error of MySQL. */
  number?: number | undefined;
}

const mask = '••••';
const longestMessage = 1_000;
/** Of MySQL: too many connections, for all or for one user; the server shuts down. */
const busyNumbers = new Set([1040, 1053, 1203, 1226]);
/** Of MySQL and MariaDB: the time of a statement is over. */
const timeoutNumbers = new Set([1969, 3024]);
/** Of MySQL: a lock was not given in time, a deadlock. */
const contendedNumbers = new Set([1205, 1213]);
/** Classes and codes of SQLSTATE after which another attempt can succeed: connection, resources, the server starts or stops. */
const passing = /^(08|53|57P0[1-3])/;
/** Serialization failure, deadlock, lock not available. */
const contended = new Set(['40001', '40P01', '55P03']);

/** What became of a statement that the server rejected. @param password is masked in what the server says */
export function statementFailure(
  { message, detail, sqlState, number = 0 }: ServerFailure,
  password: string,
): DatabaseError {
  const said = masked([message, detail].filter(Boolean).join(' '), password);
  if (timeoutNumbers.has(number)) return statementTimeout();
  const isBusy = busyNumbers.has(number) || passing.test(sqlState);
  if (isBusy)
    return new DatabaseError('DATABASE_UNREACHABLE', `The database is not available: ${said}`, true, sqlState);
  const retryable = contended.has(sqlState) || contendedNumbers.has(number);
  const text = `The database rejected the statement (SQLSTATE ${sqlState}): ${said}`;
  return new DatabaseError('DATABASE_STATEMENT', text, retryable, sqlState);
}

/** Why a server refused to be connected to. */
export function connectFailure({ message, sqlState, number = 0 }: ServerFailure, password: string): DatabaseError {
  const said = masked(message, password);
  if (busyNumbers.has(number) || passing.test(sqlState))
    return new DatabaseError('DATABASE_UNREACHABLE', `The database is not available: ${said}`, true, sqlState);
  const text = `The database refused the connection (SQLSTATE ${sqlState}): ${said} Check the user, the password and the database in the URL.`;
  return new DatabaseError('DATABASE_REFUSED', text, false, sqlState);
}

export function statementTimeout(): DatabaseError {
  const message = 'The statement took longer than timeoutMs, and was cancelled. Raise timeoutMs, or ask for less.';
  return new DatabaseError('DATABASE_TIMEOUT', message, true);
}

export function answerTooLarge(bytesAtMost: number): DatabaseError {
  const message = `A row of the answer must be at most ${bytesAtMost} bytes as JSON. Select fewer columns, or only parts of long values.`;
  return new DatabaseError('DATABASE_TOO_LARGE', message, false);
}

/** An error of the network, or of the way the server speaks. */
export function lostConnection(host: string): DatabaseError {
  const message = `The connection to ${host} was lost. The statement may have been carried out.`;
  return new DatabaseError('DATABASE_UNREACHABLE', message, true);
}

export function unreachable(host: string, why: string, retryable: boolean): DatabaseError {
  return new DatabaseError('DATABASE_UNREACHABLE', `The database at ${host} could not be reached: ${why}`, retryable);
}

/** Why a connection could not be encrypted. The driver's text is not shown. */
export function tlsFailure(host: string, error: unknown): DatabaseError | null {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = `${String(code ?? '')} ${String(message ?? '')}`;
  if (/does not support (SSL|secure)|HANDSHAKE_NO_SSL_SUPPORT/.test(text))
    return unreachable(
      host,
      'it offers no TLS. Set up TLS at the server, or choose another `tls` of the connection.',
      false,
    );
  const isCertificate =
    /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_(TLS|SSL)|HANDSHAKE_SSL_ERROR|SSL connection/i.test(text);
  if (!isCertificate) return null;
  return unreachable(
    host,
    'its certificate is not valid for the host. Set `ca` of the connection, or renew the certificate.',
    false,
  );
}

function masked(text: string, password: string): string {
  const forms = [password, encodeURIComponent(password)].filter((form) => form.length > 2);
  return forms.reduce((left, form) => left.replaceAll(form, mask), text).slice(0, longestMessage);
}
