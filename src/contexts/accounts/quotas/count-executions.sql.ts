import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { ago, typed } from '../../../platform/database/typed-sql.js';
import { firstIdAt } from '../../../platform/new-id.js';
import { executionDescendants } from './quota.entity.js';

// Statements that read the tables of executions are text: their module stands on this one.

/**
 * The number of queued executions of a workspace, at most `most`: ready, in line for a concurrency slot, held by the
 * control of their flow, or due later than they were started. Each has an index of its own.
 */
export async function countQueued(sql: Sql, workspaceId: string, most: number): Promise<number> {
  const each = [
    'ready_at is not null',
    'awaits_slot',
    'control_rank is not null',
    'fence = 0 and due_at is not null',
  ].map((state) => `(select from execution_claims where workspace_id = $1 and ${state} limit $2)`);
  const text = `/* count_queued */ select least(count(*), $2)::integer as count from (${each.join(' union all ')}) q`;
  const { rows } = await sql.query<{ count: number }>(statement(text, [workspaceId, most]));
  return rows[0]?.count ?? 0;
}

/** The number of executions of a workspace that workers drive. */
export async function countInFlight(sql: Sql, workspaceId: string): Promise<number> {
  const text = `/* count_in_flight */ select count(*)::integer as count from execution_claims
    where workspace_id = $1 and worker_id is not null`;
  const { rows } = await sql.query<{ count: number }>(statement(text, [workspaceId]));
  return rows[0]?.count ?? 0;
}

/** The number of executions of a workspace that were started in the last minute, at most `most`. */
export async function countStarted(sql: Sql, workspaceId: string, most: number): Promise<number> {
  const text = `/* count_started */ select count(*)::integer as count from (
      select from executions where workspace_id = $1 and id >= $2 limit $3) s`;
  // By the clock that IDs are made of.
  const values = [workspaceId, firstIdAt(Date.now() - 60_000), most];
  const { rows } = await sql.query<{ count: number }>(statement(text, values));
  return rows[0]?.count ?? 0;
}

/** Where an execution belongs, and how many the root of its tree has started. */
export interface Tree {
  rootId: string;
  descendants: number;
}

/** The tree of an execution. Null if the execution does not exist any more. */
export async function findTree(sql: Sql, workspaceId: string, executionId: string): Promise<Tree | null> {
  const text = `/* find_tree */ select r.id as "rootId", (select coalesce(sum(started), 0) from execution_descendants d
      where d.workspace_id = $1 and d.root_id = r.id)::float8 as descendants
    from executions e, lateral (select coalesce(e.root_id, e.id) as id) r where e.workspace_id = $1 and e.id = $2`;
  const { rows } = await sql.query<Tree>(statement(text, [workspaceId, executionId]));
  return rows[0] ?? null;
}

/**
 * An insert that counts new executions below their roots, for the statement that creates them. A transaction counts in
 * the row of its own connection, so it waits for no other one.
 * @param executions a table with `workspaceId` and `rootId`, null for those that are roots
 */
export function countDescendantsSql(executions: string): string {
  return `insert into execution_descendants as d (workspace_id, root_id, started)
  select "workspaceId", "rootId", count(*) from ${executions} where "rootId" is not null group by 1, 2
  on conflict (workspace_id, root_id, backend) do update set started = d.started + excluded.started`;
}

/** Executions of the largest tree that began within the last 24 hours. */
export async function largestTree(sql: Sql, workspaceId: string): Promise<number> {
  const largest = await typed(sql, 'largest_tree', executionDescendants)
    .selectFrom('execution_descendants')
    .select(({ fn }) => fn.sum<string>('started').as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('createdAt', '>', ago('24 hours'))
    .groupBy('rootId')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(largest?.count ?? 0);
}
