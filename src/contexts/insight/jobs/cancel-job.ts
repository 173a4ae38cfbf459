import { typed } from '../../../platform/database/typed-sql.js';
import { AppError } from '../../../platform/errors/errors.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { findRecord } from '../../../platform/records/index.js';
import { jobTable } from './insert-job.js';
import { type Job, jobs } from './job.record.js';

/** Cancels a job. The step in progress is completed. @throws AppError NOT_FOUND, FORBIDDEN; CONFLICT if it has ended */
export async function cancelJob(scope: Scope, jobId: string): Promise<Job> {
  const { workspaceId, access } = scope;
  const job = await findRecord(scope, jobs, jobId);
  if (job.createdBy !== access.userId && !['OWNER', 'ADMIN'].includes(access.role)) {
    throw new AppError('FORBIDDEN', 'Only who started a job, an owner or an admin may cancel it.');
  }
  const at = scope.services.now();
  const isCancelled = await scope.transaction(async (sql) => {
    const { numUpdatedRows } = await typed(sql, 'cancel_job', jobTable)
      .updateTable('jobs')
      .set({ status: 'cancelled', finishedAt: at, updatedAt: at, dueAt: null })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', job.id)
      .where('finishedAt', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  if (!isCancelled) throw new AppError('CONFLICT', `The job has ended: its status is ${job.status}.`);
  scope.changes.add({ ids: [job.id], before: { status: job.status }, after: { status: 'cancelled' } });
  return findRecord(scope, jobs, job.id);
}
