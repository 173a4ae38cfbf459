import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Item } from '../flow-model.js';
import { answerBody, failureOf } from '../node-kinds/effect-kinds.js';

/** What the flows call: answers as their nodes foresee, and records every call. */
export interface CalledServer {
  url: string;
  /** The number of calls by `executionId:nodeId:iteration`, which is their idempotency key. */
  readonly calls: ReadonlyMap<string, number>;
  /** Calls for a step that was not stored as running, in words, by execution. */
  readonly wrong: ReadonlyMap<string, string[]>;
  close(): void;
}

/** @param itemOf the node that calls, by the number of its flow and its ID */
export async function startCalledServer(
  pool: pg.Pool,
  itemOf: (flow: number, nodeId: string) => Item | undefined,
): Promise<CalledServer> {
  const calls = new Map<string, number>();
  const wrong = new Map<string, string[]>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers['idempotency-key']);
    const [executionId = '', nodeId = '', iteration = ''] = key.split(':');
    calls.set(key, (calls.get(key) ?? 0) + 1);
    const { rows } = await pool.query<{ status: string; attempt: number }>({
      name: 'called_step',
      text: `select s.status, s.attempt from execution_steps s join executions e
          on e.workspace_id = s.workspace_id and e.id = s.execution_id
        where e.id = $1 and s.node_id = $2 and s.iteration = $3`,
      values: [executionId, nodeId, iteration],
    });
    const [step] = rows;
    // A step can be cancelled between its call and this look at it.
    if (step?.status !== 'running' && step?.status !== 'cancelled') {
      const said = `${iteration} ${nodeId} called while it was ${step?.status ?? 'not stored'}`;
      wrong.set(executionId, [...(wrong.get(executionId) ?? []), said]);
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here');
    const item = itemOf(Number(pathname.split('/')[1]), nodeId);
    const failure = failureOf(item, Number(searchParams.get('index')), step?.attempt ?? 1);
    if (failure === 'connection') return void response.destroy();
    const body = JSON.stringify(answerBody(nodeId, iteration));
    response.writeHead(failure ? 503 : 200, { 'content-type': 'application/json' }).end(body);
  }

  const server = createServer((request, response) => {
    request.resume();
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    wrong,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
