import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';

/** Where the items of the source are. */
export const sourcePath = 'items';
/** Where a service is that fails until it is mended. */
export const servicePath = 'service';

/** What executions poll and call beside what is recorded. */
export interface Source {
  url: string;
  /** Adds an item, with the next number as its ID. */
  add(): void;
  count(): number;
  /** How often the items were asked for. */
  polls(): number;
  /** The service answers from now on. */
  mend(): void;
}

/** The API that the executions call. It records steps that call again although the database already has them as completed. */
export interface Recorder extends Source {
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
  const items: { id: number }[] = [];
  let isBroken = true;
  let polls = 0;

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
    if (request.url === `/${sourcePath}`) {
      polls += 1;
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(items));
    }
    if (request.url === `/${servicePath}` && isBroken) return void response.writeHead(503).end();
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
    add: () => void items.push({ id: items.length }),
    count: () => items.length,
    polls: () => polls,
    mend() {
      isBroken = false;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
