import type { Sql } from '../../../platform/database/database.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { type AppError, toAppError } from '../../../platform/errors/errors.js';
import { type Claimant, type ClaimTable, claimSql, claimValues, dueSql } from '../../../platform/work/claims.js';
import { dueRows, queue } from '../../../platform/work/queues.js';
import { type ClaimingWorker, watchClaims } from '../../../platform/work/watch-claims.js';
import type { Watch } from '../../../platform/work/watch-due.js';
import type { WorkContext } from '../../module.js';
import { jobTable } from './insert-job.js';
import { isTransient } from './is-transient.js';
import { errorsAtMost } from './job.record.js';
import { jobParts } from './job-part.entity.js';
import type { ClaimedJob, StepOutcome } from './kinds/job-kind.js';
import { settleStep } from './settle-step.sql.js';
import { takeStep } from './take-step.js';

const jobClaims: ClaimTable = { name: 'jobs', id: 'id' };

queue('jobs', dueRows(jobClaims.name));

// A claim skips what others have locked.
const claimText = `/* claim_jobs */ with due as (
    ${dueSql(jobClaims)}
  )
  update jobs j set ${claimSql}, status = 'running', started_at = coalesce(started_at, $1)
  from due where j.workspace_id = due.workspace_id and j.id = due.id
  returning j.workspace_id as "workspaceId", j.id, j.fence, j.type, j.resource, j.action, j.format, j.created_by as "createdBy",
    j.api_key_id as "apiKeyId", j.request, j.step, j.position, j.created_at as "createdAt", j.due_at::text as "dueAt", j.tries,
    jsonb_array_length(j.errors) as "errorCount", j.result_bytes as "resultBytes"`;

/** Claims jobs that are due for this process. */
async function claimJobs(sql: Sql, claimant: Claimant): Promise<ClaimedJob[]> {
  return (await sql.query<ClaimedJob>(claimText, claimValues(claimant))).rows;
}

/** Jobs of one workspace that a process works on concurrently. */
const atOnce = 2;
/** Steps of one job before others get their turn. */
const stepsInARow = 20;
/** How often in a row a step may fail for a while, and the longest pause after it, in seconds. */
const patience = { tries: 100, mostSeconds: 60 };

/** Works on jobs that are due, step by step. */
export function startJobs(context: WorkContext, worker: ClaimingWorker): Watch {
  const { db, log, now } = context.services;
  return watchClaims({
    ...worker,
    channel: 'jobs',
    what: 'jobs',
    log,
    now,
    atOnce,
    sql: db.pool,
    due: jobClaims,
    claim: (claimant) => claimJobs(db.pool, claimant),
    idOf: ({ id }) => id,
    workspaceOf: ({ workspaceId }) => workspaceId,
    work: (job, stopped) => workOnJob(context, job, stopped),
  });
}

async function workOnJob({ services }: WorkContext, claimed: ClaimedJob, stopped: AbortSignal): Promise<void> {
  const sql = services.db.within(claimed.workspaceId);
  let job = claimed;
  try {
    for (let steps = 0; steps < stepsInARow && !stopped.aborted; steps++) {
      const part = await readPart(sql, job);
      const outcome = await takeStep(services, job, part, stopped);
      const settled = await sql.transaction((tx) => settleStep(tx, job, limited(job, outcome), services.now()));
      if (!settled) return;
      job = { ...job, ...settled };
    }
    await release(sql, job, 0, services.now());
  } catch (error) {
    const refusal = toAppError(error);
    if (stopped.aborted) return release(sql, job, 0, services.now());
    if (refusal && !isTransient(refusal)) return failJob(sql, job, refusal, services.now());
    if (job.tries >= patience.tries) return failJob(sql, job, refusal ?? unexpected, services.now());
    const seconds = refusal?.retryAfter ?? Math.min(2 ** job.tries, patience.mostSeconds);
    const level = refusal ? 'warn' : 'error';
    services.log[level]({ err: error, jobId: job.id }, 'a step of a job failed; it will be repeated');
    await release(sql, job, seconds, services.now());
  }
}

const unexpected = { code: 'INTERNAL', message: 'The server failed unexpectedly.' } as const;

async function readPart(sql: Sql, { workspaceId, id, step }: ClaimedJob): Promise<string | null> {
  const part = await typed(sql, 'part_of_job', jobParts)
    .selectFrom('job_parts')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('jobId', '=', id)
    .where('kind', '=', 'input')
    .where('index', '=', step)
    .executeTakeFirst();
  return part?.content ?? null;
}

/** Not more errors than are kept. */
function limited({ errorCount }: ClaimedJob, { problems = [], ...outcome }: StepOutcome): StepOutcome {
  return { ...outcome, problems: problems.slice(0, Math.max(errorsAtMost - errorCount, 0)) };
}

/** Ends the claim. @param seconds until it goes on; more than 0 after a failure */
async function release(sql: Sql, { workspaceId, id, fence, tries }: ClaimedJob, seconds: number, at: Date) {
  await typed(sql, 'release_job', jobTable)
    .updateTable('jobs')
    .set({
      workerId: null,
      dueAt: new Date(at.getTime() + seconds * 1_000),
      tries: seconds > 0 ? tries + 1 : tries,
    })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('finishedAt', 'is', null)
    .execute();
}

async function failJob(
  sql: Sql,
  { workspaceId, id, fence }: ClaimedJob,
  { code, message }: Pick<AppError, 'code' | 'message'>,
  at: Date,
): Promise<void> {
  await typed(sql, 'fail_job', jobTable)
    .updateTable('jobs')
    .set({
      status: 'failed',
      error: `${code}: ${message}`.slice(0, 2_000),
      finishedAt: at,
      updatedAt: at,
      dueAt: null,
      workerId: null,
    })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('finishedAt', 'is', null)
    .execute();
}
