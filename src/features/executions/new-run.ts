import { newId } from '../../platform/new-id.js';
import type { ExecutionTrigger } from './run-record.js';
import type { NewRun } from './run-store.js';

/** Runs that call one another, at most. */
export const deepestCall = 8;

/** What starts a run: which flow, by what, with what. */
export interface RunStart extends Partial<Pick<NewRun, 'mocks' | 'idempotency' | 'call'>> {
  workspaceId: string;
  /** The flow as it is now: the run goes by this version whatever becomes of the flow. */
  flow: { id: string; name: string; version: number; settings?: { maxConcurrent?: number } };
  trigger: ExecutionTrigger;
  startNodeId: string | null;
  triggerData: unknown;
}

/** A run that does not exist yet, with its id and time. */
export function newRun({ workspaceId, flow, trigger, startNodeId, triggerData, ...rest }: RunStart): NewRun {
  const id = newId();
  return {
    id,
    workspaceId,
    flowId: flow.id,
    flowName: flow.name,
    flowVersion: flow.version,
    trigger,
    startNodeId,
    triggerData,
    sealed: null,
    maxConcurrent: flow.settings?.maxConcurrent ?? null,
    mocks: rest.mocks ?? null,
    idempotency: rest.idempotency ?? null,
    call: rest.call ?? null,
    at: timeOf(id),
  };
}

/** The time inside a UUIDv7, so that the order of ids and of times is one. */
function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
