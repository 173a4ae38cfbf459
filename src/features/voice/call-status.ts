export type CallStatus = 'ringing' | 'in_progress' | 'completed' | 'failed' | 'no_answer' | 'busy';

const ends: ReadonlySet<string> = new Set(['completed', 'failed', 'no_answer', 'busy']);

/** Whether nothing follows this state. */
export function isEnd(status: string): boolean {
  return ends.has(status);
}

/** Whether a call that stands at `before` can come to `after`: news may arrive late, and out of order. */
export function isNews(before: string, after: string): boolean {
  if (before === after || isEnd(before)) return false;
  return after !== 'ringing';
}

const ofProvider: Readonly<Record<string, CallStatus>> = {
  queued: 'ringing',
  initiated: 'ringing',
  ringing: 'ringing',
  'in-progress': 'in_progress',
  answered: 'in_progress',
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'failed',
  canceled: 'failed',
};

/** A state as Twilio names it; null for one that says nothing to us. */
export function statusOfProvider(said: string): CallStatus | null {
  return Object.hasOwn(ofProvider, said) ? (ofProvider[said] as CallStatus) : null;
}

/** The way on which a step that placed a call leaves; null while it rings. */
export function handleOf(status: string): string | null {
  const handles: Record<string, string> = {
    in_progress: 'answered',
    completed: 'answered',
    no_answer: 'noAnswer',
    busy: 'busy',
    failed: 'failed',
  };
  return Object.hasOwn(handles, status) ? (handles[status] as string) : null;
}
