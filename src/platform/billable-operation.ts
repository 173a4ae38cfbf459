import type { MeterName } from './meters.js';

/** Whose credentials did it: the server's, or the workspace's own, which cost no credits. */
export const usageSources = ['platform', 'byok'] as const;
export type UsageSource = (typeof usageSources)[number];

/** Which meter an act counts on and for which country: by these its rate is found. */
export interface BillableOperationKind {
  eventType: MeterName;
  /** ISO 3166, two letters; null where it is unknown or does not matter. */
  country: string | null;
}

/** What is metered of an act, known before it. */
export interface BillableOperation extends BillableOperationKind {
  source: UsageSource;
  /** In the unit of its rate: what it takes at most. */
  quantity: number;
  metadata?: Record<string, unknown>;
}

/** What an act took, where that is less than was planned. */
export interface ActualUsage {
  /** A UUIDv7 by which the act is known where it is done again: it is paid once, at the time that this tells. */
  id?: string;
  quantity?: number;
  metadata?: Record<string, unknown>;
}

/** Meters the paid acts of a step. */
export interface OperationMeter {
  /**
   * Does an act: of those that are paid, credits are held before. One that fails costs nothing.
   * @throws ProviderError INSUFFICIENT_CREDITS, BUDGET_EXCEEDED before anything is done; and what `perform` throws
   */
  perform<T>(act: BillableOperation, perform: () => Promise<T>, actualUsage?: (result: T) => ActualUsage): Promise<T>;
}
