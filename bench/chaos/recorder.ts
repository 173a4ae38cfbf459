import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';

/** The API that the executions call. It records steps that call again although the database already has them as completed. */
export interface Recorder {
  url: string;
  /** Calls for a step that was already completed. */
  readonly repeated: string[];
  /** The number of calls of each step, by its idempotency key. */
  readonly calls: ReadonlyMap<string, number>;
  close(): void;
}

/** @param onKill called with the port of a process that asks for its end */
export async function openRecorder(sql: pg.Pool, onKill: (port: number) => void): Promise<Recorder> {
  const repeated: string[] = [];
  const calls = new Map<string, number>();

  async function look(key: string): Promise<void> {
    const [executionId, nodeId] = key.split(':');
    const { rows } = await sql.query<{ status: string }>({
      name: 'look',
      text: 'select status from execution_steps where execution_id = $1 and node_id = $2',
      values: [executionId, nodeId],
    });
    if (rows[0] && rows[0].status !== 'running') repeated.push(key);
  }

  const server = createServer((request, response) => {
    if (request.url === '/kill') return onKill(request.socket.remotePort ?? 0);
    const key = String(request.headers['idempotency-key']);
    const times = (calls.get(key) ?? 0) + 1;
    calls.set(key, times);
    const answer = () => response.setHeader('content-type', 'application/json').end('{"ok":true}');
    // Only a step that calls again can already be completed.
    if (times === 1) setTimeout(answer, Math.random() * 40);
    else look(key).then(answer, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    repeated,
    calls,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
