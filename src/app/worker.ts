import { runValues } from '../contexts/accounts/secrets/index.js';
import {
  approvalLink,
  createRunWorker,
  type ExecutionWorker,
  type ExecutionWorkerOptions,
  flowVersions,
  runWorker,
  watchRetention,
} from '../contexts/automation/executions/index.js';
import { credits, startUsageRollup } from '../contexts/billing/usage/index.js';
import { rollUpAnalytics } from '../contexts/insight/analytics/index.js';
import { catalogue } from '../nodes/index.js';
import type { ServiceContext } from '../platform/services.js';
import { workers } from './collect-modules.js';
import type { Ports } from './create-ports.js';

/** What of it is not in the services. */
export type DriveOptions = Pick<
  ExecutionWorkerOptions,
  'outbound' | 'ports' | 'concurrency' | 'inFlight' | 'leaseSeconds' | 'onLeft' | 'reached'
> &
  Partial<Pick<ExecutionWorkerOptions, 'nodes'>>;

/** The run worker of a process, which drives every type of node there is. */
export function driveRuns(services: ServiceContext, options: DriveOptions): ExecutionWorker {
  const { db, listener, vault, now, log, settings } = services;
  return createRunWorker({
    ...{ ...options, db, listener, vault, now, log },
    ...{ versions: services.get(flowVersions), values: services.get(runValues), credits: services.get(credits) },
    nodes: options.nodes ?? catalogue,
    approvalLink: (target) => approvalLink(settings, target),
  });
}

/** The worker side of a process. It does nothing before it is started. */
export type Worker = Pick<ExecutionWorker, 'id' | 'alive' | 'drivenHere' | 'start' | 'stop'>;

export interface WorkerOptions {
  services: ServiceContext;
  ports: Ports;
  /** Days that ended runs are kept. */
  retentionDays: number;
}

/**
 * The worker side: drives runs, does what the workers of the modules do, keeps the books, and removes old runs. Null in a process that only answers requests.
 */
export function createWorker({ services, ports, retentionDays }: WorkerOptions): Worker | null {
  const runs = services.get(runWorker);
  if (!runs) return null;
  const { db, listener, log, now } = services;
  const watches: { stop(): Promise<void> }[] = [];
  return {
    ...runs,
    async start() {
      await runs.start();
      watches.push(
        startUsageRollup({ services, rollups: [() => rollUpAnalytics(db)] }),
        watchRetention({ db, log, now, days: retentionDays }),
        ...workers.map((start) => start({ ...ports.context, services }, { listener, workerId: runs.id })),
      );
    },
    async stop() {
      await Promise.all(watches.map((watch) => watch.stop()));
      await runs.stop();
    },
  };
}
