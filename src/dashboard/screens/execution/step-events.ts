import type { RunEvent, RunView, StepView } from './execution-reducer.js';
import { isItem, type Loops } from './waterfall-rows.js';

interface Ended {
  run: RunView;
  /** Milliseconds since 1970; null while it runs. */
  finishedAt: number | null;
}

const running: RunView = { status: 'running', phase: 'active' };

/**
 * The events of an execution, from its steps as they are now: each began, and may have ended. Waiting and attempts in
 * between are not known from them; the log has these.
 * @param steps in order of their start
 */
export function eventsOfSteps(
  steps: readonly StepView[],
  { run, finishedAt }: Ended,
  loops: Loops = new Map(),
): RunEvent[] {
  const events = steps.flatMap((step): RunEvent[] => {
    const began = { at: Date.parse(step.startedAt), step: beginOf(step), run: running };
    if (step.status === 'running') return [{ ...began, step }];
    const ended = { at: Date.parse(step.finishedAt ?? step.startedAt), step, run: running };
    return step.status === 'skipped' ? [ended] : [began, ended];
  });
  const all = inCausalOrder(events, steps, loops);
  const last = all.at(-1)?.at ?? 0;
  all.push({ at: Math.max(last, finishedAt ?? last), step: null, run });
  return all;
}

function beginOf(step: StepView): StepView {
  return { ...step, status: 'running', attempt: 1, finishedAt: null, handle: null, resumeAt: null, error: null };
}

/**
 * The events of the log in order of cause. The log has one change for each step of a write: what began and ended within
 * one write is seen to begin as well.
 * @param steps in order of their start
 */
export function eventsOfLog(log: readonly RunEvent[], steps: Iterable<StepView>, loops: Loops): RunEvent[] {
  const seen = new Set<string>();
  const events = log.flatMap((event) => {
    const { step } = event;
    if (!step || seen.has(step.id)) return [event];
    seen.add(step.id);
    const isBegin = step.status === 'skipped' || (step.status === 'running' && step.attempt === 1);
    return isBegin ? [event] : [{ at: Date.parse(step.startedAt), step: beginOf(step), run: running }, event];
  });
  return inCausalOrder(events, steps, loops);
}

/**
 * Sorts events by time. Within a millisecond the order of the steps decides, and a loop ends after all that happened in
 * it; events of one step keep their order.
 */
function inCausalOrder(events: readonly RunEvent[], steps: Iterable<StepView>, loops: Loops): RunEvent[] {
  const places = placesOf(steps, loops);
  const since = new Map<string, number>();
  const placed = events.map((event) => {
    const { step } = event;
    if (!step) return { event, at: event.at, after: Number.POSITIVE_INFINITY, inner: 0 };
    const at = Math.max(event.at, since.get(step.id) ?? 0);
    since.set(step.id, at);
    const { place, last } = places.get(step.id) ?? { place: 0, last: 0 };
    const isOpen = step.status === 'running' || step.status === 'waiting';
    return { event, at, after: isOpen ? place : last + 0.5, inner: isOpen ? 0 : -place };
  });
  placed.sort((a, b) => a.at - b.at || compare(a.after, b.after) || a.inner - b.inner);
  return placed.map(({ event, at }) => ({ ...event, at }));
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

/** The place of each step, and that of the last step within it: its own, except for loops. */
function placesOf(steps: Iterable<StepView>, loops: Loops): Map<string, { place: number; last: number }> {
  const places = new Map<string, { place: number; last: number }>();
  const known = new Map<string, { last: number }>();
  for (const { id, nodeId, iteration } of steps) {
    const own = { place: places.size, last: places.size };
    places.set(id, own);
    const path = iteration ? iteration.split('.') : [];
    known.set(`${nodeId}@${path.join('.')}`, own);
    const around = loops.get(nodeId) ?? [];
    for (const [depth, loop] of (isItem(iteration, around) ? [...around, nodeId] : around).entries()) {
      const outer = known.get(`${loop}@${path.slice(0, depth).join('.')}`);
      if (outer) outer.last = own.place;
    }
  }
  return places;
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
