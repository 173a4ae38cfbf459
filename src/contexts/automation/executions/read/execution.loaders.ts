import DataLoader from 'dataloader';
import { readLarge } from '../../../../platform/database/read-large.js';
import { statement } from '../../../../platform/database/statement.js';
import { defineLoader, type Scope } from '../../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../../platform/graphql/requested-fields.js';
import { creditsUsedSql } from '../../../billing/usage/index.js';
import { type Flow, flowById } from '../../flows/index.js';
import type { Execution } from '../execution.object.js';
import { showLargeValues } from '../values/show-large-values.js';
import { type Selection, selectExecution } from './execution-columns.js';

/** The flow of an execution; null if it was deleted. */
export function flowOfExecution(scope: Scope, flowId: string): Promise<Flow | null> {
  return scope.loader(flowById).load(flowId);
}

/** A flow's newest execution; those of all flows in one answer are read by one statement. */
export function latestExecutionOf(scope: Scope, flowId: string, fields: RequestedFields): Promise<Execution | null> {
  const selection = selectExecution(fields);
  const loaders = scope.loader(latestLoaders);
  const loader =
    loaders.get(selection.key) ?? new DataLoader((ids: readonly string[]) => readLatest(scope, selection, ids));
  loaders.set(selection.key, loader);
  return loader.load(flowId);
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

const latestLoaders = defineLoader(() => new Map<string, DataLoader<string, Execution | null>>());

async function readLatest(
  scope: Scope,
  { columns, large }: Selection,
  flowIds: readonly string[],
): Promise<(Execution | null)[]> {
  const rows = await readLarge<Execution>(scope, {
    label: 'latest_executions',
    select: `select p.* from unnest($2::uuid[]) as f(id) cross join lateral (
    select ${columns} from executions e where e.workspace_id = $1 and e.flow_id = f.id order by e.id desc limit 1) p`,
    values: [scope.workspaceId, flowIds],
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
