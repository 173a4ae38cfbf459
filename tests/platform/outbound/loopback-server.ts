import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  port: number;
  /** Every request so far, in order of arrival. */
  received: Received[];
  /** TCP connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

export type Answering = (request: Received, response: ServerResponse, raw: IncomingMessage) => void;

/** A real HTTP server on a free loopback port; paths without a route answer 404. */
export async function startLoopbackServer(routes: Record<string, Answering>): Promise<LoopbackServer> {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (raw, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of raw) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const request = { method: raw.method ?? '', url: raw.url ?? '', headers: raw.headers, body };
    received.push(request);
    const route = routes[request.url.split('?')[0] ?? ''];
    if (route) route(request, response, raw);
    else response.writeHead(404).end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
