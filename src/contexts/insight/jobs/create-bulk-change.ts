import { operationsAtMost } from '../../../platform/batch/batch.object.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import type { BulkAction, BulkInput } from './bulk.input.js';
import { runOperation } from './graph-operations.js';
import { insertJob } from './insert-job.js';
import type { Job, JobRequest } from './job.record.js';
import { listPage } from './resources.js';

/** Records that a bulk job changes. */
export type BulkResource = 'contacts' | 'opportunities' | 'flows' | 'executions';

/**
 * Starts a change of many records: those that a filter and a search select, or those with IDs.
 * @throws AppError VALIDATION_FAILED
 */
export async function createBulkChange(
  context: GraphContext,
  scope: Scope,
  resource: BulkResource,
  input: BulkInput,
): Promise<Job> {
  const { filter, search, ids, action, data } = input;
  const violations = [...choiceViolations(resource, input), ...dataViolations(action, data)];
  if (violations.length > 0) throw validationFailed(violations);
  const request = plain({ ...(filter && { filter }), ...(search && { search }), ...(data && { data }) });
  const common = { type: 'bulk' as const, resource, action, request };
  if (ids) {
    const chosen = [...new Set(ids)];
    const parts = Array.from({ length: Math.ceil(chosen.length / operationsAtMost) }, (_, n) =>
      JSON.stringify(chosen.slice(n * operationsAtMost, (n + 1) * operationsAtMost)),
    );
    return insertJob(scope, { ...common, total: chosen.length, position: null, parts });
  }
  const total = await countSelected(context.forkForPart(), scope, resource, action, request);
  return insertJob(scope, { ...common, total, position: '' });
}

/** Inputs as JSON, as they are stored and sent again. */
function plain<T>(input: T): T {
  return JSON.parse(JSON.stringify(input)) as T;
}

async function countSelected(
  context: GraphContext,
  { workspaceId }: Scope,
  resource: BulkResource,
  action: BulkAction,
  { filter = {}, search, data = {} }: JobRequest,
): Promise<number> {
  if (resource !== 'executions') {
    return (await listPage(context, workspaceId, resource, { filter, search, limit: 1 })).pagination.total;
  }
  const name = action === 'retry' ? 'RetryExecutions' : 'CancelExecutions';
  const input = { ...data, filter, dryRun: true };
  const result = await runOperation<Record<string, { count: number }>>(context, name, { workspaceId, input });
  return Object.values(result)[0]?.count ?? 0;
}

function choiceViolations(resource: BulkResource, { filter, search, ids }: BulkInput): ErrorDetail[] {
  const given = filter ? 'filter' : search ? 'search' : null;
  if (given && ids) return [violation('NOT_ALLOWED_WITH', 'ids', `is not allowed with ${given}. Send one of them.`)];
  if (given || ids) return [];
  const choices = resource === 'executions' ? 'filter or ids' : 'filter, search or ids';
  const message = `${choices} is required. An empty filter means all.`;
  return [{ field: 'filter', rule: 'REQUIRED_WITH', message }];
}

function dataViolations(action: BulkAction, data: BulkInput['data']): ErrorDetail[] {
  const sent = Object.entries(data ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  switch (action) {
    case 'delete':
    case 'cancel':
      return data ? [violation('NOT_ALLOWED_WITH', 'data', `is not allowed with the action ${action}.`)] : [];
    case 'retry':
      return [];
    case 'update':
      return sent.length > 0 ? [] : [violation('REQUIRED_WITH', 'data', 'must have at least one field to set.')];
    case 'addTags':
    case 'removeTags': {
      const others = sent.filter((name) => name !== 'tags');
      const unknown = others.map((name) =>
        violation('NOT_ALLOWED_WITH', `data.${name}`, `is not allowed with the action ${action}. Send tags alone.`),
      );
      const { tags } = data ?? {};
      const hasTags = Array.isArray(tags) && tags.length > 0;
      return hasTags
        ? unknown
        : [...unknown, violation('REQUIRED_WITH', 'data.tags', 'must be a list of at least 1 tag.')];
    }
  }
}

function violation(rule: string, field: string, message: string): ErrorDetail {
  return { field, rule, message: `${field} ${message}` };
}
