import type { OperationMeter } from '../platform/billable-operation.js';
import type { Sender } from './ports.js';

/** A workspace that sends or asks outside of runs, where no secrets take part. */
export function workspaceSender(workspaceId: string, idempotencyKey: string, meter: OperationMeter): Sender {
  return { workspaceId, executionId: null, nodeId: null, idempotencyKey, meter, redact: (value) => value };
}
