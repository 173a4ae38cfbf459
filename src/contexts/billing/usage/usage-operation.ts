import type { BillableOperation } from '../../../platform/billable-operation.js';

/** The run for which an act is done, and which of the run's acts it is. Outside runs: an id of the act's own. */
export interface OperationKey {
  workspaceId: string;
  executionId: string;
  /** `node:iteration:attempt:number` */
  operation: string;
}

/** An act that came about, as it is written down. */
export interface OperationEvent extends BillableOperation {
  /** UUIDv7, made with the act: it is written once, however often that is tried. */
  id: string;
  app: string;
  unit: string;
  /** Micro-credits. */
  micros: bigint;
}

/** How an act ended: with an event, or without, and then what was reserved for it is free again. */
export interface OperationEnd {
  operation: string;
  event: OperationEvent | null;
}
