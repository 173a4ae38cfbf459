import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import type { ClaimedJob, StepOutcome } from './kinds/job-kind.js';

/**
 * One statement, with the fence: what the step did is counted, its part is replaced by what follows, and the job goes on or ends.
 * A job that was cancelled meanwhile counts what the step did, and goes no further. Returns nothing if another worker has it, or
 * if it has ended.
 */
const text = `/* settle_job_step */
with job as (
  update jobs set
    done = done + $4, created = created + $5, updated = updated + $6, deleted = deleted + $7, unchanged = unchanged + $8,
    failed = failed + $9, errors = errors || $10::jsonb, position = $11, step = step + $12::integer, tries = 0,
    result_bytes = result_bytes + octet_length(coalesce($15::text, '')), updated_at = $13::timestamptz,
    status = case when $14::boolean and finished_at is null then 'completed' else status end,
    finished_at = case when $14 then coalesce(finished_at, $13) else finished_at end,
    due_at = case when $14 then null else due_at end,
    worker_id = case when $14 or finished_at is not null then null else worker_id end
  where workspace_id = $1 and id = $2 and fence = $3
  returning workspace_id, id, step, position, result_bytes, jsonb_array_length(errors) as error_count, finished_at
), worked as (
  delete from job_parts p using job where $12 > 0 and p.workspace_id = job.workspace_id and p.job_id = job.id
    and p.kind = 'input' and p.index = job.step - $12
), found as (
  insert into job_parts (workspace_id, job_id, kind, index, content)
  select workspace_id, id, 'input', step, $16::text from job where $16 is not null
), written as (
  insert into job_parts (workspace_id, job_id, kind, index, content)
  select workspace_id, id, 'output', step - 1, $15::text from job where $15 is not null
)
select step, position, result_bytes as "resultBytes", error_count as "errorCount" from job where finished_at is null`;

/** The state of a job that goes on. */
type Settled = Pick<ClaimedJob, 'step' | 'position' | 'resultBytes' | 'errorCount'>;

/** Stores what a step did. @returns null if the job has ended, or another worker has claimed it */
export async function settleStep(
  sql: Sql,
  job: ClaimedJob,
  outcome: StepOutcome,
  at: Date,
): Promise<(Settled & { tries: number }) | null> {
  const { done = 0, created = 0, updated = 0, deleted = 0, unchanged = 0, failed = 0, problems = [] } = outcome;
  const { position = job.position, input = null, output = null, isOver = false } = outcome;
  // What was found is worked on by the same step, and so under its number.
  const advance = input === null ? 1 : 0;
  const counts = [done, created, updated, deleted, unchanged, failed];
  const values = [
    job.workspaceId,
    job.id,
    job.fence,
    ...counts,
    storableJson(problems),
    position,
    advance,
    at,
    isOver,
    output,
    input,
  ];
  const { rows } = await sql.query<Settled>(statement(text, values));
  return rows[0] ? { ...rows[0], tries: 0 } : null;
}
