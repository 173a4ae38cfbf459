import { defineTexts, useTexts } from '../i18n/texts';
import { Badge, type BadgeTone } from './badge';
import { Icon, type IconName } from './icon';

/** The states of executions and their steps. */
export type RunStatus = 'running' | 'queued' | 'waiting' | 'held' | 'completed' | 'failed' | 'cancelled' | 'skipped';

export const statusTexts = defineTexts({
  cancelled: ['Cancelled', 'Cancelada'],
  completed: ['Completed', 'Completada'],
  failed: ['Failed', 'Fallida'],
  held: ['Held', 'Retenida'],
  queued: ['Queued', 'En cola'],
  running: ['Running', 'En curso'],
  skipped: ['Skipped', 'Omitida'],
  waiting: ['Waiting', 'En espera'],
});

const looks: Readonly<Record<RunStatus, { tone: BadgeTone; icon: IconName | null }>> = {
  cancelled: { tone: 'neutral', icon: 'stop' },
  completed: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'close' },
  held: { tone: 'warning', icon: 'wait' },
  queued: { tone: 'info', icon: 'clock' },
  running: { tone: 'info', icon: null },
  skipped: { tone: 'neutral', icon: 'minus' },
  waiting: { tone: 'waiting', icon: 'wait' },
};

/** The state of an execution in one word: a running one also says what it does. */
export function runStatusOf({ status, phase }: { status: string; phase?: string | null }): RunStatus {
  if (status !== 'running') return status as RunStatus;
  return phase === 'waiting' || phase === 'queued' || phase === 'held' ? phase : 'running';
}

/** The status of an execution or a step, as a badge. */
export function ExecutionStatus({ status, phase }: { status: string; phase?: string | null }) {
  const t = useTexts(statusTexts);
  const shown = runStatusOf({ status, phase: phase ?? null });
  const { tone, icon } = looks[shown];
  return (
    <Badge tone={tone} live={shown === 'running'}>
      {icon && <Icon name={icon} size={12} />}
      {t[shown]}
    </Badge>
  );
}
