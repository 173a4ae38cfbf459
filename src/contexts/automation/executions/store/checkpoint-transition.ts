/**
 * One named change that a checkpoint makes to the executions of its batch: a part of the statement in
 * `checkpoint-executions.sql.ts`. Its CTEs read `held`: a row for each execution whose claim row is locked and whose fence
 * is that of the checkpoint, with `workspace_id`, `id`, `fence`, `n`, `flow_id` and the columns that the transition asks for.
 */
export interface Transition {
  /** What it reads of a checkpoint (see `checkpoint-row.ts`), with the type: `finishedAt` is the column `finished_at`. */
  reads?: Readonly<Record<string, string>>;
  /** Columns of `held` that are computed from the checkpoint `r` and the locked claim row `c`, without a comma at the end. */
  computes?: string;
  /** Common table expressions; those of the transitions before it can be read. */
  writes?: string;
  /** Columns of the one row that the statement returns; see `CheckpointResults`. */
  reports?: string;
  /** What is locked before the claim rows. */
  locksBefore?: { ctes: string; condition: string };
}

/** A column that notifies of a channel after the commit if the table has rows. */
export const notifies = (channel: string, rows: string) => `(select '${channel}' from ${rows} limit 1) as notifies`;
