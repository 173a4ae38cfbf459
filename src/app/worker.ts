import {
  approvalLink,
  keepRetention,
  type RunWorker,
  startRunWorker,
} from '../contexts/automation/executions/index.js';
import { startScheduler } from '../contexts/automation/schedules/index.js';
import { startBookkeeper } from '../contexts/billing/usage/index.js';
import { foldAnalytics } from '../contexts/insight/analytics/index.js';
import { catalogue } from '../nodes/index.js';
import type { Listener } from '../platform/database/listener.js';
import type { Outbound } from '../platform/outbound/index.js';
import type { Services } from '../platform/services.js';
import { startConversationWork } from './conversation-work.js';
import type { Ports } from './ports/index.js';

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
  onLeft?: Parameters<typeof startRunWorker>[0]['onLeft'];
  reached?: Parameters<typeof startRunWorker>[0]['reached'];
}

/**
 * The worker side: drives runs from the queue with every node type there is, starts scheduled flows, sends and follows up
 * messages, keeps the books, and removes old runs.
 */
export async function createWorker({ services, ports, retentionDays, ...options }: WorkerOptions): Promise<RunWorker> {
  const { db, versions, values, vault, now, log, credits } = services;
  const worker = await startRunWorker({
    ...options,
    ports: ports.of,
    ...{ db, versions, values, vault, now, log, credits },
    nodes: catalogue,
    approvalLink: (target) => approvalLink(services.settings, target),
  });
  const scheduler = startScheduler({ services, listener: options.listener });
  const bookkeeper = startBookkeeper({ services, folds: [() => foldAnalytics(db)] });
  const retention = retentionDays ? keepRetention({ db, log, now, days: retentionDays }) : null;
  const conversations = startConversationWork(services, ports, { listener: options.listener, workerId: worker.id });
  return {
    ...worker,
    async stop() {
      await scheduler.stop();
      await bookkeeper.stop();
      await retention?.stop();
      await Promise.all(conversations.map((watch) => watch.stop()));
      await worker.stop();
    },
  };
}
