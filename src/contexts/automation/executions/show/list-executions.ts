import { filterCost } from '../../../../platform/filters/filter-cost.js';
import { filterConditions } from '../../../../platform/filters/filter-sql.js';
import { isUuid, type Scope } from '../../../../platform/graphql/context.js';
import { printedPage, type TextSelection } from '../../../../platform/graphql/levels/json-columns.js';
import type { JsonText } from '../../../../platform/graphql/levels/json-text.js';
import { type PageOf, type PageWindow, pageWindow } from '../../../../platform/graphql/page.js';
import { type PageQuery, readPage, readPages } from '../../../../platform/graphql/read-page.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { timeRange, timeRangeViolations } from '../../../../platform/graphql/time-range.js';
import { searchCondition } from '../../../../platform/search/index.js';
import { searchedFlowNames } from '../../flows/index.js';
import { executionFilter } from '../store/execution.filter.js';
import { type ExecutionListArgs, executionSort, type FlowExecutionListArgs } from '../store/execution.input.js';
import type { Execution } from '../store/execution.object.js';
import { phaseCondition, selectExecution, statusCondition } from '../store/execution-columns.js';
import { showLargeValues } from '../store/show-large-values.js';
import { type CountedBy, executionTotalSql } from '../store/totals/execution-totals.sql.js';

const sortColumns = {
  createdAt: null,
  // An execution starts when it is created, and its time never changes.
  startedAt: null,
  durationMs: 'e.finished_at - e.started_at',
} as const satisfies Record<SortKey, string | null>;
type SortKey = (typeof executionSort.keys)[number];

const endedStatuses = ['completed', 'failed', 'cancelled'];

/** A workspace's executions, by default newest first. */
export async function listExecutions(
  scope: Scope,
  args: ExecutionListArgs,
  fields: RequestedFields,
  text: TextSelection | null,
): Promise<PageOf<Execution | JsonText>> {
  const window = readWindow(args);
  const { conditions, values } = readFilters(args);
  if (args.flowId) {
    values.push(isUuid(args.flowId) ? args.flowId : null);
    conditions.push(`e.flow_id = $${values.length + 1}`);
  }
  const counted = countedBy(args);
  const { columns, large } = text ?? selectExecution(fields.below('items'));
  const page = await readPage<ReadRow>(scope, {
    label: 'list_executions',
    columns,
    large,
    from: 'executions e',
    where: ['e.workspace_id = $1', ...conditions],
    values: [scope.workspaceId, ...values],
    ...orderOf(window),
    window,
    of: [scope.workspaceId],
    pagination: fields.below('pagination'),
    cost: filterCost(executionFilter, window),
    total: counted && executionTotalSql({ ...counted, ...(args.flowId && { flowId: `$${values.length + 1}` }) }),
  });
  if (text) return printedPage(page);
  await showLargeValues(scope, page.items, () => scope.workspaceId);
  return page;
}

/** A page of the executions of each flow, in one statement; an error for a flow to whose list the cursor does not belong. */
export async function listExecutionsOfFlows(
  scope: Scope,
  flowIds: readonly string[],
  args: FlowExecutionListArgs,
  fields: RequestedFields,
  text: TextSelection | null,
): Promise<(PageOf<Execution | JsonText> | Error)[]> {
  const window = readWindow(args);
  const { conditions, values } = readFilters(args);
  const counted = countedBy(args);
  const { columns, large } = text ?? selectExecution(fields.below('items'));
  const pages = await readPages<ReadRow>(
    scope,
    {
      label: 'list_executions_of_flows',
      columns,
      large,
      field: 'executions',
      from: 'executions e',
      where: ['e.workspace_id = $1', ...conditions],
      values: [scope.workspaceId, ...values],
      ...orderOf(window),
      window,
      of: [scope.workspaceId],
      pagination: fields.below('pagination'),
      cost: filterCost(executionFilter, window),
      total: counted && executionTotalSql({ ...counted, flowId: 'k.id' }),
    },
    { column: 'e.flow_id', ids: [...new Set(flowIds)] },
  );
  const found = flowIds.map((id) => pages.get(id) as PageOf<ReadRow> | Error);
  if (text) return found.map((page) => (page instanceof Error ? page : printedPage(page)));
  const shown = [...pages.values()].flatMap((page) => (page instanceof Error ? [] : page.items));
  await showLargeValues(scope, shown, () => scope.workspaceId);
  return found;
}

/** An execution by column, or as text. */
type ReadRow = Execution & { text?: string };

function readWindow(args: FlowExecutionListArgs): PageWindow<SortKey> {
  return pageWindow(args, executionSort, [...timeRangeViolations(args.from, args.to)]);
}

/** IDs are UUIDv7, so their order is the order of creation, and total. */
function orderOf({ sortBy }: PageWindow<SortKey>): Pick<PageQuery, 'sortBy' | 'id'> {
  const column = sortColumns[sortBy];
  return { sortBy: column && { column, nullable: true }, id: 'e.id' };
}

/** The number of the first parameter of the filters; that of the trigger if it is one of them. */
const firstFilter = 2;

function readFilters(args: FlowExecutionListArgs): { conditions: string[]; values: unknown[] } {
  const { from, to } = timeRange(args.from, args.to);
  const wanted: [string, unknown][] = (
    [
      ['e.trigger =', args.trigger || null],
      ['e.created_at >=', from],
      ['e.created_at <=', to],
      ["e.error ->> 'code' =", args.errorCode || null],
      ["e.error ->> 'nodeId' =", args.nodeId || null],
      ['e.flow_version =', args.flowVersion ?? null],
    ] as [string, unknown][]
  ).filter(([, value]) => value !== null);
  const conditions = wanted.map(([condition], index) => `${condition} $${firstFilter + index}`);
  const values = wanted.map(([, value]) => value);
  if (args.search) {
    conditions.push(searchedExecutions(args.search, (value) => `$${values.push(value) + firstFilter - 1}`));
  }
  // Failed executions have an index.
  if (args.errorCode || args.nodeId) conditions.push(statusCondition('failed'));
  // Both are one of a list.
  if (args.status) conditions.push(statusCondition(args.status));
  if (args.phase) conditions.push(phaseCondition(args.phase));
  const bind = (value: unknown) => `$${values.push(value) + firstFilter - 1}`;
  conditions.push(...filterConditions(executionFilter, args, bind));
  return { conditions, values };
}

/** What the executions of the list are counted by, if there are sums of it; null if they must be counted themselves. */
function countedBy({ status, phase, trigger, ...others }: FlowExecutionListArgs): CountedBy | null {
  const { from, to, search, errorCode, nodeId, flowVersion, filter, ids } = others;
  if (filter || ids) return null;
  if (from || to || search || errorCode || nodeId || typeof flowVersion === 'number') return null;
  // Those that have not ended are few.
  if (status === 'running' || (phase && phase !== 'done')) return null;
  const statuses = status ? [status] : phase ? endedStatuses : null;
  return { ...(statuses && { statuses }), ...(trigger && { trigger: `$${firstFilter}` }) };
}

/** A table of this size is searched by what has an index: the flows that match, or an ID. */
function searchedExecutions(term: string, bind: (value: unknown) => string): string {
  if (isUuid(term.trim())) return `e.id = ${bind(term.trim())}`;
  return `e.flow_id in (select f.id from flows f where f.workspace_id = $1 and ${searchCondition(searchedFlowNames, 'f', term, bind)})`;
}
