import { counter, histogram } from '../../../../platform/metrics/index.js';
import type { ActiveSpan } from '../../../../platform/tracing/tracing.js';
import type { ClaimedExecution, Release } from '../store/execution-record.js';
import { logEnd } from '../store/log-end.js';
import type { DriveDeps } from './drive-deps.js';

const released = counter(
  'executions_released_total',
  'Executions that left this process: `completed`, `failed`, `waiting`, or `handed-back` to the queue.',
  ['outcome'],
);
const activeSeconds = histogram(
  'execution_active_seconds',
  'Time in which ended executions were active, without waits.',
  [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
);

/** Reports in metrics, in the span and, if the execution has ended, in the log how it left this process. */
export function reportRelease(
  log: DriveDeps['log'],
  run: ClaimedExecution,
  release: Release,
  span: ActiveSpan | null,
): void {
  const outcome = release.kind === 'ended' ? release.status : release.kind;
  released.inc({ outcome });
  span?.set({ 'execution.outcome': outcome });
  if (release.kind !== 'ended') return;
  activeSeconds.observe(release.activeMs / 1_000);
  if (release.status === 'failed') span?.fail(release.error?.code ?? 'FAILED');
  logEnd(log, run, release);
}
