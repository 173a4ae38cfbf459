import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it arrived. */
export interface Arrived {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface EchoServer {
  url: string;
  arrived: Arrived[];
  close(): void;
}

/** An external server that returns the request that it received: plain, URL-encoded, in base64, and escaped. */
export async function startEchoServer(): Promise<EchoServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      arrived.push(one);
      const all = JSON.stringify(one);
      const encoded = [one.headers.authorization ?? '', one.body].flatMap((text) => [
        encodeURIComponent(text),
        Buffer.from(text).toString('base64'),
        Buffer.from(`x${text}`).toString('base64url'),
      ]);
      response.statusCode = one.url.includes('/fail') ? 500 : 200;
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-echo', encodeURIComponent(one.headers.authorization ?? ''));
      response.end(JSON.stringify({ ...one, all, encoded }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
