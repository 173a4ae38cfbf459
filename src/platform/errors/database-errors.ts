/** The settings that have the URL of a database. */
export type UrlSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_REPLICA_URL';

/** Postgres cannot be used with the URL of a setting. The message names the cause and the remedy, never the password. */
export class DatabaseUnreachable extends Error {
  constructor(
    readonly reason: string,
    cause?: unknown,
    setting: UrlSetting = 'DATABASE_URL',
  ) {
    super(`${setting} must be the address of a usable database: ${reason}`, { cause });
    this.name = 'DatabaseUnreachable';
  }
}

/** The database was created by a version older than the first migration: there is no upgrade from its schema. */
export class FormerSchemaError extends Error {
  constructor(
    message = 'The database was created by an earlier development version and cannot be migrated to this one.',
  ) {
    super(message);
    this.name = 'FormerSchemaError';
  }
}

/** The database was migrated by a newer release, whose changes this one does not know. */
export class NewerSchemaError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `The database has migrations of a newer release: ${unknown.join(', ')}. Install that release, or restore a backup from before it.`,
    );
    this.name = 'NewerSchemaError';
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
/** SQLSTATE classes and codes: connection, shutdown and start, a full disk, too many connections, a demoted primary. */
const awayStates = /^(08...|57P0.|53100|53300|25006)$/;
const awayMessages =
  /^Connection terminated|connection error and is not queryable|timeout exceeded when trying to conn/;

/** How PgBouncer refuses settings of a session. */
export const refusedSettings = /unsupported startup parameter/;

/** True if the database is unavailable: the same statement may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // A local Postgres has a socket file while it runs.
  const isSocketGone = code === 'ENOENT' && syscall === 'connect';
  // A pooler always refuses them.
  if (refusedSettings.test(message)) return false;
  return networkCodes.has(code) || isSocketGone || awayStates.test(code) || awayMessages.test(message);
}

/** SQLSTATE of a serialization failure and of a deadlock. */
const conflictStates = new Set(['40001', '40P01']);

/** True if a transaction was aborted because of a conflict: it was rolled back, and may succeed when repeated. */
export function isConflict(error: unknown): boolean {
  return conflictStates.has(String((error as { code?: unknown } | null)?.code ?? ''));
}

/**
 * True if the database, or JSON before it, rejects the values themselves (SQLSTATE classes 22, 23 and 54): the same
 * statement always fails.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return /^(22|23|54)...$/.test(String((error as { code?: unknown } | null)?.code ?? ''));
}

/** True for every database error that is not a rejection of values, including connection errors. */
export function isTransient(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return !isRefused(error) && (isDatabaseAway(error) || /^[0-9A-Z]{5}$/.test(code));
}
