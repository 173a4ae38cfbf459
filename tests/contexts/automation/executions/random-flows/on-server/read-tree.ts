import type pg from 'pg';
import type { SeenEnd, SeenStep } from '../compare.js';

/** An ended execution with its steps, and the executions that it started. */
export interface SeenExecution extends SeenEnd {
  id: string;
  flowId: string;
  parentId: string | null;
  /** The iteration of the step that started it. */
  at: string | null;
  steps: SeenStep[];
  children: SeenExecution[];
}

/** Executions by ID, with all that they called. */
export async function readTrees(pool: pg.Pool, workspaceId: string, ids: readonly string[]) {
  const { rows } = await pool.query<Omit<SeenExecution, 'steps' | 'children'>>(
    `with recursive tree as (
       select id from executions where workspace_id = $1 and id = any($2::uuid[])
       union all
       select e.id from executions e join tree t on e.parent_execution_id = t.id where e.workspace_id = $1)
     select e.id, e.flow_id as "flowId", e.parent_execution_id as "parentId", e.trigger_data ->> 'at' as at,
       e.status, e.output, e.error
     from executions e join tree using (id) where e.workspace_id = $1 order by e.id`,
    [workspaceId, ids],
  );
  const seen = new Map<string, SeenExecution>(rows.map((row) => [row.id, { ...row, steps: [], children: [] }]));
  for (const { executionId, ...step } of await readSteps(pool, workspaceId, [...seen.keys()])) {
    seen.get(executionId)?.steps.push(step);
  }
  for (const one of seen.values()) if (one.parentId) seen.get(one.parentId)?.children.push(one);
  return seen;
}

async function readSteps(pool: pg.Pool, workspaceId: string, ids: readonly string[]) {
  const { rows } = await pool.query<SeenStep & { executionId: string }>(
    `select execution_id as "executionId", node_id as "nodeId", iteration, status, handle, attempt, output
     from execution_steps where workspace_id = $1 and execution_id = any($2::uuid[])`,
    [workspaceId, ids],
  );
  return rows;
}
