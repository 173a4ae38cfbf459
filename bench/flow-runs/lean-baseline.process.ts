import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { serveParent } from '../harness/child.js';
import type { FlowRunsBaselineMethods, FlowRunsBaselineOptions } from './baseline.process.js';
import type { Order } from './flow.js';
import { type DoneStep, listenForRuns, performFlow } from './hard-coded-flow.js';

export type LeanBaselineMethods = FlowRunsBaselineMethods & {
  listenWithTwoCommits: FlowRunsBaselineMethods['listen'];
};

const startSql = `insert into executions (id, workspace_id, flow_id, status, trigger_data, created_at)
  values ($1, $2, $3, 'running', $4, $5)`;

const stepSql = `insert into execution_steps
  (execution_id, node_id, workspace_id, status, handle, input, output, started_at, finished_at)
  values ($1, $3, $2, 'completed', $4, $5, $6, $7, $8)`;

const lastStepSql = `with step as (${stepSql})
  update executions set status = 'completed', output = $6, finished_at = $8 where id = $1`;

/** One transaction, although it is two changes. */
const endSql = `with steps as (
  insert into execution_steps (execution_id, node_id, workspace_id, status, handle, input, output, started_at, finished_at)
  select $1, "nodeId", $2, 'completed', handle, input, output, "startedAt", "finishedAt"
  from json_to_recordset($3) as s("nodeId" text, handle text, input json, output json, "startedAt" timestamptz,
    "finishedAt" timestamptz)
) update executions set status = 'completed', output = $4, finished_at = now() where id = $1`;

type StoreStep = (executionId: string, step: DoneStep, isLast: boolean) => Promise<void>;

/** The flow hard-coded on the lean tables: one commit when it is accepted, and one for each step, the last with the end. */
function listen(options: FlowRunsBaselineOptions): Promise<string> {
  return listenOnLeanTables(options, (pool, notify) => async (executionId, step, isLast) => {
    const { nodeId, handle, input, output, startedAt, finishedAt } = step;
    const json = [input, output].map((value) => JSON.stringify(value));
    const values = [executionId, options.workspaceId, nodeId, handle, ...json, startedAt, finishedAt];
    await pool.query({ name: isLast ? 'last_step' : 'step', text: isLast ? lastStepSql : stepSql, values });
    if (isLast) notify();
  });
}

/** The same with one commit when it is accepted, and one for all steps and the end: what is done before is lost in a crash. */
function listenWithTwoCommits(options: FlowRunsBaselineOptions): Promise<string> {
  return listenOnLeanTables(options, (pool, notify) => {
    const steps = new Map<string, DoneStep[]>();
    return async (executionId, step, isLast) => {
      const done = [...(steps.get(executionId) ?? []), step];
      steps.set(executionId, done);
      if (!isLast) return;
      steps.delete(executionId);
      const values = [executionId, options.workspaceId, JSON.stringify(done), JSON.stringify(step.output)];
      await pool.query({ name: 'end', text: endSql, values });
      notify();
    };
  });
}

function listenOnLeanTables(
  { databaseUrl, targetUrl, workspaceId, flowId }: FlowRunsBaselineOptions,
  storeOn: (pool: pg.Pool, notify: () => void) => StoreStep,
): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const store = storeOn(pool, notifier(databaseUrl));
  return listenForRuns(async (text) => {
    const executionId = uuidv7();
    const values = [executionId, workspaceId, flowId, text, new Date()];
    await pool.query({ name: 'start', text: startSql, values });
    performFlow(JSON.parse(text) as Order, targetUrl, (step, isLast) => store(executionId, step, isLast)).catch(
      (error) => process.stderr.write(`${error}\n`),
    );
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

serveParent({ listen, listenWithTwoCommits } satisfies LeanBaselineMethods);
