import { type RunWorker, startRunWorker } from '../features/executions/index.js';
import { catalogue, type PortsOf } from '../nodes/index.js';
import type { Listener } from '../platform/database/listener.js';
import type { Outbound } from '../platform/outbound/index.js';
import type { Services } from '../platform/services.js';

export interface WorkerOptions {
  services: Services;
  listener: Listener;
  outbound: Outbound;
  ports: PortsOf;
  concurrency: number;
  leaseSeconds?: number;
  reached?: Parameters<typeof startRunWorker>[0]['reached'];
}

/** The worker side: drives runs from the queue with every node type there is. */
export function createWorker({ services, ...options }: WorkerOptions): Promise<RunWorker> {
  const { db, versions, now, log } = services;
  return startRunWorker({ ...options, db, versions, now, log, nodes: catalogue });
}
