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
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return networkCodes.has(code) || awayStates.test(code) || awayMessages.test(message);
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
export function isPassing(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return !isRefused(error) && (isDatabaseAway(error) || /^[0-9A-Z]{5}$/.test(code));
}
