import type { LoopProgress, StepState } from './step.js';
import { isSettled, type Visit, visitKey } from './visit.js';

/** The steps of an execution that still matter: those of finished iterations are dropped, and only counted. */
export class RecordedSteps {
  readonly #steps = new Map<string, StepState>();
  readonly #underway = new Set<string>();
  #total = 0;

  get byKey(): ReadonlyMap<string, StepState> {
    return this.#steps;
  }

  /** The number of steps recorded so far, including those that were dropped. */
  get total(): number {
    return this.#total;
  }

  /** True if a step runs or waits. */
  get anyUnderway(): boolean {
    return this.#underway.size > 0;
  }

  /** False where the step has already settled: a late report of an attempt must not reopen it. */
  keep(step: StepState): boolean {
    const key = visitKey(step);
    const known = this.#steps.get(key);
    if (known && isSettled(known)) return false;
    if (!known) this.#total += 1;
    this.#steps.set(key, step);
    if (isSettled(step)) this.#underway.delete(key);
    else this.#underway.add(key);
    return true;
  }

  /** Counts a step that will be recorded after it was dropped. */
  count(): number {
    this.#total += 1;
    return 1;
  }

  /** Stores how far a loop is with its step. */
  setProgress(loop: Visit, progress: LoopProgress): void {
    const key = visitKey(loop);
    const step = this.#steps.get(key);
    if (step) this.#steps.set(key, { ...step, progress });
  }

  /** Drops a step. @returns the number of steps dropped with it so far: itself, and those that its loop has folded */
  drop(visit: Visit): number {
    const key = visitKey(visit);
    const step = this.#steps.get(key);
    this.#steps.delete(key);
    this.#underway.delete(key);
    return step ? 1 + (step.progress?.steps ?? 0) : 0;
  }

  /** Drops the steps that `isLeftOver`, and counts again. */
  prune(isLeftOver: (step: StepState) => boolean): void {
    for (const step of this.#steps.values()) if (isLeftOver(step)) this.drop(step);
    this.#total = this.#steps.size;
    for (const { progress } of this.#steps.values()) this.#total += progress?.steps ?? 0;
  }
}
