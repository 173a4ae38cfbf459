import { ExecutionState, type Plan, type StepState, type Visit, visitKey } from '../../src/engine/index.js';

export interface Played {
  state: ExecutionState;
  steps: StepState[];
  /** In order of start. */
  started: string[];
  skipped: string[];
}

/** How a visit ends. A loop that starts returns `{ items }`. */
export type Play = (visit: Visit) => Partial<StepState> & { items?: unknown[] };

/** `a`, or `a@0.2` in an iteration. */
export function nameOf({ nodeId, iteration }: Visit): string {
  return iteration === '' ? nodeId : `${nodeId}@${iteration}`;
}

/**
 * Runs an execution to its end as a worker does: starts due visits, records skips and ended loops, and settles one running
 * step after the other, chosen by `pick`.
 *
 * @param watch called after each record, to check invariants
 */
export function playRun(
  plan: Plan,
  play: Play,
  pick: (count: number) => number,
  watch?: (played: Played) => void,
): Played {
  const played: Played = { state: new ExecutionState(plan), steps: [], started: [], skipped: [] };
  const running: StepState[] = [];
  const record = (step: StepState): void => {
    played.steps = [...played.steps.filter((known) => visitKey(known) !== visitKey(step)), step];
    const { start, skip, finish } = played.state.record(step);
    begin(start, skip, finish);
    watch?.(played);
  };
  const begin = (start: Visit[], skip: Visit[], finish: StepState[]): void => {
    for (const visit of skip) {
      played.skipped.push(nameOf(visit));
      record({ ...visit, status: 'skipped', handle: null, output: null });
    }
    for (const visit of start) {
      played.started.push(nameOf(visit));
      const { items } = play(visit);
      if (items) {
        record({ ...visit, status: 'running', handle: 'item', output: { items } });
      } else {
        const step: StepState = { ...visit, status: 'running', handle: null, output: null };
        running.push(step);
        record(step);
      }
    }
    for (const step of finish) record(step);
  };
  const first = played.state.decision();
  begin(first.start, first.skip, first.finish);
  while (running.length > 0) {
    const [step] = running.splice(pick(running.length), 1);
    if (step) record({ ...step, status: 'completed', handle: 'out', output: nameOf(step), ...play(step) });
  }
  return played;
}
