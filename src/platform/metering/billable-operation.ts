import type { MeterName } from './meters.js';

/**
 * Whose credentials performed an operation: the server's, or the workspace's own (bring your own key), which cost no
 * credits.
 */
export const usageSources = ['platform', 'byok'] as const;
export type UsageSource = (typeof usageSources)[number];

/** The meter and country of an operation, which determine its rate. */
export interface BillableOperationKind {
  eventType: MeterName;
  /** ISO 3166, two letters; null if it is unknown or irrelevant. */
  country: string | null;
}

/** What is known of a billable operation before it is performed. */
export interface BillableOperation extends BillableOperationKind {
  source: UsageSource;
  /** The maximum quantity, in the unit of the rate. */
  quantity: number;
  metadata?: Record<string, unknown>;
  /** It was performed before it is metered: no budget refuses its charge. */
  isPerformed?: true;
}

/** The actual usage of an operation, if it is less than planned. */
export interface ActualUsage {
  /** A UUIDv7 that identifies a repeated operation: it is charged once, at the time that this ID contains. */
  id?: string;
  quantity?: number;
  metadata?: Record<string, unknown>;
}

/** Meters the billable operations of a step. */
export interface OperationMeter {
  /**
   * Performs an operation. If it costs credits, they are reserved before. A failed operation costs nothing.
   * @throws ProviderError INSUFFICIENT_CREDITS, BUDGET_EXCEEDED before anything is done; and the errors of `perform`
   */
  perform<T>(act: BillableOperation, perform: () => Promise<T>, actualUsage?: (result: T) => ActualUsage): Promise<T>;
}
