import type {
  ActualUsage,
  BillableOperation,
  OperationMeter,
} from '../../../../platform/metering/billable-operation.js';
import { newId } from '../../../../platform/new-id.js';
import { createStepMeter, type MeterDeps } from './meter.js';

/**
 * Creates a meter for operations outside executions, each settled in a transaction of its own.
 * @param id of the record that the only operation is for: if it is repeated after a crash, its reservation is found
 */
export function createOperationMeter(deps: MeterDeps, workspaceId: string, id?: string): OperationMeter {
  return {
    perform: (operation, perform, actualUsage) =>
      meterOperation(deps, workspaceId, operation, perform, actualUsage, id),
  };
}

/**
 * Performs a billable operation outside executions: credits are reserved before it, and settled in a transaction of its
 * own after it.
 * @throws ProviderError INSUFFICIENT_CREDITS, BUDGET_EXCEEDED before the operation; and errors of `perform`, which costs nothing then
 */
export async function meterOperation<T>(
  deps: MeterDeps,
  workspaceId: string,
  operation: BillableOperation,
  perform: () => Promise<T>,
  actualUsage?: (result: T) => ActualUsage,
  id?: string,
): Promise<T> {
  const executionId = id ?? newId();
  const step = { executionId, flowId: null, nodeId: operation.eventType, iteration: '', attempt: 1 };
  const meter = createStepMeter(deps, { workspaceId, ...step });
  try {
    return await meter.perform(operation, perform, actualUsage);
  } finally {
    for (const end of meter.drainEnds()) await deps.reserve.settle({ workspaceId, executionId, flowId: null, ...end });
  }
}
