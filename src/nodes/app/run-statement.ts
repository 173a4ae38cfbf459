import { type DatabaseDialect, DatabaseError } from '../../platform/foreign-databases/index.js';
import { OutboundError } from '../../platform/outbound/index.js';
import type { NodeContext, Outcome } from '../define-node.js';
import type { FreePorts } from '../ports.js';
import type { Rate } from '../rate-field.js';
import type { BoundStatement } from './database-sql.js';

export interface CommonData {
  connection: string;
  timeoutMs?: number | undefined;
  maxRows?: number | undefined;
  readOnly?: boolean | undefined;
  rate?: (Omit<Rate, 'key'> & { key?: string | undefined }) | undefined;
}

/** The codes of steps that use a database. */
export const databaseErrors = [
  'CONNECTION_MISSING',
  'CONNECTION_RECONNECT',
  'CONNECTION_UNSUITABLE',
  'DATABASE_REFUSED',
  'DATABASE_STATEMENT',
  'DATABASE_TIMEOUT',
  'DATABASE_TOO_LARGE',
  'DATABASE_UNREACHABLE',
  'OUTBOUND_BLOCKED',
  'RATE_WAIT',
  'SECRET_HOST_NOT_ALLOWED',
];

export const defaultRows = 1_000;
const defaultTimeoutMs = 30_000;

/** By the connection, unless the author names something else. */
export function rateOf({ rate, connection }: CommonData): Rate | null {
  return rate ? { ...rate, key: rate.key ?? `connection ${connection}` } : null;
}

/** Runs a statement. @param statement a text says why there is none */
export async function runStatement(
  dialect: DatabaseDialect,
  statement: BoundStatement | string,
  { data, ports, signal, log }: NodeContext<CommonData, FreePorts>,
): Promise<Outcome> {
  if (typeof statement === 'string')
    return { kind: 'failed', error: { code: 'FIELD_INVALID', message: statement }, retryable: false };
  const { connection, maxRows = defaultRows, timeoutMs = defaultTimeoutMs, readOnly = false } = data;
  try {
    const sent = { dialect, ...statement, maxRows, timeoutMs, readOnly };
    const { rows, rowCount, more, insertId } = await ports.database.run(connection, sent, signal);
    log('info', `The database answered with ${rows.length} rows; ${rowCount} were found or changed.`);
    return { kind: 'done', output: { rows, rowCount, more, ...(insertId !== null && { insertId }) } };
  } catch (error) {
    if (!(error instanceof DatabaseError || error instanceof OutboundError)) throw error;
    const { code, message, retryable } = error;
    return { kind: 'failed', error: { code, message }, retryable };
  }
}
