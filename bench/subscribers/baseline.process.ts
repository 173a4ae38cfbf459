import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveParent } from '../harness/child.js';

export interface SubscribersBaselineOptions {
  databaseUrl: string;
  workspaceId: string;
}

export type SubscribersBaselineMethods = { listen(options: SubscribersBaselineOptions): Promise<string> };

const readSql = `select e.id as execution, e.flow_name as "flowName", e.status as run, 'active' as phase, e.started_at as began,
    s.id, s.node_id as "nodeId", s.node_type as "nodeType", s.name, s.status, s.attempt, s.output, s.started_at as "startedAt",
    s.finished_at as "finishedAt", (extract(epoch from s.finished_at - s.started_at) * 1000)::integer as "durationMs"
  from execution_steps s join executions e on e.workspace_id = s.workspace_id and e.id = s.execution_id
  where s.workspace_id = $1 and s.id = $2`;

/** One LISTEN, one query per event, one JSON text for all sockets. */
async function listen({ databaseUrl, workspaceId }: SubscribersBaselineOptions): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const sockets = new Set<WebSocket>();
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.includes('connection_init')) socket.send('{"type":"connection_ack"}');
      else if (text.includes('"subscribe"')) sockets.add(socket);
    });
    socket.on('close', () => sockets.delete(socket));
  });
  client.on('notification', async ({ payload }) => {
    const { rows } = await client.query({ name: 'event', text: readSql, values: [workspaceId, payload] });
    if (!rows[0]) return;
    const { execution, flowName, run, phase, began, ...step } = rows[0];
    const reported = { execution: { id: execution, flowName, status: run, phase, startedAt: began }, step };
    const data = { workspaceExecutionUpdated: { cursor: payload, ...reported } };
    const text = JSON.stringify({ id: '1', type: 'next', payload: { data } });
    for (const socket of sockets) socket.send(text);
  });
  await client.query('listen bench_step');
  await new Promise<void>((resolve) => {
    if (server.address()) resolve();
    else server.on('listening', resolve);
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

serveParent({ listen } satisfies SubscribersBaselineMethods);
