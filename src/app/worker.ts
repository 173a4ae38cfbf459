import { quotaLimits } from '../contexts/accounts/quotas/index.js';
import { executionValues } from '../contexts/accounts/secrets/index.js';
import {
  type ApprovalTarget,
  approvalLink,
  type ExecutionWorker,
  type ExecutionWorkerOptions,
  flowVersions,
  runWorker,
  startQuota,
  watchRetention,
} from '../contexts/automation/executions/index.js';
import { credits, startUsageRollup } from '../contexts/billing/usage/index.js';
import { rollUpAnalytics } from '../contexts/insight/analytics/index.js';
import { catalogue } from '../nodes/index.js';
import type { ServiceContext } from '../platform/services.js';
import { workers } from './collect-modules.js';
import type { Ports } from './create-ports.js';

/** What tests set differently in workers. */
export type DriveOverrides = Pick<ExecutionWorkerOptions, 'inFlight' | 'leaseSeconds' | 'reached'> &
  Partial<Pick<ExecutionWorkerOptions, 'nodes'>>;

type DriveOptions = Omit<DriveOverrides, 'inFlight'> &
  Pick<ExecutionWorkerOptions, 'outbound' | 'memory' | 'ports' | 'onLeft'>;

/** What every worker needs to drive executions, with the catalogue of all node types. */
export function driveDeps(services: ServiceContext, options: DriveOptions) {
  const { db, listener, notifier, events, vault, now, log, json, settings } = services;
  return {
    ...{ ...options, db, listener, notifier, events, vault, now, log, json },
    ...{ versions: services.get(flowVersions), values: services.get(executionValues), credits: services.get(credits) },
    ...{ quota: services.get(startQuota), limits: services.get(quotaLimits) },
    nodes: options.nodes ?? catalogue,
    approvalLink: (target: ApprovalTarget) => approvalLink(settings, target),
  };
}

/** The worker of a process. It does nothing before it is started. */
export type Worker = Pick<ExecutionWorker, 'id' | 'alive' | 'drivenHere' | 'start' | 'stop'>;

export interface WorkerOptions {
  services: ServiceContext;
  ports: Ports;
  /** Days for which ended executions are kept. */
  retentionDays: number;
}

/**
 * Creates the worker of a process: it drives executions, runs the workers of the modules and the rollups of usage and
 * analytics, and deletes old executions. Null for `ROLE=api`.
 */
export function createWorker({ services, ports, retentionDays }: WorkerOptions): Worker | null {
  const runs = services.get(runWorker);
  if (!runs) return null;
  const { db, listener, log, now } = services;
  const { weight: weightOf } = services.get(quotaLimits);
  const watches: { stop(): Promise<void> }[] = [];
  return {
    ...runs,
    async start() {
      await runs.start();
      watches.push(
        startUsageRollup({ services, rollups: [() => rollUpAnalytics(db)] }),
        watchRetention({ db, log, now, days: retentionDays }),
        ...workers.map((start) => start({ ...ports.context, services }, { listener, workerId: runs.id, weightOf })),
      );
    },
    async stop() {
      await runs.stop(Promise.all(watches.map((watch) => watch.stop())));
    },
  };
}
