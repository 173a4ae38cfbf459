import type { StepRecord } from './execution-record.js';

/** The code of a step that a hold of its flow keeps from beginning. */
export const heldCode = 'HELD' as const;

/** True for a step that a hold keeps from beginning, and for one that was released and has not begun yet. */
export function isParked({ status, error }: Pick<StepRecord, 'status' | 'error'>): boolean {
  return status === 'waiting' && error?.code === heldCode;
}

/** A failure of a step that counts for a hold. */
interface CountedFailure {
  nodeId: string;
  code: string;
  host: string;
  message: string;
}

/** What a checkpoint of these steps changes of the holds of their flow; null for nothing. */
export function holdsOf(steps: readonly StepRecord[]): {
  parked: { stepId: string; holdId: string }[] | null;
  unparked: string[] | null;
  counted: CountedFailure[] | null;
} {
  const parked = steps.flatMap((step) =>
    step.parkedBy && isParked(step) ? [{ stepId: step.id, holdId: step.parkedBy }] : [],
  );
  const unparked = steps.filter(({ status, error }) => status === 'cancelled' && error?.code === heldCode);
  const counted = steps.flatMap(({ nodeId, status, error, counts }) =>
    counts && status === 'failed' && error
      ? [{ nodeId, code: error.code, host: counts.host, message: error.message }]
      : [],
  );
  return {
    parked: parked.length > 0 ? parked : null,
    unparked: unparked.length > 0 ? unparked.map(({ id }) => id) : null,
    counted: counted.length > 0 ? counted : null,
  };
}
