import DataLoader from 'dataloader';
import { readLarge } from '../../../../platform/database/read-large.js';
import { statement } from '../../../../platform/database/statement.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { creditsUsedSql } from '../../../billing/usage/index.js';
import { type Flow, flowById } from '../../flows/index.js';
import { formatCursor } from '../store/event-cursor.js';
import { type ExecutionPosition, endOfRow } from '../store/event-position.js';
import type { Execution, ExecutionStarter } from '../store/execution.object.js';
import { selectExecution } from '../store/execution-columns.js';
import type { Selection } from '../store/selection.js';
import { showLargeValues } from '../store/show-large-values.js';

/** The flow of an execution; null if it was deleted. */
export function flowOfExecution(scope: Scope, flowId: string): Promise<Flow | null> {
  return scope.loader(flowById).load(flowId);
}

/** An execution by ID, or null; those requested at one place of a document are read by one statement. */
export function executionById(scope: Scope, id: string, fields: RequestedFields): Promise<Execution | null> {
  const selection = selectExecution(fields);
  const loaders = scope.loader(byIdLoaders);
  const loader =
    loaders.get(selection.key) ?? new DataLoader((ids: readonly string[]) => readByIds(scope, selection, ids));
  loaders.set(selection.key, loader);
  return loader.load(id);
}

/** The credits that executions have cost so far; those of all executions in one answer are read by one statement. */
export const creditsUsed = defineLoader(
  (scope: Scope) =>
    new DataLoader(async (ids: readonly string[]) => {
      // With the expression of billing.
      const text = `/* credits_used */ select e.id, ${creditsUsedSql('e')} as credits from executions e
        where e.workspace_id = $1 and e.id = any($2::uuid[])`;
      const { rows } = await scope.sql.query<{ id: string; credits: string }>(
        statement(text, [scope.workspaceId, ids]),
      );
      const byId = new Map(rows.map((row) => [row.id, row.credits]));
      return ids.map((id) => byId.get(id) ?? '0.000000');
    }),
);

const byIdLoaders = defineLoader(() => new Map<string, DataLoader<string, Execution | null>>());

/** The newest execution of each flow, in one statement; null for a flow without any. */
export async function latestExecutions(
  scope: Scope,
  flowIds: readonly string[],
  fields: RequestedFields,
): Promise<(Execution | null)[]> {
  const { columns, large } = selectExecution(fields);
  const rows = await readLarge<Execution>(scope, {
    label: 'latest_executions',
    select: `select p.* from unnest($2::uuid[]) as f(id) cross join lateral (
    select ${columns} from executions e where e.workspace_id = $1 and e.flow_id = f.id order by e.id desc limit 1) p`,
    values: [scope.workspaceId, [...new Set(flowIds)]],
    large,
    field: 'lastExecution',
  });
  await showLargeValues(scope, rows, () => scope.workspaceId);
  const byFlow = new Map(rows.map((row) => [row.flowId, row]));
  return flowIds.map((id) => byFlow.get(id) ?? null);
}

async function readByIds(
  scope: Scope,
  { columns, large }: Selection,
  ids: readonly string[],
): Promise<(Execution | null)[]> {
  const rows = await readLarge<Execution>(scope, {
    label: 'executions_by_id',
    select: `select ${columns} from executions e where e.workspace_id = $1 and e.id = any($2::uuid[])`,
    values: [scope.workspaceId, ids],
    large,
    field: 'execution',
  });
  await showLargeValues(scope, rows, () => scope.workspaceId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** The credits of the operations of one step; those of all executions in one answer are read by one statement. */
export async function creditsOfStep(
  scope: Scope,
  { executionId, nodeId, iteration }: { executionId: string; nodeId: string; iteration?: string | null },
): Promise<string> {
  const credits = await scope.loader(creditsByStep).load(executionId);
  return credits.get(`${iteration ?? ''} ${nodeId}`) ?? '0.000000';
}

const creditsByStep = defineLoader(
  (scope: Scope) =>
    new DataLoader(async (ids: readonly string[]) => {
      // Sums by two keys of a JSON column.
      const text = `/* credits_of_steps */ select execution_id as id,
          coalesce(metadata ->> 'iteration', '') || ' ' || (metadata ->> 'nodeId') as step,
          (sum(credits_micros) / 1000000)::numeric(24, 6)::text as credits
        from usage_events where workspace_id = $1 and execution_id = any($2::uuid[]) and event_type <> 'flow_execution'
          and metadata ->> 'nodeId' is not null
        group by 1, 2`;
      const { rows } = await scope.sql.query<{ id: string; step: string; credits: string }>(
        statement(text, [scope.workspaceId, ids]),
      );
      const byExecution = Map.groupBy(rows, ({ id }) => id);
      return ids.map((id) => new Map((byExecution.get(id) ?? []).map(({ step, credits }) => [step, credits])));
    }),
);

/** What determines who started an execution. */
type Started = Pick<Execution, 'runAs' | 'trigger' | 'retryOf' | 'parentExecutionId'>;

/** The user or API key that started an execution; null if a trigger or another execution did. */
export function starterOf(scope: Scope, execution: Started): Promise<ExecutionStarter | null> | null {
  const { runAs, trigger, retryOf, parentExecutionId } = execution;
  const isByHand = parentExecutionId ? false : trigger === 'manual' || trigger === 'simulation';
  return runAs && (retryOf || isByHand) ? scope.loader(starters).load(runAs) : null;
}

const starters = defineLoader(
  (scope: Scope) =>
    new DataLoader(async (ids: readonly string[]) => {
      // Joins the IDs with two kinds of starters.
      const text = `/* starters */ select k.id, case when a.id is null then 'user' else 'apiKey' end as kind,
          coalesce(a.name, u.name) as name
        from unnest($2::uuid[]) as k(id) left join api_keys a on a.workspace_id = $1 and a.id = k.id
        left join (members m join users u on u.id = m.user_id) on m.workspace_id = $1 and m.user_id = k.id`;
      const { rows } = await scope.sql.query<ExecutionStarter>(statement(text, [scope.workspaceId, ids]));
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id) ?? null);
    }),
);

/** The cursor of an execution. */
export function cursorOf(id: string, { epoch, at, place, fence, n, index = endOfRow }: ExecutionPosition): string {
  return formatCursor({ epoch, at, place: BigInt(place), executionId: id, number: { fence, n, index }, batch: null });
}

/** Selects the cursor only. */
export const cursorField: RequestedFields = { has: (name) => name === 'cursor', below: () => cursorField };
