import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { serveParent } from '../harness/child.js';
import type { Order } from './flow.js';

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

interface Done {
  handle: string;
  input: unknown;
  output: unknown;
  variables?: unknown;
}

/** The flow hard-coded with plain node:http and pg; every step is stored with its own commit. */
async function listen({ databaseUrl, targetUrl, workspaceId, flowId }: FlowRunsBaselineOptions): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const agent = new Agent({ keepAlive: true });

  async function insertStep(
    executionId: string,
    nodeId: string,
    nodeType: string,
    work: () => Done | Promise<Done>,
    last = false,
  ): Promise<void> {
    const startedAt = new Date();
    const { handle, input, output, variables = null } = await work();
    await pool.query({
      name: last ? 'last_step' : 'step',
      text: last ? lastStepSql : stepSql,
      values: [
        ...[workspaceId, executionId, flowId, nodeId, uuidv7(), nodeType, handle],
        ...[input, output, variables].map((value) => JSON.stringify(value)),
        ...[startedAt, new Date()],
      ],
    });
  }

  async function run(executionId: string, order: Order): Promise<void> {
    await insertStep(executionId, 'trigger', 'trigger.webhook', () => ({ handle: 'out', input: order, output: order }));
    const { customer, amount } = order;
    const read = { customer, amount };
    await insertStep(executionId, 'order', 'data.set', () => ({
      handle: 'out',
      input: { assignments: [read] },
      output: read,
      variables: read,
    }));
    const large = amount >= 100;
    await insertStep(executionId, 'large', 'logic.if', () => ({
      handle: large ? 'true' : 'false',
      input: { conditions: [{ left: amount, operator: 'gte', right: 100 }] },
      output: { result: large },
    }));
    let total = 0;
    await insertStep(executionId, 'ask', 'http.request', async () => {
      const body = { number: order.number, customer, amount };
      const answer = await post(agent, targetUrl, body);
      total = (answer.body as { total: number }).total;
      return { handle: 'out', input: { method: 'POST', url: targetUrl, bodyType: 'json', body }, output: answer };
    });
    const message = `${customer} pays ${total}`;
    await insertStep(
      executionId,
      'result',
      'data.set',
      () => ({
        handle: 'out',
        input: { assignments: [{ total, message }] },
        output: { total, message },
        variables: { total, message },
      }),
      true,
    );
  }

  async function accept(request: IncomingMessage): Promise<string> {
    const text = await readText(request);
    const order = JSON.parse(text) as Order;
    const executionId = uuidv7();
    await pool.query({
      name: 'start',
      text: startSql,
      values: [executionId, workspaceId, flowId, text, new Date()],
    });
    run(executionId, order).catch((error) => process.stderr.write(`${error}\n`));
    return executionId;
  }

  const server = createServer((request, response) => {
    accept(request).then(
      (executionId) => {
        const body = JSON.stringify({ success: true, data: { executionId } });
        response.writeHead(202, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => response.writeHead(500, { 'content-length': 0 }).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/flows/run`;
}

function post(agent: Agent, url: string, body: unknown): Promise<{ status: number; headers: unknown; body: unknown }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const call = httpRequest(url, { method: 'POST', agent, headers }, (answer) => {
      readText(answer).then((received) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: JSON.parse(received) });
      }, reject);
    });
    call.on('error', reject);
    call.end(text);
  });
}

function readText(stream: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}

serveParent({ listen } satisfies FlowRunsBaselineMethods);
