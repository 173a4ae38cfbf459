import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../../platform/database/database.js';

export interface DeleteOldExecutions {
  sql: Sql;
  /** Executions that ended before this time are deleted. */
  before: Date;
  /** Pauses after each statement, for this multiple of its duration: current executions take precedence. */
  rests?: number;
  /** Ends the pass between two statements. */
  signal?: AbortSignal;
}

/** Executions examined, and rows deleted, by one statement. */
const atOnce = { runs: 200, rows: 2_000 };

/**
 * Deletes executions that ended before a time, with their steps and events, in batches, each statement a transaction of
 * its own. Running and waiting executions are kept however old they are, as are other records of an execution: usage,
 * messages, audit. An execution's row is deleted last, so that the next pass finds what a crash left.
 * @returns the number of deleted executions
 */
export async function deleteOldExecutions({ sql, before, rests = 4, signal }: DeleteOldExecutions): Promise<number> {
  let removed = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    signal?.throwIfAborted();
    const began = performance.now();
    const result = await work();
    if (rests > 0) await delay((performance.now() - began) * rests, undefined, { signal });
    return result;
  };
  const drop = async (text: string, values: unknown[]) => {
    while ((await step(() => sql.query(text, values))).rowCount === atOnce.rows);
  };
  const beforeId = firstIdOf(before);
  for (let position = await firstPosition(sql, nil); position; ) {
    const { workspaceId, after } = position;
    const { rows } = await step(() =>
      sql.query<{ id: string; over: boolean }>(pickText, [workspaceId, after, beforeId, before]),
    );
    const ids = rows.filter(({ over }) => over).map(({ id }) => id);
    if (ids.length > 0) {
      await drop(removeText('execution_events'), [workspaceId, ids]);
      await drop(removeText('execution_steps'), [workspaceId, ids]);
      removed += (await step(() => sql.query(removeRunsText, [workspaceId, ids]))).rowCount ?? 0;
    }
    const last = rows.at(-1);
    position = last ? { workspaceId, after: last.id } : await firstPosition(sql, workspaceId);
  }
  await drop(removeKeysText, []);
  return removed;
}

interface Position {
  workspaceId: string;
  /** The last execution that was examined. */
  after: string;
}

const nil = '00000000-0000-0000-0000-000000000000';

/** The next workspace that has executions, even if the workspace was deleted. */
async function firstPosition(sql: Sql, behind: string): Promise<Position | null> {
  const { rows } = await sql.query<{ id: string }>(
    `/* next_workspace_of_runs */ select workspace_id as id from executions
     where workspace_id > $1 order by workspace_id limit 1`,
    [behind],
  );
  return rows[0] ? { workspaceId: rows[0].id, after: nil } : null;
}

const pickText = `/* pick_old_runs */ select id, status <> 'running' and finished_at < $4 as over from executions
  where workspace_id = $1 and id > $2 and id < $3 order by id limit ${atOnce.runs}`;

const removeText = (table: string) => `/* remove_from_${table} */ delete from ${table}
  where ctid = any(array(select ctid from ${table} where workspace_id = $1 and execution_id = any($2) limit ${atOnce.rows}))`;

const removeRunsText = `/* remove_runs */ delete from executions
  where workspace_id = $1 and id = any($2) and status <> 'running'`;

/** Keys have no effect after a day. */
const removeKeysText = `/* remove_idempotency_keys */ delete from idempotency_keys
  where ctid = any(array(select ctid from idempotency_keys where created_at < now() - interval '24 hours'
    order by created_at limit ${atOnce.rows}))`;

/** The first UUIDv7 of a time: executions started before it have smaller IDs. */
function firstIdOf(time: Date): string {
  const hex = Math.max(time.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
