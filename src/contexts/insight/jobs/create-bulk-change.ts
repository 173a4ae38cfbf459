import type { GraphQLSchema } from 'graphql';
import { readInput } from '../../../platform/batch/run-batch.js';
import { type ErrorDetail, validationFailed } from '../../../platform/errors/errors.js';
import { must } from '../../../platform/errors/violation-words.js';
import { requireCapability } from '../../../platform/graphql/authorize.js';
import type { GraphContext, Scope } from '../../../platform/graphql/context.js';
import { runOperation } from './graph-operations.js';
import { insertJob } from './insert-job.js';
import type { BulkAction, BulkInput, BulkResource } from './job.object.js';
import type { Job } from './job.record.js';
import { listPage, rightToChange } from './resources.js';

const changes: readonly BulkAction[] = ['update', 'delete'];
const tagged: readonly BulkAction[] = ['addTags', 'removeTags'];

/** The actions that each kind of records has. */
const actionsOf: Readonly<Record<BulkResource, readonly BulkAction[]>> = {
  contacts: [...changes, ...tagged],
  opportunities: changes,
  flows: [...changes, ...tagged],
  executions: ['retry', 'cancel'],
};

const updateInputs: Readonly<Partial<Record<BulkResource, string>>> = {
  contacts: 'UpdateContactInput',
  opportunities: 'UpdateOpportunityInput',
  flows: 'UpdateFlowInput',
};

/** Records of one part of a job. */
export const idsOfPart = 100;

/**
 * Starts a change of many records: those that a filter selects, or those with IDs.
 * @throws AppError FORBIDDEN; VALIDATION_FAILED for the filter as their list, for `data` as the change of one record
 */
export async function createBulkChange(
  context: GraphContext,
  scope: Scope,
  schema: GraphQLSchema,
  resource: BulkResource,
  { filter, ids, action, data }: BulkInput,
): Promise<Job> {
  requireCapability(scope.access, rightToChange[resource]);
  const violations = [
    ...choiceViolations(filter, ids),
    ...actionViolations(resource, action),
    ...(await dataViolations(schema, resource, action, data)),
  ];
  if (violations.length > 0) throw validationFailed(violations);
  const request = { ...(filter && { filter }), ...(data && { data }) };
  const common = { type: 'bulk' as const, resource, action, request };
  if (ids) {
    const chosen = [...new Set(ids)];
    const parts = Array.from({ length: Math.ceil(chosen.length / idsOfPart) }, (_, n) =>
      JSON.stringify(chosen.slice(n * idsOfPart, (n + 1) * idsOfPart)),
    );
    return insertJob(scope, { ...common, total: chosen.length, position: null, parts });
  }
  const total = await countSelected(context.forkForPart(), scope, resource, action, request);
  return insertJob(scope, { ...common, total, position: '' });
}

async function countSelected(
  context: GraphContext,
  { workspaceId }: Scope,
  resource: BulkResource,
  action: BulkAction,
  { filter = {}, data = {} }: { filter?: Record<string, unknown>; data?: Record<string, unknown> },
): Promise<number> {
  if (resource !== 'executions') {
    return (await listPage(context, workspaceId, resource, { filter, limit: 1 })).pagination.total;
  }
  const name = action === 'retry' ? 'RetryExecutions' : 'CancelExecutions';
  const input = { ...data, filter, dryRun: true };
  const result = await runOperation<Record<string, { count: number }>>(context, name, { workspaceId, input });
  return Object.values(result)[0]?.count ?? 0;
}

function choiceViolations(filter: BulkInput['filter'], ids: BulkInput['ids']): ErrorDetail[] {
  if (filter && ids) return [violation('NOT_ALLOWED_WITH', 'ids', 'is not allowed with filter. Send one of them.')];
  if (filter || ids) return [];
  return [violation('REQUIRED_WITH', 'filter', 'or ids is required. An empty filter means all records.')];
}

function actionViolations(resource: BulkResource, action: BulkAction): ErrorDetail[] {
  const accepted = actionsOf[resource];
  return accepted.includes(action) ? [] : [violation('ACTION_UNSUITABLE', 'action', must.beOneOf(accepted))];
}

async function dataViolations(
  schema: GraphQLSchema,
  resource: BulkResource,
  action: BulkAction,
  data: BulkInput['data'],
): Promise<ErrorDetail[]> {
  switch (action) {
    case 'delete':
    case 'cancel':
      return data ? [violation('NOT_ALLOWED_WITH', 'data', `is not allowed with the action ${action}.`)] : [];
    case 'retry':
      return (await readInput(schema, 'ExecutionBulkInput', { ...data, filter: {} })).violations.map(inData);
    case 'update':
      if (!data || Object.keys(data).length === 0) return [violation('REQUIRED_WITH', 'data', must.beRequired)];
      return (await readInput(schema, updateInputs[resource] ?? '', data)).violations.map(inData);
    case 'addTags':
    case 'removeTags':
      return tagViolations(schema, resource, action, data);
  }
}

async function tagViolations(
  schema: GraphQLSchema,
  resource: BulkResource,
  action: BulkAction,
  data: BulkInput['data'],
): Promise<ErrorDetail[]> {
  const { tags, ...others } = data ?? {};
  const unknown = Object.keys(others).map((name) =>
    violation('DATA_INVALID', `data.${name}`, `is not allowed with the action ${action}. Send tags.`),
  );
  if (!Array.isArray(tags) || tags.length === 0)
    return [...unknown, violation('REQUIRED_WITH', 'data.tags', 'must be a list of at least 1 tag.')];
  const input = updateInputs[resource];
  if (!input) return unknown;
  return [...unknown, ...(await readInput(schema, input, { tags })).violations.map(inData)];
}

function violation(rule: string, field: string, message: string): ErrorDetail {
  return { field, rule, message: `${field} ${message}` };
}

/** A violation of a field of `data`. */
function inData({ field = '', ...detail }: ErrorDetail): ErrorDetail {
  const at = field === '' || field === 'data' ? 'data' : `data.${field}`;
  return { rule: 'DATA_INVALID', ...detail, field: at };
}
