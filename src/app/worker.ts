import {
  approvalLink,
  createRunWorker,
  keepRetention,
  type RunWorker,
} from '../contexts/automation/executions/index.js';
import { startBookkeeper } from '../contexts/billing/usage/index.js';
import { foldAnalytics } from '../contexts/insight/analytics/index.js';
import { catalogue } from '../nodes/index.js';
import type { Listener } from '../platform/database/listener.js';
import type { Outbound } from '../platform/outbound/index.js';
import type { Services } from '../platform/services.js';
import { workers } from './collect-modules.js';
import type { Ports } from './create-ports.js';

export interface WorkerOptions {
  services: Services;
  listener: Listener;
  outbound: Outbound;
  ports: Ports;
  /** Runs of one workspace that compute at once, and that are in flight; of several together twice as many. */
  concurrency: number;
  inFlight?: number;
  /** Days that ended runs are kept; for ever when left out. */
  retentionDays?: number;
  leaseSeconds?: number;
  onLeft?: Parameters<typeof createRunWorker>[0]['onLeft'];
  reached?: Parameters<typeof createRunWorker>[0]['reached'];
}

/**
 * The worker side: drives runs from the queue with every node type there is, runs the workers of all modules, keeps the
 * books, and removes old runs.
 */
export async function createWorker({ services, ports, retentionDays, ...options }: WorkerOptions): Promise<RunWorker> {
  const { db, versions, values, vault, now, log, credits } = services;
  const worker = createRunWorker({
    ...options,
    ports: ports.of,
    ...{ db, versions, values, vault, now, log, credits },
    nodes: catalogue,
    approvalLink: (target) => approvalLink(services.settings, target),
  });
  await worker.start();
  const bookkeeper = startBookkeeper({ services, folds: [() => foldAnalytics(db)] });
  const retention = retentionDays ? keepRetention({ db, log, now, days: retentionDays }) : null;
  const claiming = { listener: options.listener, workerId: worker.id };
  const loops = workers.map((start) => start({ ...ports.context, services }, claiming));
  return {
    ...worker,
    async stop() {
      await bookkeeper.stop();
      await retention?.stop();
      await Promise.all(loops.map((watch) => watch.stop()));
      await worker.stop();
    },
  };
}
