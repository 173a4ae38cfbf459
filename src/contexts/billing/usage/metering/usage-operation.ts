import type { BillableOperation } from '../../../../platform/metering/billable-operation.js';

/** The key of an operation. Outside executions, `executionId` is an ID of the operation's own. */
export interface OperationKey {
  workspaceId: string;
  executionId: string;
  /** `node:iteration:attempt:number` */
  operation: string;
}

/** The usage event of an operation that succeeded. */
export interface OperationEvent extends BillableOperation {
  /** UUIDv7, created with the operation: the event is written once, even if the write is repeated. */
  id: string;
  app: string;
  unit: string;
  /** Micro-credits. */
  micros: bigint;
}

/** The end of an operation: with an event, or without one, which only releases the reservation. */
export interface OperationEnd {
  operation: string;
  event: OperationEvent | null;
}
