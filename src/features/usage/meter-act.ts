import type { Act, ActMeter, Took } from '../../platform/metered-act.js';
import { newId } from '../../platform/new-id.js';
import { createStepMeter, type MeterDeps } from './meter.js';

/**
 * Meters acts that stand outside runs: credits are held before each and settled after it in a transaction of its own.
 * @param id a UUIDv7 of what the only act is done for: where it is done again after a crash, it is paid once
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
  kind: Act,
  perform: () => Promise<T>,
  took?: (result: T) => Took,
  id?: string,
): Promise<T> {
  const executionId = id ?? newId();
  const step = { executionId, flowId: null, nodeId: kind.eventType, iteration: '', attempt: 1, budget: null };
  const meter = createStepMeter(deps, { workspaceId, ...step });
  try {
    return await meter.perform(kind, perform, took);
  } finally {
    for (const { act, event } of meter.takeEnds()) {
      const known = event && id ? { ...event, id } : event;
      await deps.reserve.settle({ workspaceId, executionId, flowId: null, act, event: known });
    }
  }
}
