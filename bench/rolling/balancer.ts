import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Where a process answers requests, and where it says whether it wants some. */
export interface Upstream {
  port: number;
  healthPort: number;
}

/** A load balancer that sends requests in turn to the processes that are ready. It repeats nothing. */
export interface Balancer {
  url: string;
  close(): void;
}

const everyMs = 500;

/** Asks `/readyz` of each process every half second. */
export async function startBalancer(upstreams: readonly Upstream[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<Upstream>();
  let isOpen = true;
  let turn = 0;
  const checks = upstreams.map(async (upstream) => {
    while (isOpen) {
      const answer = await fetch(`http://127.0.0.1:${upstream.healthPort}/readyz`).catch(() => null);
      if (answer?.ok) ready.add(upstream);
      else ready.delete(upstream);
      await answer?.body?.cancel();
      await delay(everyMs);
    }
  });
  const server = createServer((incoming, outgoing) => {
    const all = [...ready];
    const chosen = all[turn++ % all.length];
    if (chosen) forward(incoming, outgoing, chosen.port, agent);
    else outgoing.writeHead(503).end('No process is ready.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      isOpen = false;
      void Promise.all(checks);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, agent: Agent): void {
  const { method, url: path, headers } = incoming;
  const upstream = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
    const { connection: _, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(outgoing);
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end(`${error.code} of port ${port}`);
  });
  incoming.pipe(upstream);
}
