import type { BadgeTone } from '../../ui/badge';

const tones: Readonly<Record<string, BadgeTone>> = {
  cancelled: 'neutral',
  completed: 'success',
  failed: 'danger',
  running: 'info',
  skipped: 'neutral',
  waiting: 'waiting',
};

/** The colour of a status of executions and steps. */
export const stateTone = (status: string): BadgeTone => tones[status] ?? 'neutral';
