import DataLoader from 'dataloader';
import { readLarge } from '../../../../platform/database/read-large.js';
import { readPage } from '../../../../platform/database/read-page.js';
import { mustBeOneOf } from '../../../../platform/errors/errors.js';
import { defineLoader, isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { type PageOf, type PageWindow, pageWindow, toPage } from '../../../../platform/graphql/page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { timeRange, timeRangeViolations } from '../../../../platform/graphql/time-range.js';
import type { ExecutionListArgs, FlowExecutionListArgs } from '../api/execution.input.js';
import { executionPhases, executionStatuses, executionTriggers } from '../checkpoint/execution-record.js';
import type { Execution } from '../execution.object.js';
import { showLargeValues } from '../values/show-large-values.js';
import { phaseCondition, type Selection, selectExecution, statusCondition } from './execution-columns.js';

const sortColumns = {
  createdAt: 'e.id',
  startedAt: 'e.started_at',
  durationMs: 'e.finished_at - e.started_at',
} as const;
type SortKey = keyof typeof sortColumns;

/** A workspace's executions, by default newest first. */
export async function listExecutions(
  scope: Scope,
  args: ExecutionListArgs,
  fields: RequestedFields,
): Promise<PageOf<Execution>> {
  const window = readWindow(args);
  const { conditions, values } = readFilters(args, 2);
  if (args.flowId) {
    values.push(isUuid(args.flowId) ? args.flowId : null);
    conditions.push(`e.flow_id = $${values.length + 1}`);
  }
  const { columns, large } = selectExecution(fields.below('items'));
  const { rows, total } = await readPage<Execution>(scope, {
    label: 'list_executions',
    columns,
    large,
    from: 'executions e',
    where: ['e.workspace_id = $1', ...conditions],
    values: [scope.workspaceId, ...values],
    orderBy: orderBy(window),
    limit: window.limit,
    offset: window.offset,
    total: fields.has('pagination'),
  });
  await showLargeValues(scope, rows, () => scope.workspaceId);
  return toPage(rows, total, window);
}

/** One flow's executions; those of all flows in one answer are read by one statement. */
export function listExecutionsOfFlow(
  scope: Scope,
  flowId: string,
  args: FlowExecutionListArgs,
  fields: RequestedFields,
): Promise<PageOf<Execution>> {
  const window = readWindow(args);
  const { conditions, values } = readFilters(args, 3);
  const selection = selectExecution(fields.below('items'));
  const total = fields.has('pagination');
  const signature = JSON.stringify([selection.key, total, window, conditions, values]);
  const loaders = scope.loader(flowExecutionLoaders);
  let loader = loaders.get(signature);
  if (!loader) {
    loader = new DataLoader((flowIds) => readOfFlows(scope, flowIds, { selection, total, window, conditions, values }));
    loaders.set(signature, loader);
  }
  return loader.load(flowId);
}

/** One loader for each set of arguments with which an answer requests flows' executions. */
const flowExecutionLoaders = defineLoader(() => new Map<string, DataLoader<string, PageOf<Execution>>>());

interface FlowExecutionQuery {
  selection: Selection;
  total: boolean;
  window: PageWindow<SortKey>;
  conditions: string[];
  values: unknown[];
}

async function readOfFlows(
  scope: Scope,
  flowIds: readonly string[],
  query: FlowExecutionQuery,
): Promise<PageOf<Execution>[]> {
  const { window, values } = query;
  const where = ['e.workspace_id = $1', 'e.flow_id = f.id', ...query.conditions].join(' and ');
  const at = values.length + 2;
  const count = query.total ? `(select count(*)::integer from executions e where ${where})` : '0';
  const { columns, large } = query.selection;
  const select = `select f.id as "ofFlow", ${count} as "pageTotal", p.* from unnest($2::uuid[]) as f(id)
    left join lateral (select ${columns} from executions e where ${where}
      order by ${orderBy(window)} limit $${at + 1} offset $${at + 2}) p on true`;
  const rows = await readLarge<Execution & { ofFlow: string; pageTotal: number }>(scope, {
    label: 'list_executions_of_flows',
    select,
    values: [scope.workspaceId, flowIds, ...values, window.limit, window.offset],
    large,
    field: 'executions',
  });
  await showLargeValues(scope, rows, () => scope.workspaceId);
  const byFlow = Map.groupBy(rows, (row) => row.ofFlow);
  return flowIds.map((id) => {
    const own = byFlow.get(id) ?? [];
    return toPage(
      own.filter((row) => row.id !== null),
      own[0]?.pageTotal ?? 0,
      window,
    );
  });
}

function readWindow(args: FlowExecutionListArgs): PageWindow<SortKey> {
  return pageWindow(args, Object.keys(sortColumns) as SortKey[], 'createdAt', [
    ...oneOf('status', args.status, executionStatuses),
    ...oneOf('trigger', args.trigger, executionTriggers),
    ...oneOf('phase', args.phase, executionPhases),
    ...timeRangeViolations(args.from, args.to),
  ]);
}

/** IDs are UUIDv7, so their order is the order of creation, and total. */
function orderBy({ sortBy, descending }: PageWindow<SortKey>): string {
  const direction = descending ? 'desc' : 'asc';
  return sortBy === 'createdAt'
    ? `e.id ${direction}`
    : `${sortColumns[sortBy]} ${direction} nulls last, e.id ${direction}`;
}

/** @param first number of the first parameter that the conditions may use */
function readFilters(args: FlowExecutionListArgs, first: number): { conditions: string[]; values: unknown[] } {
  const { from, to } = timeRange(args.from, args.to);
  const wanted = [
    ['e.trigger =', args.trigger || null],
    ['e.created_at >=', from],
    ['e.created_at <=', to],
  ].filter(([, value]) => value !== null);
  const conditions = wanted.map(([condition], index) => `${condition} $${first + index}`);
  // Both are one of a list.
  if (args.status) conditions.push(statusCondition(args.status));
  if (args.phase) conditions.push(phaseCondition(args.phase));
  return { conditions, values: wanted.map(([, value]) => value) };
}

function oneOf(field: string, value: string | null | undefined, allowed: readonly string[]) {
  return value && !allowed.includes(value) ? [{ field, message: `${field} ${mustBeOneOf(allowed)}` }] : [];
}
