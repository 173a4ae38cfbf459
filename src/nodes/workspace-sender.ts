import type { ActMeter } from '../platform/metered-act.js';
import type { Sender } from './ports.js';

/** A workspace that sends or asks outside of runs, where no secrets take part. */
export function workspaceSender(workspaceId: string, idempotencyKey: string, meter: ActMeter): Sender {
  return { workspaceId, executionId: null, nodeId: null, idempotencyKey, meter, scrub: (value) => value };
}
