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

/** The call status for a status of Twilio; null for one that is not mapped. */
export function statusOfProvider(status: string): CallStatus | null {
  return Object.hasOwn(ofProvider, status) ? (ofProvider[status] as CallStatus) : null;
}

/** The handle that the step continues with; null while the phone rings. */
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
