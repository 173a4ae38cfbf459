import type { ActualUsage, BillableOperation, OperationMeter } from '../../../platform/billable-operation.js';
import { newId } from '../../../platform/new-id.js';
import { createStepMeter, type MeterDeps } from './meter.js';

/**
 * Meters acts that stand outside runs: credits are held before each and settled after it in a transaction of its own.
 * @param id of what the only act is done for: where it is done again after a crash, what was held for it is found
 */
export function createOperationMeter(deps: MeterDeps, workspaceId: string, id?: string): OperationMeter {
  return {
    perform: (operation, perform, actualUsage) =>
      meterOperation(deps, workspaceId, operation, perform, actualUsage, id),
  };
}

/**
 * Does a paid act that stands outside runs: credits are held before, and settled in a transaction of its own after.
 * @throws ProviderError INSUFFICIENT_CREDITS before anything is done; and what `perform` throws, which costs nothing
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
  const step = { executionId, flowId: null, nodeId: operation.eventType, iteration: '', attempt: 1, budget: null };
  const meter = createStepMeter(deps, { workspaceId, ...step });
  try {
    return await meter.perform(operation, perform, actualUsage);
  } finally {
    for (const end of meter.drainEnds()) await deps.reserve.settle({ workspaceId, executionId, flowId: null, ...end });
  }
}
