import { toAppError, validationFailed } from '../../../platform/errors/errors.js';
import { requireCapability } from '../../../platform/graphql/authorize.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { insertJob } from './insert-job.js';
import type { ExportInput } from './job.object.js';
import type { Job } from './job.record.js';
import { listedResources, listPage } from './resources.js';

/**
 * Starts an export of the records that a filter and a search select.
 * @throws AppError FORBIDDEN, VALIDATION_FAILED, as their list would
 */
export async function createExport(
  context: GraphContext,
  scope: Scope,
  { resource, filter, search, format = 'csv' }: ExportInput,
): Promise<Job> {
  requireCapability(scope.access, listedResources[resource].read);
  const request = { ...(filter && { filter }), ...(search && { search }) };
  const page = listPage(context.forkForPart(), scope.workspaceId, resource, { ...request, limit: 1 });
  const { pagination } = await page.catch(refuseFilter);
  return insertJob(scope, { type: 'export', resource, format, request, total: pagination.total, position: '' });
}

/** The violations of a filter, by a rule that the document names: its schema cannot, because each list has its own. */
function refuseFilter(error: unknown): never {
  const refusal = toAppError(error);
  if (refusal?.code !== 'VALIDATION_FAILED') throw error;
  throw validationFailed((refusal.details ?? []).map((detail) => ({ rule: 'FILTER_INVALID', ...detail })));
}
