import type { RunError, StepStatus } from '../../../../engine/step.js';
import type { EventFilter, LogLevel } from '../../../../nodes/index.js';
import type { OperationEnd } from '../../../billing/usage/index.js';
import type { StoredSignal } from '../signals/signal.js';

export const executionStatuses = ['running', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export const executionPhases = ['queued', 'active', 'waiting', 'done'] as const;

export const executionTriggers = [
  'manual',
  'webhook',
  'schedule',
  'ai_tool',
  'simulation',
  'crm_event',
  'voice_call',
] as const;
export type ExecutionTrigger = (typeof executionTriggers)[number];

export interface LogLine {
  at: string;
  level: LogLevel;
  message: string;
}

/** One visit of a node as it is stored; see the table execution_steps. */
export interface StepRecord {
  id: string;
  nodeId: string;
  iteration: string;
  nodeType: string;
  name: string;
  /** Counts the first one. */
  attempt: number;
  status: StepStatus;
  handle: string | null;
  input: unknown;
  output: unknown;
  /** Variables of the run that the step set. */
  variables: Record<string, unknown> | null;
  logs: LogLine[];
  error: RunError | null;
  truncated: boolean;
  /** What `output` and `variables` really are, where they show masks: as it is stored, null in a run that goes on. */
  encrypted: string | null;
  /** Waiting steps: when they go on; null for those that wait for a signal only. */
  resumeAt: string | null;
  /** The event it waits for, at the write with which its wait begins. */
  wants?: EventFilter | null;
  /** What it was told from outside, as it was read at the claim. */
  signal?: StoredSignal | null;
  startedAt: string;
  finishedAt: string | null;
}

/** A run that this process has claimed: what it needs to go on from its last written step. */
export interface ClaimedExecution {
  id: string;
  workspaceId: string;
  workspaceName: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  trigger: ExecutionTrigger;
  startNodeId: string | null;
  triggerData: unknown;
  /** What `triggerData` really is, where it shows masks. */
  encrypted: string | null;
  /** Of a simulation: outputs by node id in place of effects. */
  mocks: Record<string, unknown> | null;
  /** Flows whose runs led here, oldest first. */
  chain: string[];
  callDepth: number;
  /** How many signals its steps were sent so far. */
  signals: number;
  /** Workers in a row that died with it before it got any further. */
  takeovers: number;
  startedAt: string;
  activeMs: number;
  fence: number;
  /** The database's clock: what it found due by then is due, whatever the clock of this process says. */
  claimedAt: string;
  /** Of settled steps without input, logs and error: nothing is decided by these. */
  steps: StepRecord[];
}

/** What one write of a run changes. Everything in it is stored, or nothing where the fence was lost. */
export interface Checkpoint {
  run: Pick<ClaimedExecution, 'id' | 'workspaceId' | 'flowId' | 'fence'>;
  steps: StepRecord[];
  /** How paid acts of these steps ended. */
  operations?: readonly OperationEnd[];
  /** Set where the run leaves this process: it ended, it waits, or it is handed back to the queue. */
  release?: Release;
}

export type Release =
  | {
      kind: 'ended';
      status: 'completed' | 'failed';
      output: unknown;
      error: RunError | null;
      at: string;
      activeMs: number;
    }
  /** With null until it is signalled. It gets a job at once where more signals came than it had seen. */
  | { kind: 'waiting'; until: string | null; signalsSeen: number; activeMs: number }
  | { kind: 'handed-back'; activeMs: number };
