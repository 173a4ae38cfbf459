import type { Act, ActMeter, Took } from '../../../platform/metered-act.js';
import { newId } from '../../../platform/new-id.js';
import { createStepMeter, type MeterDeps } from './meter.js';

/**
 * Meters acts that stand outside runs: credits are held before each and settled after it in a transaction of its own.
 * @param id of what the only act is done for: where it is done again after a crash, what was held for it is found
 */
export function createActMeter(deps: MeterDeps, workspaceId: string, id?: string): ActMeter {
  return { perform: (act, perform, took) => meterAct(deps, workspaceId, act, perform, took, id) };
}

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
  id?: string,
): Promise<T> {
  const executionId = id ?? newId();
  const step = { executionId, flowId: null, nodeId: act.eventType, iteration: '', attempt: 1, budget: null };
  const meter = createStepMeter(deps, { workspaceId, ...step });
  try {
    return await meter.perform(act, perform, took);
  } finally {
    for (const end of meter.takeEnds()) await deps.reserve.settle({ workspaceId, executionId, flowId: null, ...end });
  }
}
