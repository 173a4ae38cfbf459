import type { OperationMeter } from '../platform/metering/billable-operation.js';
import type { Sender } from './ports.js';

/** The sender for a workspace outside of executions, where no secrets are used. */
export function workspaceSender(workspaceId: string, idempotencyKey: string, meter: OperationMeter): Sender {
  return { workspaceId, executionId: null, nodeId: null, idempotencyKey, meter, redact: (value) => value };
}
