import { once } from 'node:events';
import { WebSocket } from 'ws';
import { serveParent } from '../harness/child.js';

export interface IdleOptions {
  /** The URL of a server with graphql-transport-ws. */
  url: string;
  workspaceId: string;
  /** The credential of the connections. */
  apiKey: string;
  sockets: number;
  /** Subscriptions on each socket. */
  each: number;
}

export type IdleLoadMethods = {
  /** Opens sockets and subscribes on each; resolves when the server has read all of their messages. */
  open(options: IdleOptions): Promise<void>;
  close(): Promise<void>;
};

const query = `subscription Watch($workspaceId: ID!, $after: String) {
  workspaceChanged(workspaceId: $workspaceId, after: $after) { cursor type action id }
}`;
const atOnce = 100;
let opened: WebSocket[] = [];

async function open({ sockets, ...options }: IdleOptions): Promise<void> {
  while (opened.length < sockets) {
    const some = Array.from({ length: Math.min(atOnce, sockets - opened.length) }, () => join(options));
    opened.push(...(await Promise.all(some)));
  }
}

async function join({ url, workspaceId, apiKey, each }: Omit<IdleOptions, 'sockets'>): Promise<WebSocket> {
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false });
  await once(socket, 'open');
  const { promise: isRead, resolve, reject } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string };
    if (type === 'connection_ack') {
      for (let id = 0; id < each; id++) {
        socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query, variables: { workspaceId } } }));
      }
      // Answered after the messages before it.
      socket.send('{"type":"ping"}');
    } else if (type === 'ping') socket.send('{"type":"pong"}');
    else if (type === 'pong') resolve();
    else reject(new Error(data.toString()));
  });
  socket.on('close', (code) => reject(new Error(`The socket was closed: ${code}.`)));
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${apiKey}` } }));
  await isRead;
  return socket;
}

async function close(): Promise<void> {
  for (const socket of opened) socket.terminate();
  opened = [];
}

serveParent({ open, close } satisfies IdleLoadMethods);
