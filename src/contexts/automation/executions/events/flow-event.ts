import type { Cause } from '../../../../platform/events/index.js';

/** Something that happened in a workspace. It is the trigger data of the runs that it starts. */
export interface FlowEvent {
  /** Unique: under one id each flow is started once. */
  id: string;
  /** A type of CRM event. */
  type: string;
  /** ISO time. */
  timestamp: string;
  workspaceId: string;
  data: Readonly<Record<string, unknown>>;
  /** The values before, of what was changed. */
  previous?: Readonly<Record<string, unknown>>;
  /** The run that made it happen. */
  causedBy?: Omit<Cause, 'stepId' | 'log'>;
}

/** An event as it is fired: with all that is known of its cause. */
export interface FiredEvent extends Omit<FlowEvent, 'causedBy'> {
  causedBy?: Cause | undefined;
}
