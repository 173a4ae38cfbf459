import type { Cause } from '../../../../platform/events/index.js';

/** An event of a workspace. It is the trigger data of the executions that it starts. */
export interface FlowEvent {
  /** Unique: for one ID each flow is started once. */
  id: string;
  /** A type of CRM event, or `execution.failed`. */
  type: string;
  /** ISO time. */
  timestamp: string;
  workspaceId: string;
  data: Readonly<Record<string, unknown>>;
  /** The former values of what was changed. */
  previous?: Readonly<Record<string, unknown>>;
  /** The execution that caused it. */
  causedBy?: Omit<Cause, 'stepId' | 'log'>;
}

/** An event as it is published, with its full cause. */
export interface FiredEvent extends Omit<FlowEvent, 'causedBy'> {
  causedBy?: Cause | undefined;
}
