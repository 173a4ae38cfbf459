import type { NodeType, Outcome } from '../../../../nodes/index.js';
import type { StepRecord } from '../store/execution-record.js';
import { heldCode } from '../store/parked-steps.js';

/** Codes of steps that wait before they begin their attempt. */
const toBegin: ReadonlySet<string> = new Set(['RATE_WAIT', 'SEND_WINDOW', heldCode]);

/** True for a step that has not begun its attempt: it waits for its slot, for the time at which it may begin, or at a hold. */
export function waitsToBegin({ status, error }: Pick<StepRecord, 'status' | 'error'>): boolean {
  return status === 'waiting' && error !== null && toBegin.has(error.code);
}

/** Whether a step may begin; else how it waits until then. */
export async function waitForWindow(
  { opensAt }: NodeType,
  data: Record<string, unknown>,
  context: Parameters<NonNullable<NodeType['opensAt']>>[1],
): Promise<Outcome | null> {
  const until = (await opensAt?.(data, context)) ?? null;
  if (until === null) return null;
  const message = `The message waits for its sendWindow, and is sent at ${until.toISOString()}.`;
  return { kind: 'postponed', until, error: { code: 'SEND_WINDOW', message } };
}
