import type { CallStatus } from '../../../crm/definitions/index.js';

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
