import type { Sql } from '../../../../platform/database/database.js';
import type { StepRecord } from './execution-record.js';

/** Which results of a loop are read. */
export interface WantedResults {
  iterations: readonly string[];
  /** Nodes that lead to the loop's `next` or `break`. */
  nodeIds: readonly string[];
  /** Nodes whose failure ends an iteration without failing the loop. */
  bodyIds: readonly string[];
}

/** What finished iterations of a loop have led to: the steps of these nodes, and those that failed their iteration. */
export async function readResults(
  sql: Sql,
  { workspaceId, id }: { workspaceId: string; id: string },
  { iterations, nodeIds, bodyIds }: WantedResults,
): Promise<StepRecord[]> {
  const values = [workspaceId, id, iterations, nodeIds, bodyIds];
  const { rows } = await sql.query<StepRecord>({ name: 'read_results', text: resultsSql, values });
  return rows;
}

// A part of driving an execution: one lookup by the key for each iteration.
const resultsSql = `/* read_results */
select s.id, s.node_id as "nodeId", s.iteration, s.status, s.handle, s.output, s.variables, s.encrypted,
  case when s.status = 'failed' then s.error end as error
from unnest($3::text[]) as i(iteration), lateral (
  select * from execution_steps s
  where s.workspace_id = $1 and s.execution_id = $2 and s.iteration = i.iteration
    and (s.node_id = any($4::text[]) or s.node_id = any($5::text[]) and s.status = 'failed' and s.handle is null)
  offset 0
) s`;
