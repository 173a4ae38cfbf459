/** Postgres cannot be used as DATABASE_URL says. The message names what is wrong and the cure, never the password. */
export class DatabaseUnreachable extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`DATABASE_URL does not lead to a database that can be used: ${reason}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** The database was made by a version from before the first migration there is now: nothing leads from its tables to ours. */
export class FormerSchemaError extends Error {
  constructor(
    message = 'The database was created by an earlier development version and cannot be migrated to this one.',
  ) {
    super(message);
    this.name = 'FormerSchemaError';
  }
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Classes and codes of SQLSTATE: connection, shutdown and start, too many connections, a demoted primary. */
const awayStates = /^(08...|57P0.|53300|25006)$/;
const awayMessages =
  /^Connection terminated|connection error and is not queryable|timeout exceeded when trying to conn/;

/** True where the database was not there, went away or is on its way: the same statement may well pass later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // The socket of a Postgres on this machine is a file that is there while it runs.
  const isSocketGone = code === 'ENOENT' && syscall === 'connect';
  return networkCodes.has(code) || isSocketGone || awayStates.test(code) || awayMessages.test(message);
}

/** SQLSTATE of a serialization failure and of a deadlock. */
const conflictStates = new Set(['40001', '40P01']);

/** True where a transaction was broken off for the sake of others: nothing of it was kept, and it may pass when repeated. */
export function isConflict(error: unknown): boolean {
  return conflictStates.has(String((error as { code?: unknown } | null)?.code ?? ''));
}

/**
 * True where the database, or JSON before it, does not take the values themselves (SQLSTATE classes 22, 23 and 54):
 * the same statement fails each time.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return /^(22|23|54)...$/.test(String((error as { code?: unknown } | null)?.code ?? ''));
}

/** True for any failure of the database that is not a refusal, among them the one to reach it. */
export function isTransient(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return !isRefused(error) && (isDatabaseAway(error) || /^[0-9A-Z]{5}$/.test(code));
}

/** True where two transactions waited for each other and this one was ended for it: it may be tried again at once. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01';
}
