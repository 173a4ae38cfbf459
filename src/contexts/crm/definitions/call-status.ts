export type CallStatus = 'ringing' | 'in_progress' | 'completed' | 'failed' | 'no_answer' | 'busy';

const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'no_answer', 'busy']);

/** Whether a status is final. */
export function isEnd(status: string): boolean {
  return ends.has(status);
}

/** Whether a call can change from one status to another: callbacks can arrive late and out of order. */
export function isProgress(before: string, after: string): boolean {
  if (before === after || isEnd(before)) return false;
  return after !== 'ringing';
}
