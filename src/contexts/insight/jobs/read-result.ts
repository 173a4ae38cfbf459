import { typed } from '../../../platform/database/typed-sql.js';
import { AppError, notFound, validationFailed } from '../../../platform/errors/errors.js';
import { requireCapability } from '../../../platform/graphql/authorize.js';
import type { Scope } from '../../../platform/graphql/context.js';
import { findRecord } from '../../../platform/records/index.js';
import type { ExportFormat, ExportResource, JobResultPart } from './job.object.js';
import { jobs } from './job.record.js';
import { jobParts } from './job-part.entity.js';
import { listedResources } from './resources.js';

/**
 * Reads the file of an export, part by part.
 * @throws AppError NOT_FOUND, also for a job without a file of the format; FORBIDDEN; CONFLICT before it is completed
 */
export async function readResult(
  scope: Scope,
  jobId: string,
  format: ExportFormat | null,
  after: string | null,
): Promise<JobResultPart> {
  const { sql, workspaceId } = scope;
  const job = await findRecord(scope, jobs, jobId);
  if (job.type !== 'export' || (format !== null && job.format !== format)) throw notFound('file of the job');
  requireCapability(scope.access, listedResources[job.resource as ExportResource].read);
  if (job.status !== 'completed') {
    throw new AppError('CONFLICT', `The export must be completed; its status is ${job.status}.`);
  }
  if (after !== null && !/^\d{1,9}$/.test(after)) {
    throw validationFailed([
      { field: 'after', rule: 'CURSOR_INVALID', message: 'after must be the `next` of the previous part.' },
    ]);
  }
  const rows = await typed(sql, 'result_of_job', jobParts)
    .selectFrom('job_parts')
    .select(['index', 'content'])
    .where('workspaceId', '=', workspaceId)
    .where('jobId', '=', job.id)
    .where('kind', '=', 'output')
    .where('index', '>=', Number(after ?? 0))
    .orderBy('index')
    .limit(2)
    .execute();
  const [part, following] = rows;
  return { text: part?.content ?? '', next: following ? String(following.index) : null };
}
