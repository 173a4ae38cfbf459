import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that takes uploads: only what arrives whole counts. */
export interface Target {
  url: string;
  /** How often something arrived, by its SHA-256. */
  arrived: Map<string, number>;
  /** Bytes of the upload that is in progress. */
  inProgress(): number;
  stop(): void;
}

export async function startTarget(): Promise<Target> {
  const arrived = new Map<string, number>();
  let received = 0;
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      hash.update(chunk);
    });
    request
      .on('error', () => undefined)
      .on('end', () => {
        const found = hash.digest('hex');
        arrived.set(found, (arrived.get(found) ?? 0) + 1);
        response.writeHead(204).end();
      });
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    arrived,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`,
    inProgress: () => received,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
