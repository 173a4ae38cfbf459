import { createServer } from 'node:http';
import express, { type RequestHandler, Router } from 'express';
import type { Config } from '../config/index.js';
import {
  createSuspectWorker,
  type SuspectWorker,
  type SuspectWorkerOptions,
} from '../contexts/automation/executions/index.js';
import type { Executor } from '../platform/graphql/executor.js';
import { createLog, type Log } from '../platform/log.js';
import { createConnectionLimits } from '../platform/rate-limit/connection-limits.js';
import type { ServiceContext } from '../platform/services.js';
import { watchLoopDelay } from '../platform/slots/loop-delay.js';
import type { MetricsAccess } from '../rest/serve-metrics.js';
import { type Api, createApi } from './api.js';
import { createProcessServices } from './create-process-services.js';
import { findDashboard } from './find-dashboard.js';
import { processExecutor } from './graph-executor.js';
import { type Readiness, readinessOf } from './health.js';
import { serverOptions } from './limit-connections.js';
import { addressOf } from './listen.js';
import { packageVersion } from './package-version.js';
import type { Overrides, RuntimeConfig } from './runtime-config.js';
import { createStopList, type StopList } from './stop-list.js';
import { watchProcess } from './watch-process.js';
import { createWorker, type Worker } from './worker.js';

/** The parts of a process. It serves requests once its server listens, and drives executions once its worker is started. */
export interface Runtime {
  services: ServiceContext;
  /** Null for `ROLE=worker`. */
  executor: Executor | null;
  /** Null for `ROLE=worker`. */
  api: Api | null;
  /** Null for `ROLE=api`. */
  worker: Worker | null;
  /** Creates a worker that drives suspects only, in a process that does nothing else. */
  suspectWorker: (onDriving: SuspectWorkerOptions['onDriving']) => SuspectWorker;
  /** The URL of the server for a client on this machine. */
  address(): string;
  readiness: Readiness;
  /** The process is going to stop: it is not ready any more, but still accepts requests and work. */
  drain(): void;
  /** Stops and closes every part, in the reverse order of its creation. */
  stop(): Promise<void>;
}

/**
 * Builds a process from its configuration, for `npm start` and for tests. Nothing of it changes afterwards. It runs no
 * migrations, binds no port and claims no work.
 */
export async function createRuntime(config: RuntimeConfig, overrides: Overrides = {}): Promise<Runtime> {
  const log = overrides.log ?? createLog({ level: config.logLevel, role: config.role, pretty: process.stdout.isTTY });
  const stops = createStopList(log);
  try {
    return { ...(await build(config, { ...overrides, log }, stops)), stop: stops.stop };
  } catch (error) {
    await stops.stop();
    throw error;
  }
}

async function build(config: RuntimeConfig, overrides: Overrides & { log: Log }, stops: StopList) {
  stops.add(await exportTelemetry(config, overrides.log));
  const server = createServer(serverOptions);
  const address = () => addressOf(server, config);
  const loopDelay = overrides.loopDelay ?? watchLoopDelay();
  stops.add(() => loopDelay.stop());
  const { services, ports, driving } = await createProcessServices(config, { ...overrides, loopDelay }, stops, address);
  stops.add(watchProcess(services, config, loopDelay));
  const suspectWorker: Runtime['suspectWorker'] = (onDriving) =>
    createSuspectWorker({ ...driving(services), onDriving });
  const worker = createWorker({ services, ports: services.get(ports) });
  let isDraining = false;
  const isReady = readinessOf(services.db, worker, loopDelay);
  const readiness: Readiness = async () => (isDraining ? 'The server is stopping.' : isReady());
  const executor = config.role === 'worker' ? null : processExecutor();
  const api =
    executor &&
    (await createApi({
      services,
      executor,
      server,
      version: packageVersion(),
      corsOrigins: config.corsOrigins,
      webhookOrigin: config.webhookOrigin,
      trustProxy: config.trustProxy,
      trusted: { folder: config.graphqlDocuments, only: config.graphqlTrustedOnly },
      connections: createConnectionLimits(config, services.now),
      metricsAccess: metricsAccessOf(config),
      readiness,
      dashboard: config.dashboard ? findDashboard() : null,
      extra: config.demo ? demoEndpoint() : undefined,
    }));
  // Together: requests in progress can wait for executions, and both have the same time.
  stops.add(async () => {
    await Promise.all([worker?.stop(), api?.stop(config.shutdownGraceSeconds * 1_000)]);
  });
  const drain = () => {
    isDraining = true;
    api?.drain();
  };
  return { services, executor, api, worker, suspectWorker, address, readiness, drain };
}

/** Who may read the metrics of this process. */
export function metricsAccessOf({ metricsToken: token, production: onlyHere }: Config): MetricsAccess {
  return { token, onlyHere };
}

/** Exports traces and metrics, if a collector is configured: only then OpenTelemetry is loaded. @returns ends that */
async function exportTelemetry(
  { telemetry, role }: Pick<Config, 'telemetry' | 'role'>,
  log: Log,
): Promise<() => Promise<void>> {
  if (!telemetry) return async () => undefined;
  const { startTelemetry } = await import('../platform/telemetry/start-telemetry.js');
  return startTelemetry({ ...telemetry, role, version: packageVersion(), log }).stop;
}

/** The API that the demo flow calls: it returns the discount and total of an order. */
function demoEndpoint(): RequestHandler {
  const router = Router();
  router.post('/demo/orders', express.json(), (request, response) => {
    const { customer = 'unknown', amount = 0 } = (request.body ?? {}) as { customer?: string; amount?: number };
    const discount = Math.round(amount * 0.1 * 100) / 100;
    response.json({ orderId: `A-${Math.round(amount)}`, customer, amount, discount, total: amount - discount });
  });
  return router;
}
