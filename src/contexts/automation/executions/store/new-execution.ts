import type { FlowControl } from '../../../../engine/index.js';
import { newId } from '../../../../platform/new-id.js';
import { traceHeaders } from '../../../../platform/tracing/tracing.js';
import { type ExecutionControl, executionControl, type OverlappingSchedule } from './execution-control.js';
import type { ExecutionTrigger } from './execution-record.js';
import type { Simulated } from './simulated.js';
import type { NewBlob } from './values/blobs.js';

/** An execution to be started; `id` is a UUIDv7 created by the caller. */
export interface NewExecution {
  id: string;
  workspaceId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  trigger: ExecutionTrigger;
  startNodeId: string | null;
  /** The trigger by which it starts. Null: at `startNodeId`, or by the default trigger of its flow. */
  triggerNodeId?: string | null;
  triggerData: unknown;
  /** The HTTP request that starts it by webhook; without its token and what looks like a secret. */
  request?: unknown;
  /** The real `triggerData`, encrypted, if `triggerData` is redacted. */
  encrypted: string | null;
  /** Set if large trigger data was prepared to be stored already. */
  blobs?: readonly NewBlob[];
  /** The user or API key that it runs as. Null: that of the flow; for a called execution, that of its caller. */
  runAs?: string | null;
  /** Null: the current setting of the flow. */
  maxConcurrent: number | null;
  /** Simulations: outputs by node ID. */
  mocks: Record<string, unknown> | null;
  /** Simulations: unsaved content, and recorded steps that answer for nodes. */
  simulated?: Simulated | null;
  /** The execution to whose large values its data refers. */
  sharesBlobsOf?: string | null;
  idempotency: Idempotency | null;
  call: Call | null;
  /** The execution that the chain of calls and events began with; absent for that one itself. */
  rootId?: string | null;
  /** The span that starts it, as a `traceparent`; absent without traces. */
  traceparent?: string | undefined;
  /** Set if its flow has a control, which decides when it may run. */
  control?: ExecutionControl;
  /** When it may be claimed at the earliest. Defaults to at once. */
  dueAt?: Date | null;
  at: Date;
}

/** The same key for the same flow within 24 hours starts one execution. */
export interface Idempotency {
  key: string;
  /** SHA-256 of the request, in hex: a different request with the same key is refused. */
  hash: string;
}

/** What led to an execution: the one that started it, and the step that waits for its end. */
export interface Call {
  /** Null if an event came between them. */
  parentExecutionId: string | null;
  parentStepId: string | null;
  /** Flows of the executions that led here, oldest first, that of the parent last. */
  chain: string[];
  depth: number;
}

/** Maximum depth of executions that call one another. */
export const deepestCall = 8;

/** What an execution is started with: flow, trigger and data. */
export interface ExecutionStart
  extends Partial<
    Pick<
      NewExecution,
      | 'id'
      | 'triggerNodeId'
      | 'request'
      | 'mocks'
      | 'simulated'
      | 'sharesBlobsOf'
      | 'idempotency'
      | 'call'
      | 'runAs'
      | 'dueAt'
    >
  > {
  workspaceId: string;
  /** The flow as it is now. The execution keeps this version, whatever happens to the flow. */
  flow: {
    id: string;
    name: string;
    version: number;
    settings?: { maxConcurrent?: number; control?: FlowControl | null };
  };
  /** Whether its caller waits for its result: its control does not skip it. */
  isAwaited?: boolean;
  /** The schedule that starts it, if at most one of its executions runs. */
  schedule?: OverlappingSchedule | undefined;
  trigger: ExecutionTrigger;
  startNodeId: string | null;
  triggerData: unknown;
}

/** Creates an execution that is not stored yet, with its ID and time. */
export function newExecution({
  workspaceId,
  flow,
  trigger,
  startNodeId,
  triggerData,
  ...rest
}: ExecutionStart): NewExecution {
  const { id = newId() } = rest;
  const { isAwaited = false, schedule } = rest;
  const control = executionControl({ workspaceId, flow, trigger, triggerData, isAwaited, schedule });
  return {
    id,
    workspaceId,
    flowId: flow.id,
    flowName: flow.name,
    flowVersion: flow.version,
    trigger,
    startNodeId,
    triggerNodeId: rest.triggerNodeId ?? null,
    triggerData,
    request: rest.request ?? null,
    encrypted: null,
    runAs: rest.runAs ?? null,
    maxConcurrent: flow.settings?.maxConcurrent ?? null,
    mocks: rest.mocks ?? null,
    simulated: rest.simulated ?? null,
    sharesBlobsOf: rest.sharesBlobsOf ?? null,
    idempotency: rest.idempotency ?? null,
    call: rest.call ?? null,
    traceparent: traceHeaders().traceparent,
    ...(control && { control }),
    ...(rest.dueAt && { dueAt: rest.dueAt }),
    at: timeOf(id),
  };
}

/** The time in a UUIDv7, so that IDs and times have the same order. */
function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
