import type { Sql } from '../database/database.js';
import { tableOf, typed } from '../database/typed-sql.js';
import { AppError } from '../errors/errors.js';
import type { Snapshot } from './snapshot.js';

/** The logs that are read by cursors; their retention differs. */
export type LogName = 'events' | 'changes';

const keptSince = { events: 'keptSince', changes: 'changesKeptSince' } as const;

interface EventLog {
  epoch: number;
  tx: string | null;
  keptSince: Date | null;
  changesKeptSince: Date | null;
}

/** The table of one row that both logs have in common. */
export const eventLogTable = tableOf<EventLog>()('event_log');

/** What of a cursor can expire. */
export interface CursorAge {
  epoch: number;
  /** When it was made, in seconds since 1970. */
  at: number;
  /** The snapshot behind which it is; null if it names an event only. */
  since: Snapshot | null;
}

/**
 * Checks that a log still contains everything after a cursor.
 * @throws AppError CURSOR_EXPIRED if the database was restored since, or what follows may have been deleted
 */
export async function requireCurrent(sql: Sql, name: LogName, { epoch, at, since }: CursorAge): Promise<void> {
  const log = await typed(sql, 'read_event_log', eventLogTable)
    .selectFrom('event_log')
    .select(['epoch', `${keptSince[name]} as since`])
    .select(({ fn, cast }) => cast<string>(fn('pg_snapshot_xmax', [fn('pg_current_snapshot', [])]), 'text').as('xmax'))
    .executeTakeFirst();
  // A standby that took over without the last commits of its primary assigns their IDs again.
  if (!log || log.epoch !== epoch || (since && since.xmax > BigInt(log.xmax))) {
    throw expired('The database was restored since this cursor.');
  }
  if (log.since !== null && at < new Date(log.since).getTime() / 1_000)
    throw expired('What follows this cursor may have been deleted.');
}

function expired(reason: string): AppError {
  return new AppError('CURSOR_EXPIRED', `after must be a cursor of the current event log. ${reason} ${cure}`);
}

const cure = 'Read what you show again together with `Workspace.cursor`, and subscribe after that.';
