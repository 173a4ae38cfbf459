import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { serveParent } from '../harness/child.js';
import type { FlowRunsBaselineMethods, FlowRunsBaselineOptions } from './baseline.process.js';
import type { Order } from './flow.js';
import { type DoneStep, listenForRuns, performFlow } from './hard-coded-flow.js';

const startSql = `insert into executions (id, workspace_id, flow_id, status, trigger_data, created_at)
  values ($1, $2, $3, 'running', $4, $5)`;

/** One transaction, although it is two changes. */
const endSql = `with steps as (
  insert into execution_steps (execution_id, node_id, workspace_id, status, handle, input, output, started_at, finished_at)
  select $1, "nodeId", $2, 'completed', handle, input, output, "startedAt", "finishedAt"
  from json_to_recordset($3) as s("nodeId" text, handle text, input json, output json, "startedAt" timestamptz,
    "finishedAt" timestamptz)
) update executions set status = 'completed', output = $4, finished_at = now() where id = $1`;

/** The flow hard-coded on the lean tables: one commit when it is accepted, and one for its steps and its end. */
async function listen({ databaseUrl, targetUrl, workspaceId, flowId }: FlowRunsBaselineOptions): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const notify = notifier(databaseUrl);

  async function run(executionId: string, order: Order): Promise<void> {
    const steps: DoneStep[] = [];
    await performFlow(order, targetUrl, async (step, isLast) => {
      steps.push(step);
      if (!isLast) return;
      const values = [executionId, workspaceId, JSON.stringify(steps), JSON.stringify(step.output)];
      await pool.query({ name: 'end', text: endSql, values });
      notify();
    });
  }

  return listenForRuns(async (text) => {
    const executionId = uuidv7();
    const values = [executionId, workspaceId, flowId, text, new Date()];
    await pool.query({ name: 'start', text: startSql, values });
    run(executionId, JSON.parse(text) as Order).catch((error) => process.stderr.write(`${error}\n`));
    return executionId;
  });
}

/** Tells the load that something has ended, outside of the transactions and one at a time. */
function notifier(databaseUrl: string): () => void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  let isUnderway = false;
  let again = false;
  return async function notify() {
    again = true;
    if (isUnderway) return;
    isUnderway = true;
    while (again) {
      again = false;
      await pool.query('notify execution_events');
    }
    isUnderway = false;
  };
}

serveParent({ listen } satisfies FlowRunsBaselineMethods);
