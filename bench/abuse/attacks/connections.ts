import { WebSocket } from 'ws';
import type { Attack, Attacker } from '../attacker.js';
import { pause } from '../attacker.js';

function openSocket({ target, ...attacker }: Attacker, onOpen: (socket: WebSocket) => void): WebSocket {
  const socket = new WebSocket(`${target.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    localAddress: '127.0.0.2',
  });
  const { answers } = attacker;
  const count = (status: string) => {
    answers[status] = (answers[status] ?? 0) + 1;
  };
  socket.on('unexpected-response', (_request, response) => count(String(response.statusCode)));
  socket.on('error', () => undefined);
  socket.on('close', (code) => count(`closed ${code}`));
  socket.on('open', () => {
    count('open');
    onOpen(socket);
  });
  return socket;
}

/** Opens sockets all the time, up to so many at once. */
async function holdSockets(attacker: Attacker, most: number, onOpen: (socket: WebSocket) => void): Promise<void> {
  const open = new Set<WebSocket>();
  while (!attacker.isOver) {
    for (let opened = 0; opened < 50 && open.size < most; opened++) {
      const socket = openSocket(attacker, onOpen);
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    await pause(20);
  }
  for (const socket of open) socket.terminate();
}

const init = (token?: string) =>
  JSON.stringify({ type: 'connection_init', ...(token && { payload: { authorization: `Bearer ${token}` } }) });

export const connectionAttacks: Attack[] = [
  {
    name: 'sockets-anonymous',
    what: 'thousands of WebSockets without a credential',
    run: (attacker) => holdSockets(attacker, 2_000, (socket) => socket.send(init())),
  },
  {
    name: 'sockets-silent',
    what: 'WebSockets that never send connection_init',
    run: (attacker) => holdSockets(attacker, 2_000, () => undefined),
  },
  {
    name: 'messages',
    what: 'floods of long messages on WebSockets',
    run: (attacker) =>
      holdSockets(attacker, 40, (socket) => {
        const ping = JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(900_000) } });
        socket.send(init());
        for (let sent = 0; sent < 50; sent++) socket.send(ping);
        for (let sent = 0; sent < 5_000; sent++) socket.send('{"type":"ping"}');
      }),
  },
  {
    name: 'subscriptions',
    what: 'thousands of subscriptions of one caller',
    run: (attacker) => {
      const { workspaceId, apiKey } = attacker.target.tenant;
      const query = `subscription { workspaceExecutionUpdated(workspaceId: "${workspaceId}") { cursor } }`;
      return holdSockets(attacker, 60, (socket) => {
        socket.send(init(apiKey));
        socket.on('message', (data) => {
          if (!String(data).includes('connection_ack')) return;
          for (let id = 0; id < 100; id++)
            socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
        });
      });
    },
  },
  {
    name: 'slow-headers',
    what: 'hundreds of connections that send a header a second',
    run: (attacker) =>
      attacker.hold(490, (socket) => {
        socket.write('GET /auth/me HTTP/1.1\r\nhost: x\r\n');
        const timer = setInterval(() => socket.write('x-a: 1\r\n'), 1_000);
        socket.once('close', () => clearInterval(timer));
      }),
  },
  {
    name: 'connections',
    what: 'connections as fast as they can be opened',
    run: (attacker) => attacker.repeat(64, async () => (await attacker.connect()).destroy()),
  },
  {
    name: 'pipelines',
    what: 'hundreds of requests in one packet',
    run: (attacker) =>
      attacker.hold(100, (socket) => {
        const flood = 'GET /auth/me HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000);
        const timer = setInterval(() => socket.writableLength < 1e6 && socket.write(flood), 50);
        socket.once('close', () => clearInterval(timer));
      }),
  },
];
