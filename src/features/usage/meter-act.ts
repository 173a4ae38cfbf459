import { newId } from '../../platform/new-id.js';
import { createStepMeter, type MeterDeps, type Took } from './meter.js';
import type { Act } from './usage-act.js';

/**
 * Does a paid act that stands outside runs: credits are held before, and settled in a transaction of its own after.
 * @throws ProviderError INSUFFICIENT_CREDITS before anything is done; and what `perform` throws, which costs nothing
 */
export async function meterAct<T>(
  deps: MeterDeps,
  workspaceId: string,
  act: Act,
  perform: () => Promise<T>,
  took?: (result: T) => Took,
): Promise<T> {
  const executionId = newId();
  const meter = createStepMeter(deps, {
    ...{ workspaceId, executionId, flowId: null, nodeId: act.eventType, iteration: '', attempt: 1, budget: null },
  });
  try {
    return await meter.perform(act, perform, took);
  } finally {
    for (const end of meter.takeEnds()) await deps.reserve.settle({ workspaceId, executionId, flowId: null, ...end });
  }
}
