import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../../../platform/database/database.js';
import { deleteBatch } from '../../../../../platform/database/delete-batch.js';
import { anyOf, expression, typed } from '../../../../../platform/database/typed-sql.js';
import { firstIdAt } from '../../../../../platform/new-id.js';
import { executions } from '../execution.entity.js';
import { eventLog } from '../execution-step.entity.js';
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
  const remove: Remove = async (table, where, values) => {
    const batch = { table, where, limit: atOnce.rows, ...(values && { values }) };
    while ((await step(() => deleteBatch(sql, `remove_from_${table}`, batch))) === atOnce.rows);
  };
  const partitions = await listPartitions(sql);
  await step(() => markDeletedEvents(sql, before));
  for (const partition of partitions) {
    const isOver = partition.until <= before;
    const dropped = isOver ? await step(() => dropPartition(sql, partition, before)) : null;
    if (dropped !== null) removed += dropped;
    else if (isOver || partition.isMixed) removed += await deleteRows({ sql, step, remove }, partition.suffix, before);
  }
  await deleteUnusedBlobs({ sql, beforeId: firstIdAt(before.getTime()), step });
  // Keys have no effect after a day.
  await remove('idempotency_keys', "created_at < now() - interval '24 hours' order by created_at");
  // The counts of trees whose first executions are as old. A tree that still grows begins to count anew.
  await remove('execution_descendants', 'created_at < $1 order by created_at', [before]);
  return removed;
}

/** Does something, and rests after it. */
type Step = <T>(work: () => Promise<T>) => Promise<T>;

/** Deletes rows batch by batch. */
type Remove = (table: string, where: string, values?: unknown[]) => Promise<void>;

/** Deletes executions of one partition. @returns their number */
async function deleteRows(
  { sql, step, remove }: { sql: Sql; step: Step; remove: Remove },
  suffix: string,
  before: Date,
): Promise<number> {
  let removed = 0;
  for (let position = await firstPosition(sql, suffix, nil); position; ) {
    const { workspaceId, after } = position;
    const rows = await step(() => pickOld(sql, suffix, { workspaceId, after }, before));
    const ids = rows.filter(({ over }) => over).map(({ id }) => id);
    if (ids.length > 0) {
      // Of partitions, not of their parents: the same ctid stands for one row of each.
      for (const table of [`execution_events${suffix}`, `execution_steps${suffix}`]) {
        await remove(table, 'workspace_id = $1 and execution_id = any($2)', [workspaceId, ids]);
      }
      removed += Number((await step(() => removeRuns(sql, suffix, workspaceId, ids))).numDeletedRows);
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

/** Cursors of events before this time expire. Who writes this row sets its tx, see `continueLog`. */
function markDeletedEvents(sql: Sql, before: Date) {
  return typed(sql, 'mark_deleted_events', eventLog)
    .updateTable('event_log')
    .set(({ fn }) => ({
      keptSince: expression<Date>`greatest(kept_since, ${before}::timestamptz)`,
      tx: fn<string>('pg_current_xact_id'),
    }))
    .execute();
}

const nil = '00000000-0000-0000-0000-000000000000';

/** A partition has the columns of its table. */
const partition = (suffix: string) => `executions${suffix}` as 'executions';

/** The next workspace that has executions in a partition, even if the workspace was deleted. */
async function firstPosition(sql: Sql, suffix: string, behind: string): Promise<Position | null> {
  const next = await typed(sql, 'next_workspace_of_runs', executions)
    .selectFrom(partition(suffix))
    .select('workspaceId')
    .where('workspaceId', '>', behind)
    .orderBy('workspaceId')
    .limit(1)
    .executeTakeFirst();
  return next ? { workspaceId: next.workspaceId, after: nil } : null;
}

function pickOld(sql: Sql, suffix: string, { workspaceId, after }: Position, before: Date) {
  return typed(sql, 'pick_old_runs', executions)
    .selectFrom(partition(suffix))
    .select(({ and, eb }) => ['id', and([eb('status', '<>', 'running'), eb('finishedAt', '<', before)]).as('over')])
    .where('workspaceId', '=', workspaceId)
    .where('id', '>', after)
    .where('id', '<', firstIdAt(before.getTime()))
    .orderBy('id')
    .limit(atOnce.runs)
    .execute();
}

function removeRuns(sql: Sql, suffix: string, workspaceId: string, ids: readonly string[]) {
  return typed(sql, 'remove_runs', executions)
    .deleteFrom(partition(suffix))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', anyOf(ids))
    .where('status', '<>', 'running')
    .executeTakeFirstOrThrow();
}
