import type { RunEvent, RunView, StepView } from './execution-reducer.js';

interface Ended {
  run: RunView;
  /** Milliseconds since 1970; null while it runs. */
  finishedAt: number | null;
}

const running: RunView = { status: 'running', phase: 'active' };

/**
 * The events of an execution, from its steps as they are now: each began, and may have ended. Waiting and attempts in
 * between are not known from them; the log has these.
 */
export function eventsOfSteps(steps: readonly StepView[], { run, finishedAt }: Ended): RunEvent[] {
  const events = steps.flatMap((step): (RunEvent & { order: number })[] => {
    const startedAt = Date.parse(step.startedAt);
    const end = step.finishedAt ? Date.parse(step.finishedAt) : startedAt;
    if (step.status === 'skipped') return [{ at: end, order: 1, step, run: running }];
    const open: StepView = {
      ...step,
      ...{ status: 'running', attempt: 1, finishedAt: null, handle: null, resumeAt: null, error: null },
    };
    const start = { at: startedAt, order: 0, step: step.status === 'running' ? step : open, run: running };
    if (step.status === 'running') return [start];
    return [start, { at: end, order: 1, step, run: running }];
  });
  // Steps begin and end within the same millisecond: the order of their start, then begin before end, decides.
  const sorted = events.map((event, index) => ({ event, index }));
  sorted.sort((a, b) => a.event.at - b.event.at || a.index - b.index);
  const all: RunEvent[] = sorted.map(({ event: { at, step } }) => ({ at, step, run: running }));
  const last = all.at(-1)?.at ?? 0;
  all.push({ at: Math.max(last, finishedAt ?? last), step: null, run });
  return all;
}

/** A step in the log, with its attempts, which say when it changed. */
export interface LoggedStep extends StepView {
  attempts: readonly { startedAt: string; finishedAt?: string | null }[];
}

/**
 * The event of the log, as one of the reducer. The log has the order of the changes; their times are those of the
 * attempts, and never before that of the event before.
 */
export function eventOfLog(step: LoggedStep | null, run: RunView, finishedAt: string | null, before: number): RunEvent {
  if (!step) return { at: Math.max(before, finishedAt ? Date.parse(finishedAt) : 0), step: null, run };
  const { attempts, ...view } = step;
  const attempt = attempts.at(-1);
  const time =
    view.finishedAt ??
    (view.status === 'waiting' ? attempt?.finishedAt : undefined) ??
    attempt?.startedAt ??
    view.startedAt;
  return { at: Math.max(before, Date.parse(time)), step: view, run };
}
