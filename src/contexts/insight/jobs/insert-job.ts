import type { Sql } from '../../../platform/database/database.js';
import { jsonOf, lit, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { validationFailed } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { newId } from '../../../platform/new-id.js';
import { findRecord } from '../../../platform/records/index.js';
import { type Job, type JobRequest, type JobRow, jobs } from './job.record.js';
import { jobParts } from './job-part.entity.js';

/** Jobs of a workspace that have not ended. */
export const activeAtMost = 50;
/** Exports of a workspace that are kept with their files. */
export const exportsKept = 20;
/** Parts that one statement stores. */
const partsAtOnce = 50;

export const jobTable = tableOf<JobRow>()('jobs');

export type NewJob = Pick<Job, 'type' | 'resource' | 'total'> &
  Partial<Pick<Job, 'action' | 'format'>> & {
    request: JobRequest;
    /** Where it begins to look for records; null if its parts are all of them. */
    position: string | null;
    /** What it works on, in order. */
    parts?: readonly string[];
  };

/**
 * Stores a job, which a worker begins at once.
 * @throws AppError VALIDATION_FAILED if the workspace has too many that have not ended
 */
export async function insertJob(scope: Scope, { parts = [], ...job }: NewJob): Promise<Job> {
  const { workspaceId, principal } = scope;
  // The transaction returns the ID: a request that is repeated after a crash gets that of the job which it has stored.
  const id = await scope.transaction(async (sql) => {
    const id = newId();
    await requireRoom(sql, workspaceId);
    const at = scope.services.now();
    await typed(sql, 'create_job', jobTable)
      .insertInto('jobs')
      .values({
        workspaceId,
        id,
        type: job.type,
        resource: job.resource,
        total: job.total,
        action: job.action ?? null,
        format: job.format ?? null,
        position: job.position,
        request: jsonOf(job.request),
        status: 'queued',
        done: 0,
        created: 0,
        updated: 0,
        deleted: 0,
        unchanged: 0,
        failed: 0,
        errors: jsonOf([]),
        error: null,
        createdBy: principal.userId,
        apiKeyId: principal.kind === 'apiKey' ? principal.keyId : null,
        startedAt: null,
        finishedAt: null,
        dueAt: at,
        workerId: null,
        fence: 0,
        step: 0,
        tries: 0,
        resultBytes: '0',
        createdAt: at,
        updatedAt: at,
      })
      .returning(lit('jobs').as('notifies'))
      .execute();
    await insertParts(sql, workspaceId, id, parts);
    if (job.type === 'export') await deleteOldExports(sql, workspaceId);
    return id;
  });
  const created = await findRecord(scope, jobs, id);
  scope.changes.add({ ids: [id], before: null, after: { type: job.type, resource: job.resource, total: job.total } });
  return created;
}

async function requireRoom(sql: Sql, workspaceId: string): Promise<void> {
  const active = await typed(sql, 'active_jobs', jobTable)
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  if (Number(active?.count) < activeAtMost) return;
  const message = `The workspace must have at most ${activeAtMost} jobs that have not ended. Wait for one of them, or cancel it.`;
  throw validationFailed([{ rule: 'LIMIT_REACHED', message }]);
}

/** Files are large: those of older exports make room. */
async function deleteOldExports(sql: Sql, workspaceId: string): Promise<void> {
  await typed(sql, 'delete_old_exports', jobTable)
    .deleteFrom('jobs')
    .where('workspaceId', '=', workspaceId)
    .where('type', '=', 'export')
    .where('finishedAt', 'is not', null)
    .where('id', 'not in', (all) =>
      all
        .selectFrom('jobs')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('type', '=', 'export')
        .orderBy('createdAt', 'desc')
        .limit(exportsKept),
    )
    .execute();
}

async function insertParts(sql: Sql, workspaceId: string, jobId: string, parts: readonly string[]): Promise<void> {
  for (let from = 0; from < parts.length; from += partsAtOnce) {
    const rows = parts
      .slice(from, from + partsAtOnce)
      .map((content, n) => ({ workspaceId, jobId, kind: 'input', index: from + n, content }));
    await typed(sql, 'create_job_parts', jobParts).insertInto('job_parts').values(rows).execute();
  }
}
