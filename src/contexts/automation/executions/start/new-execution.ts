import { newId } from '../../../../platform/new-id.js';
import type { ExecutionTrigger } from '../checkpoint/execution-record.js';

/** A run to be started; `id` is a UUIDv7 made by the caller. */
export interface NewExecution {
  id: string;
  workspaceId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  trigger: ExecutionTrigger;
  startNodeId: string | null;
  triggerData: unknown;
  /** What `triggerData` really is, where it shows masks. */
  encrypted: string | null;
  /** Null: what the flow says now. */
  maxConcurrent: number | null;
  /** Of a simulation: outputs by node id. */
  mocks: Record<string, unknown> | null;
  idempotency: Idempotency | null;
  call: Call | null;
  at: Date;
}

/** The same key for the same flow within 24 hours starts one run. */
export interface Idempotency {
  key: string;
  /** Of all that was asked, SHA-256 in hex: another request under the same key is refused. */
  hash: string;
}

/** What led to a run: the one that starts it, and the step that waits for its end. */
export interface Call {
  /** Null where an event came between them. */
  parentExecutionId: string | null;
  parentStepId: string | null;
  /** Flows whose runs led here, oldest first, that of the parent last. */
  chain: string[];
  depth: number;
}

/** Runs that call one another, at most. */
export const deepestCall = 8;

/** What starts a run: which flow, by what, with what. */
export interface ExecutionStart extends Partial<Pick<NewExecution, 'mocks' | 'idempotency' | 'call'>> {
  workspaceId: string;
  /** The flow as it is now: the run goes by this version whatever becomes of the flow. */
  flow: { id: string; name: string; version: number; settings?: { maxConcurrent?: number } };
  trigger: ExecutionTrigger;
  startNodeId: string | null;
  triggerData: unknown;
}

/** A run that does not exist yet, with its id and time. */
export function newExecution({
  workspaceId,
  flow,
  trigger,
  startNodeId,
  triggerData,
  ...rest
}: ExecutionStart): NewExecution {
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
    encrypted: null,
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
