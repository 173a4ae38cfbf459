import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { WebSocket } from 'ws';
import { serveParent } from '../harness/child.js';

export interface AudienceOptions {
  /** The URL of a server with graphql-transport-ws. */
  url: string;
  subscribers: number;
  workspaceId: string;
  /** The credential of the connections. */
  apiKey: string;
}

export interface EventsOptions {
  databaseUrl: string;
  workspaceId: string;
  events: number;
  /** The interval between events in milliseconds. */
  everyMs: number;
}

export type SubscriberLoadMethods = {
  /** Opens sockets and subscribes on each; resolves when each has received a message. */
  seat(options: AudienceOptions & EventsOptions): Promise<void>;
  /** Writes events. @returns the milliseconds from before the write to the message, for each subscriber and event */
  publish(options: EventsOptions): Promise<number[]>;
  dismiss(): Promise<void>;
};

const subscription = `subscription Watch($workspaceId: ID!) {
  workspaceExecutionUpdated(workspaceId: $workspaceId) {
    cursor
    execution { id flowName status phase startedAt }
    step { id nodeId nodeType name status attempt output startedAt finishedAt durationMs }
  }
}`;

/** Writes a step and its event and notifies, like an execution, in one statement and one commit. */
const publishSql = `/* publish_step */ with step as (
  insert into execution_steps (workspace_id, execution_id, node_id, id, node_type, name, status, handle, input, output, logs,
    started_at, finished_at)
  values ($1, $2, $3, $4, 'data.set', 'Read the order', 'completed', 'out', '{}', '{"customer":"Ada","amount":250}', '[]', $5, $5)
), event as (
  insert into execution_events (workspace_id, execution_id, fence, n, flow_id, steps, execution)
  values ($1, $2, 1, (extract(epoch from clock_timestamp()) * 10000)::bigint % 2000000000, $6, json_build_array(json_build_object('nodeId', $3::text, 'iteration', '', 'status', 'completed', 'attempt', 1)),
    '{"status":"running","phase":"active"}')
)
select pg_notify('execution_events', ''), pg_notify('bench_step', $4::text)`;

const patienceMs = 20_000;
let sockets: WebSocket[] = [];
/** By node: when its write began, and how many subscribers have not received it yet. */
const open = new Map<string, { sent: number; missing: number; done: () => void }>();
let times: number[] = [];
const nodePattern = /"nodeId":"(bench\d+)"/;
let lastNode = 0;

async function seat(options: AudienceOptions & EventsOptions): Promise<void> {
  const { url, subscribers, workspaceId, apiKey } = options;
  for (let index = 0; index < subscribers; index += 50) {
    const some = Array.from({ length: Math.min(50, subscribers - index) }, () => join(url, workspaceId, apiKey));
    sockets.push(...(await Promise.all(some)));
  }
  // A server may start a subscription some time after it was sent: repeat until one event has reached every subscriber.
  for (const deadline = Date.now() + patienceMs; ; ) {
    const reached = await publish({ ...options, events: 1, everyMs: 0 }).then(
      () => true,
      () => false,
    );
    if (reached) return;
    if (Date.now() > deadline) throw new Error('Not every subscriber receives events.');
  }
}

function join(url: string, workspaceId: string, apiKey: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, 'graphql-transport-ws');
    socket.on('error', reject);
    socket.on('close', (code, reason) => reject(new Error(`The socket was closed: ${code} ${reason}`)));
    socket.on('open', () => {
      const payload = { authorization: `Bearer ${apiKey}` };
      socket.send(JSON.stringify({ type: 'connection_init', payload }));
    });
    socket.on('message', (data: Buffer) => {
      const now = performance.now();
      const text = data.toString();
      const node = nodePattern.exec(text)?.[1];
      if (node) take(node, now);
      else if (text.includes('connection_ack')) {
        const payload = { query: subscription, variables: { workspaceId } };
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
        resolve(socket);
      } else if (text.includes('"ping"')) socket.send('{"type":"pong"}');
      else if (text.includes('error')) reject(new Error(text));
    });
  });
}

function take(node: string, now: number): void {
  const event = open.get(node);
  if (!event) return;
  times.push(now - event.sent);
  event.missing--;
  if (event.missing === 0) event.done();
}

async function publish({ databaseUrl, workspaceId, events, everyMs }: EventsOptions): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  times = [];
  const [executionId, flowId] = [uuidv7(), uuidv7()];
  await client.query(
    `with run as (
       insert into executions (id, workspace_id, flow_id, flow_name, flow_version, trigger, started_at, created_at)
       values ($1, $2, $3, 'Bench', 1, 'manual', now(), now()) returning *)
     insert into execution_claims (workspace_id, execution_id, flow_id, fence) select workspace_id, id, flow_id, 1 from run`,
    [executionId, workspaceId, flowId],
  );
  try {
    const reported: Promise<void>[] = [];
    for (let index = 0; index < events; index++) {
      const node = `bench${++lastNode}`;
      reported.push(
        new Promise((resolve, reject) => {
          const late = setTimeout(
            () => reject(new Error(`${open.get(node)?.missing} missed ${node}`)),
            patienceMs / 10,
          );
          const done = () => {
            clearTimeout(late);
            open.delete(node);
            resolve();
          };
          open.set(node, { sent: performance.now(), missing: sockets.length, done });
        }),
      );
      reported.at(-1)?.catch(() => undefined);
      const values = [workspaceId, executionId, node, uuidv7(), new Date(), flowId];
      await client.query({ name: 'publish', text: publishSql, values });
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    await Promise.all(reported);
  } finally {
    await client.query(
      `with claim as (delete from execution_claims where execution_id = $1)
       update executions set status = 'completed', finished_at = now() where id = $1`,
      [executionId],
    );
    await client.end();
  }
  return times;
}

async function dismiss(): Promise<void> {
  for (const socket of sockets) {
    socket.removeAllListeners('close');
    socket.terminate();
  }
  sockets = [];
}

serveParent({ seat, publish, dismiss } satisfies SubscriberLoadMethods);
