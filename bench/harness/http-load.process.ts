import { serveParent } from './child.js';
import { httpRequest, openConnection } from './http-connection.js';

export interface HttpLoadOptions {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  status: number;
  connections: number;
  warmupSeconds: number;
  seconds: number;
}

export interface HttpLoad {
  /** The number of requests answered in the window. */
  requests: number;
  /** The number of requests answered in total, with the warm-up. */
  all: number;
  /** The latency of each request in the window, in milliseconds. */
  latencies: number[];
}

export type HttpLoadMethods = { load(options: HttpLoadOptions): Promise<HttpLoad> };

/** Sends one request repeatedly on each connection. @throws Error at the first response that differs from the others */
async function load(options: HttpLoadOptions): Promise<HttpLoad> {
  const request = httpRequest(options.method, options.url, options);
  const begin = performance.now() + options.warmupSeconds * 1_000;
  const end = begin + options.seconds * 1_000;
  const result: HttpLoad = { requests: 0, all: 0, latencies: [] };
  let bytes: number | null = null;
  const work = async () => {
    const connection = openConnection(options.url);
    try {
      for (let sent = performance.now(); sent < end; ) {
        const { status, body } = await connection.send(request);
        bytes ??= body.length;
        if (status !== options.status || body.length !== bytes) {
          throw new Error(`${options.url} answered ${status} with ${body.length} bytes: ${body.subarray(0, 1_000)}`);
        }
        const now = performance.now();
        result.all++;
        if (now >= begin && now < end) result.latencies.push(now - sent);
        sent = now;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: options.connections }, work));
  result.requests = result.latencies.length;
  return result;
}

serveParent({ load } satisfies HttpLoadMethods);
