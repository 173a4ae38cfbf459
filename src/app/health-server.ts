import { createServer } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { Config } from '../config/index.js';
import { healthRoutes, type Readiness } from './health.js';
import { serverOptions } from './limit-connections.js';
import { addressOf, listen } from './listen.js';

/** What a process reports about itself once its parts exist. */
export interface Reports {
  readiness: Readiness;
  /** Answers `/metrics`. */
  metrics: RequestHandler;
}

/** The port of `/healthz`, `/readyz` and `/metrics` only. */
export interface HealthServer {
  url: string;
  /** Replaces "the server is starting". */
  report(reports: Reports): void;
  close(): void;
}

const starting: Reports = {
  readiness: async () => 'The server is starting.',
  metrics: (_request, response) => void response.status(503).set('retry-after', '5').send('The server is starting.\n'),
};

/**
 * Opens HEALTH_PORT. It answers from the beginning of the start until the process ends, so that a supervisor sees a start that
 * waits for the database, and a worker that is stopping. Null if the port is not set.
 */
export async function openHealthServer({ healthPort, host }: Config): Promise<HealthServer | null> {
  if (healthPort === undefined) return null;
  let reports = starting;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(healthRoutes(() => reports.readiness()));
  app.get('/metrics', (request, response, next) => reports.metrics(request, response, next));
  const server = createServer(serverOptions, app);
  const place = { port: healthPort, host };
  await listen(server, { ...place, setting: 'HEALTH_PORT' });
  return {
    url: addressOf(server, place),
    report: (made) => {
      reports = made;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
