import type { Position } from '../../../../platform/feed/index.js';

/** An event among those of its execution: the row of the log by (fence, n), and which of the row's changes. */
export interface EventNumber {
  fence: number;
  n: number;
  index: number;
}

/** Greater than the index of any change of a row. */
export const endOfRow = 2_147_483_647;

/** Before the first event of an execution. */
export const beginning: EventNumber = { fence: 0, n: 0, index: -1 };

/** True if `a` comes after `b` in the log of their execution. */
export function isAfter(a: EventNumber, b: EventNumber): boolean {
  if (a.fence !== b.fence) return a.fence > b.fence;
  if (a.n !== b.n) return a.n > b.n;
  return a.index > b.index;
}

/** The identity of an event, however it is read: its execution, and its number in it. */
export function formatEventId(executionId: string, { fence, n, index }: EventNumber): string {
  return `${executionId}:${fence}.${n}${index === endOfRow ? '' : `.${index + 1}`}`;
}

/** A row of the log in the order of a feed. */
export interface RowKey {
  place: bigint;
  executionId: string;
  fence: number;
  n: number;
}

/** Before every row of a batch. */
export const firstRow: RowKey = { place: 0n, executionId: '00000000-0000-0000-0000-000000000000', fence: 0, n: 0 };

/** A position in the feed of a workspace or flow. */
export type FeedPosition = Position<RowKey>;

/** The key from which reading continues after a row. */
export function rowAfter(key: RowKey): RowKey {
  return { ...key, n: key.n + 1 };
}

/** The position in the log of an execution up to which it was read. */
export interface ExecutionPosition {
  epoch: number;
  at: number;
  place: string;
  fence: number;
  n: number;
  /** Which of the changes of its row; absent for all. */
  index?: number;
}
