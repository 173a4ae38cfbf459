import type { Cause } from '../../../../platform/events/index.js';

/** An event of a workspace. It is the trigger data of the executions that it starts. */
export interface FlowEvent {
  /** Unique: for one ID each flow is started once. */
  id: string;
  /** A type of CRM event, `execution.failed`, or `custom.<name>`. */
  type: string;
  /** ISO time. */
  timestamp: string;
  workspaceId: string;
  /** What a caller gave it to be found by: steps can wait for it, and webhooks get events with the same key in order. */
  key?: string;
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
