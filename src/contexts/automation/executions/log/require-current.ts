import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { Cursor } from './event-cursor.js';

const text = `/* read_event_log */ select epoch, extract(epoch from kept_since)::float8 as "keptSince",
    pg_snapshot_xmax(pg_current_snapshot())::text as xmax
  from event_log`;

/** What of a cursor can expire. */
type LogPosition = Pick<Cursor, 'epoch' | 'at' | 'batch'>;

/**
 * Checks that the log still contains everything after a position.
 * @throws AppError CURSOR_EXPIRED if the database was restored since, or events after it may have been deleted
 */
export async function requireCurrent(sql: Sql, { epoch, at, batch }: LogPosition): Promise<void> {
  const { rows } = await sql.query<{ epoch: number; keptSince: number | null; xmax: string }>(statement(text, []));
  const log = rows[0];
  // A standby that took over without the last commits of its primary assigns their IDs again.
  if (!log || log.epoch !== epoch || (batch && batch.since.xmax > BigInt(log.xmax))) {
    throw expired('The database was restored since this event.');
  }
  if (log.keptSince !== null && at < log.keptSince) throw expired('Events after this one may have been deleted.');
}

function expired(reason: string): AppError {
  return new AppError('CURSOR_EXPIRED', `after must be a cursor of the current event log. ${reason} ${cure}`);
}

const cure = 'Subscribe without after, and list the executions to see what you missed.';
