import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../../../platform/database/database.js';
import { firstIdAt } from '../../../../../platform/new-id.js';
import { deleteUnusedBlobs } from '../values/delete-unused-blobs.js';
import { dropPartition, listPartitions } from './execution-partitions.js';

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
 * Deletes executions that ended before a time, with their steps, events and blobs. The weeks before are dropped, partition by
 * partition. Where one has to stay, because an execution in it still runs or ended later, and in the partition of the time
 * before there were any, rows are deleted in batches, each statement a transaction of its own; so a week that is only partly
 * over waits for its end. Running and waiting executions are kept however old they are, as are other records of an execution: usage,
 * messages, audit. An execution's row is deleted last, so that the next pass finds what a crash left.
 * @returns the number of deleted executions
 */
export async function deleteOldExecutions({ sql, before, rests = 4, signal }: DeleteOldExecutions): Promise<number> {
  let removed = 0;
  const step: Step = async (work) => {
    signal?.throwIfAborted();
    const began = performance.now();
    const result = await work();
    if (rests > 0) await delay((performance.now() - began) * rests, undefined, { signal });
    return result;
  };
  const partitions = await listPartitions(sql);
  await step(() => sql.query(markText, [before]));
  for (const partition of partitions) {
    const isOver = partition.until <= before;
    const dropped = isOver ? await step(() => dropPartition(sql, partition, before)) : null;
    if (dropped !== null) removed += dropped;
    else if (isOver || partition.isMixed) removed += await deleteRows(sql, step, partition.suffix, before);
  }
  await deleteUnusedBlobs({ sql, beforeId: firstIdAt(before.getTime()), step });
  while ((await step(() => sql.query(removeKeysText))).rowCount === atOnce.rows);
  while ((await step(() => sql.query(removeCountsText, [before]))).rowCount === atOnce.rows);
  return removed;
}

/** Does something, and rests after it. */
type Step = <T>(work: () => Promise<T>) => Promise<T>;

/** Deletes executions of one partition. @returns their number */
async function deleteRows(sql: Sql, step: Step, suffix: string, before: Date): Promise<number> {
  let removed = 0;
  const drop = async (text: string, values: unknown[]) => {
    while ((await step(() => sql.query(text, values))).rowCount === atOnce.rows);
  };
  for (let position = await firstPosition(sql, suffix, nil); position; ) {
    const { workspaceId, after } = position;
    const values = [workspaceId, after, firstIdAt(before.getTime()), before];
    const { rows } = await step(() => sql.query<{ id: string; over: boolean }>(pickText(suffix), values));
    const ids = rows.filter(({ over }) => over).map(({ id }) => id);
    if (ids.length > 0) {
      await drop(removeText(`execution_events${suffix}`), [workspaceId, ids]);
      await drop(removeText(`execution_steps${suffix}`), [workspaceId, ids]);
      removed += (await step(() => sql.query(removeRunsText(suffix), [workspaceId, ids]))).rowCount ?? 0;
    }
    const last = rows.at(-1);
    position = last ? { workspaceId, after: last.id } : await firstPosition(sql, suffix, workspaceId);
  }
  return removed;
}

interface Position {
  workspaceId: string;
  /** The last execution that was examined. */
  after: string;
}

/** Cursors of events before this time expire. Whoever writes this row sets its tx, see `continueLog`. */
const markText = `/* mark_deleted_events */ update event_log
  set kept_since = greatest(kept_since, $1::timestamptz), tx = pg_current_xact_id()`;

const nil = '00000000-0000-0000-0000-000000000000';

/** The next workspace that has executions in a partition, even if the workspace was deleted. */
async function firstPosition(sql: Sql, suffix: string, behind: string): Promise<Position | null> {
  const { rows } = await sql.query<{ id: string }>(
    `/* next_workspace_of_runs */ select workspace_id as id from executions${suffix}
     where workspace_id > $1 order by workspace_id limit 1`,
    [behind],
  );
  return rows[0] ? { workspaceId: rows[0].id, after: nil } : null;
}

const pickText = (suffix: string) => `/* pick_old_runs */
  select id, status <> 'running' and finished_at < $4 as over from executions${suffix}
  where workspace_id = $1 and id > $2 and id < $3 order by id limit ${atOnce.runs}`;

// Of a partition, not of its parent: the same ctid stands for one row of each partition.
const removeText = (table: string) => `/* remove_from_${table} */ delete from ${table}
  where ctid = any(array(select ctid from ${table} where workspace_id = $1 and execution_id = any($2) limit ${atOnce.rows}))`;

const removeRunsText = (suffix: string) => `/* remove_runs */ delete from executions${suffix}
  where workspace_id = $1 and id = any($2) and status <> 'running'`;

/** Keys have no effect after a day. */
const removeKeysText = `/* remove_idempotency_keys */ delete from idempotency_keys
  where ctid = any(array(select ctid from idempotency_keys where created_at < now() - interval '24 hours'
    order by created_at limit ${atOnce.rows}))`;

/** The counts of trees whose first executions are as old. A tree that still grows begins to count anew. */
const removeCountsText = `/* remove_descendant_counts */ delete from execution_descendants
  where ctid = any(array(select ctid from execution_descendants where created_at < $1
    order by created_at limit ${atOnce.rows}))`;
