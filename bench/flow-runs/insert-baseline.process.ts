import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { serveParent } from '../harness/child.js';

export interface InsertOptions {
  databaseUrl: string;
  workspaceId: string;
  flowId: string;
  seconds: number;
  inFlight: number;
}

export type InsertMethods = { insert(options: InsertOptions): Promise<number> };

/**
 * All rows of a run in one call, one commit, with no traffic but its arguments: what Postgres itself can store. The claim
 * row is inserted and deleted as a worker would have done. Without statistics of its table, empty pages would be read in
 * sequence, more of them with each run: hence the setting.
 */
export const insertRunFunction = `create or replace function bench_run(workspace uuid, flow uuid, run uuid, steps uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
begin
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, status, trigger, trigger_data, output, started_at, finished_at, created_at)
  values (run, workspace, flow, 'Bench', 1, 'completed', 'webhook', '{"number":1,"customer":"Ada","amount":250}', '{"total":225,"message":"Ada pays 225"}', now(), now(), now());
  insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, handle, input, output, variables, logs, started_at, finished_at)
  select workspace, run, 'node' || n, steps[n], 'data.set', 'node' || n, 'completed', 'out', '{"assignments":[{"name":"customer","value":"Ada"},{"name":"amount","value":250}]}',
    '{"customer":"Ada","amount":250}', '{"customer":"Ada","amount":250}', '[]', now(), now()
  from generate_series(1, 5) n;
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  select workspace, run, 1, n, flow, '[{"nodeId":"node1","iteration":"","status":"completed","attempt":1},{"nodeId":"node2","iteration":"","status":"completed","attempt":1}]',
    '{"status":"running","phase":"active"}'
  from generate_series(1, 3) n;
  insert into execution_claims (workspace_id, execution_id, flow_id) values (workspace, run, flow);
  delete from execution_claims where execution_claims.workspace_id = workspace and execution_id = run;
end $$`;

async function insert({ databaseUrl, workspaceId, flowId, seconds, inFlight }: InsertOptions): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: inFlight });
  const began = performance.now();
  const end = began + seconds * 1_000;
  let count = 0;
  const insertOn = async () => {
    while (performance.now() < end) {
      const steps = Array.from({ length: 5 }, () => uuidv7());
      const values = [workspaceId, flowId, uuidv7(), steps];
      await pool.query({ name: 'bench_run', text: 'select bench_run($1, $2, $3, $4)', values });
      count++;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, insertOn));
  const rate = count / ((performance.now() - began) / 1_000);
  await pool.end();
  return rate;
}

serveParent({ insert } satisfies InsertMethods);
