import type { Visit } from '../../../../engine/index.js';
import type { EngineError, LoopProgress, StepStatus } from '../../../../engine/step.js';
import type { EventFilter, LogLevel } from '../../../../nodes/index.js';
import type { OperationEnd } from '../../../billing/usage/index.js';
import type { StoredSignal } from './signal.js';
import type { Simulated } from './simulated.js';
import type { NewBlob } from './values/blobs.js';

export const executionStatuses = ['running', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export const executionPhases = ['queued', 'active', 'waiting', 'held', 'done'] as const;

export const executionTriggers = [
  'manual',
  'webhook',
  'form',
  'schedule',
  'ai_tool',
  'simulation',
  'crm_event',
  'voice_call',
  'execution_failed',
  'poll',
  'feed',
  'page_change',
  'app',
] as const;
export type ExecutionTrigger = (typeof executionTriggers)[number];

export interface LogLine {
  at: string;
  level: LogLevel;
  message: string;
}

/** How far a loop is, as it is stored. */
export interface StoredProgress extends LoopProgress {
  /**
   * What a claim reads of the loop: all of its open iterations while it runs, and single steps of finished ones whose
   * variables are still in effect.
   */
  reads: readonly (Pick<Visit, 'iteration'> & { nodeId?: string })[];
  /** The position of the step that ended last when this was written. */
  seq: number;
}

/** An attempt of a step that was attempted again. The last one has no end: that is the end of its step. */
export interface StoredAttempt {
  attempt: number;
  startedAt: string;
  finishedAt?: string;
  error?: EngineError;
}

/** One visit of a node as it is stored; see table `execution_steps`. */
export interface StepRecord {
  id: string;
  nodeId: string;
  iteration: string;
  nodeType: string;
  name: string;
  /** Starts at 1. */
  attempt: number;
  status: StepStatus;
  handle: string | null;
  input: unknown;
  /** A large one is a `LargeValue`. */
  output: unknown;
  /** Variables of the execution that the step set. */
  variables: Record<string, unknown> | null;
  logs: LogLine[];
  error: EngineError | null;
  truncated: boolean;
  /**
   * The real `output` and `variables` where the columns are redacted: encrypted when stored, null while the execution
   * is driven.
   */
  encrypted: string | null;
  /** Waiting steps: the time at which they continue; null for those that wait for a signal only. */
  resumeAt: string | null;
  /** The event that it waits for; set by the write that begins the wait. */
  wants?: EventFilter | null;
  /** The hold that parks it; set by the write that does so. */
  parkedBy?: string | null;
  /** Set by the write of a failure that counts for a hold of its flow. */
  counts?: { host: string } | null;
  /** Of a loop that has begun. Its `reads` and `seq` are current in what is written only. */
  progress?: LoopProgress | StoredProgress | null;
  /** The signal that it received, as read at the claim. */
  signal?: StoredSignal | null;
  startedAt: string;
  finishedAt: string | null;
  /**
   * Its position among the steps of the execution that have ended, from 1; null before. Unlike the times, it does not
   * depend on the clocks of the workers.
   */
  seq: number | null;
  /** How often a worker stopped or died while it was in progress, and it was started again. */
  interruptions: number;
  /** Its attempts, once it was attempted again. */
  attempts?: readonly StoredAttempt[] | null;
}

/** An execution that this process has claimed: what it needs to continue from the last written step. */
export interface ClaimedExecution {
  id: string;
  workspaceId: string;
  workspaceName: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  trigger: ExecutionTrigger;
  /** The node at which it starts; null for the default trigger of its flow. */
  startNodeId: string | null;
  /** A large one is a `LargeValue` while the execution is driven, and a reference in its row. */
  triggerData: unknown;
  /** The HTTP request that started it by webhook, likewise; null for others. */
  request: unknown;
  /** The real `triggerData`, encrypted, if the column is redacted. */
  encrypted: string | null;
  /** Simulations: outputs by node ID, used instead of running the nodes. */
  mocks: Record<string, unknown> | null;
  /** Simulations: unsaved content, and recorded steps that answer for nodes. */
  simulated?: Simulated | null;
  /** The user or API key whose rights it needs; null for executions from before it was recorded. */
  runAs: string | null;
  /** The span that started it, as a `traceparent`; null without traces. */
  traceparent?: string | null | undefined;
  /** Flows of the executions that led to this one, oldest first. */
  chain: string[];
  callDepth: number;
  /** Number of signals sent to its steps so far. */
  signals: number;
  /** Number of consecutive workers that died while driving it without any progress. */
  takeovers: number;
  startedAt: string;
  activeMs: number;
  fence: number;
  /** Whether others wait for its end, by the control of its flow. */
  isControlled?: boolean;
  /** The database's clock at the claim. What it found due by then is due, whatever the clock of this process says. */
  claimedAt: string;
  /**
   * Settled steps come without input and logs: no decision depends on these. Of loops that have begun, only the steps of
   * open iterations, and those whose variables are still in effect.
   */
  steps: StepRecord[];
}

/** What one write of an execution changes. All of it is stored, or nothing if the fence was lost. */
export interface Checkpoint {
  run: Pick<ClaimedExecution, 'id' | 'workspaceId' | 'flowId' | 'fence' | 'takeovers' | 'isControlled'>;
  /** The number of the write since the claim, from 1: repeated with the same number, it leaves one event. */
  n: number;
  steps: StepRecord[];
  /** Large values in it that are not stored yet. */
  blobs?: readonly NewBlob[];
  /** How far loops are whose step does not change itself. */
  loops?: (Visit & { progress: StoredProgress })[];
  /** Results of the billable operations of these steps. */
  operations?: readonly OperationEnd[];
  /** Set when the execution leaves this process: it ended, it waits, or it is requeued. */
  release?: Release;
}

export type Release =
  | {
      kind: 'ended';
      status: 'completed' | 'failed';
      output: unknown;
      error: EngineError | null;
      at: string;
      activeMs: number;
    }
  /** `until` is null if only a signal ends the wait. It is queued at once if more signals came than `signalsSeen`. */
  | { kind: 'waiting'; until: string | null; signalsSeen: number; activeMs: number; isHeld?: boolean }
  | { kind: 'handed-back'; activeMs: number };
