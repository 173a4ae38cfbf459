import { findCapabilities } from '../contexts/accounts/members/index.js';
import { quotaLimits } from '../contexts/accounts/quotas/index.js';
import { executionValues } from '../contexts/accounts/secrets/index.js';
import { openConnections, openDatabases } from '../contexts/automation/connections/index.js';
import {
  type AddressTarget,
  type ApprovalTarget,
  approvalLink,
  type ExecutionWorker,
  type ExecutionWorkerOptions,
  executionWorker,
  flowVersions,
  startQuota,
  stepAddress,
} from '../contexts/automation/executions/index.js';
import { fileStore } from '../contexts/automation/files/index.js';
import { reserveSlot, type SlotRequest } from '../contexts/automation/rates/index.js';
import { credits } from '../contexts/billing/usage/index.js';
import { catalogue } from '../nodes/index.js';
import { watchMailOutbox } from '../platform/mail/mail-outbox.js';
import type { ServiceContext } from '../platform/services.js';
import { watchRecurringTasks } from '../platform/work/recurring-tasks.js';
import { tasks, workers } from './collect-modules.js';
import type { Ports } from './create-ports.js';

/** What tests set differently in workers. */
export type DriveOverrides = Pick<ExecutionWorkerOptions, 'inFlight' | 'leaseSeconds' | 'reached'> &
  Partial<Pick<ExecutionWorkerOptions, 'nodes'>>;

type DriveOptions = Omit<DriveOverrides, 'inFlight'> & Pick<ExecutionWorkerOptions, 'outbound' | 'memory' | 'ports'>;

/** What every worker needs to drive executions, with the catalogue of all node types. */
export function driveDeps(services: ServiceContext, options: DriveOptions) {
  const { db, listener, notifier, events, vault, now, log, json, settings } = services;
  return {
    ...options,
    db,
    files: services.get(fileStore),
    listener,
    notifier,
    events,
    vault,
    now,
    log,
    json,
    versions: services.get(flowVersions),
    values: services.get(executionValues),
    openConnection: services.get(openConnections),
    openDatabase: services.get(openDatabases),
    credits: services.get(credits),
    quota: services.get(startQuota),
    limits: services.get(quotaLimits),
    nodes: options.nodes ?? catalogue,
    capabilitiesOf: (workspaceId: string, principalId: string) => findCapabilities(db.pool, workspaceId, principalId),
    reserveSlot: (slot: SlotRequest) => reserveSlot(db, slot),
    approvalLink: (target: ApprovalTarget) => approvalLink(settings, target),
    stepAddress: (target: AddressTarget) => stepAddress(settings, target),
  };
}

/** The worker of a process. It does nothing before it is started. */
export type Worker = Pick<ExecutionWorker, 'id' | 'alive' | 'drivenHere' | 'start' | 'stop'>;

export interface WorkerOptions {
  services: ServiceContext;
  ports: Ports;
}

/**
 * Creates the worker of a process: it drives executions, sends queued mails, and runs the workers and recurring tasks of the modules. Null for
 * `ROLE=api`.
 */
export function createWorker({ services, ports }: WorkerOptions): Worker | null {
  const runs = services.get(executionWorker);
  if (!runs) return null;
  const { db, listener, log, mailer, now, settings } = services;
  const { weight: weightOf } = services.get(quotaLimits);
  const watches: { stop(): Promise<void> }[] = [];
  return {
    ...runs,
    async start() {
      await runs.start();
      watches.push(
        watchRecurringTasks({ sql: db.pool, log, workerId: runs.id, tasks: tasks.map((create) => create(services)) }),
        ...workers.map((start) => start({ ...ports.context, services }, { listener, workerId: runs.id, weightOf })),
      );
      const host = new URL(settings.publicUrl).hostname;
      if (mailer) watches.push(watchMailOutbox({ sql: db.pool, mailer, host, listener, log, now }));
    },
    async stop() {
      await runs.stop(Promise.all(watches.map((watch) => watch.stop())));
    },
  };
}
