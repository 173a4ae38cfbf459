import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { serveParent } from '../harness/child.js';
import type { Order } from './flow.js';
import { type DoneStep, listenForRuns, performFlow } from './hard-coded-flow.js';

export interface FlowRunsBaselineOptions {
  databaseUrl: string;
  targetUrl: string;
  workspaceId: string;
  flowId: string;
}

export type FlowRunsBaselineMethods = { listen(options: FlowRunsBaselineOptions): Promise<string> };

const startSql = `with run as (
  insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, trigger_data, started_at, created_at)
  values ($1, $2, $3, 'Bench', 1, 'webhook', $4, $5, $5)
), event as (
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  values ($2, $1, 0, 0, $3, '[]', '{"status":"running","phase":"queued"}')
) select pg_notify('execution_events', '')`;

const stepSql = `with step as (
  insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, handle, input, output, variables, logs,
    started_at, finished_at)
  values ($1, $2, $4, $5, $6, $4, 'completed', $7, $8, $9, $10, '[]', $11, $12)
), event as (
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  values ($1, $2, 1, (extract(epoch from clock_timestamp()) * 10000)::bigint % 2000000000, $3, json_build_array(json_build_object('nodeId', $4::text, 'iteration', '', 'status', 'completed', 'attempt', 1)),
    '{"status":"running","phase":"active"}')
) select pg_notify('execution_events', '')`;

const lastStepSql = stepSql
  .replace(
    '), event as',
    `), run as (
  update executions set status = 'completed', output = $9, finished_at = $12 where workspace_id = $1 and id = $2
), event as`,
  )
  .replace('{"status":"running","phase":"active"}', '{"status":"completed","phase":"done"}');

/** The flow hard-coded with plain node:http and pg; every step is stored with its own commit. */
async function listen({ databaseUrl, targetUrl, workspaceId, flowId }: FlowRunsBaselineOptions): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

  async function store(executionId: string, step: DoneStep, isLast: boolean): Promise<void> {
    const { nodeId, nodeType, handle, input, output, variables, startedAt, finishedAt } = step;
    await pool.query({
      name: isLast ? 'last_step' : 'step',
      text: isLast ? lastStepSql : stepSql,
      values: [
        workspaceId,
        executionId,
        flowId,
        nodeId,
        uuidv7(),
        nodeType,
        handle,
        ...[input, output, variables].map((value) => JSON.stringify(value)),
        startedAt,
        finishedAt,
      ],
    });
  }

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

serveParent({ listen } satisfies FlowRunsBaselineMethods);
