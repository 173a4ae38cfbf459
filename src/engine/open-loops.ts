import type { EndedLoop } from './decision.js';
import { type ExecutionScope, isClosed, itemResult, newLoop, type OpenLoop, progressOf } from './execution-scope.js';
import { endOfLoop, itemError, withErrors } from './loop-items.js';
import type { PendingDecisions } from './pending-decisions.js';
import type { Plan } from './plan.js';
import { afterFailure, spansItems } from './policies.js';
import type { RecordedSteps } from './recorded-steps.js';
import type { StepState } from './step.js';
import { itemIteration, splitIteration, type Visit, visitKey } from './visit.js';

/** What loops need of the state around them. */
export interface LoopHost {
  plan: Plan;
  recorded: RecordedSteps;
  pending: PendingDecisions;
  /** Opens the scope of an iteration: the edges into the body arrive. */
  openScope(iteration: string, loop: OpenLoop): ExecutionScope;
  closeScope(scope: ExecutionScope): void;
  /** Examines soon whether a scope is over. */
  examine(scope: ExecutionScope): void;
  /** Drops what is pending in closed scopes. */
  dropClosed(): void;
}

/** The loops of an execution that have begun: opens their iterations, folds them, and finishes the loops. */
export class OpenLoops {
  readonly #loops = new Map<string, OpenLoop>();

  constructor(readonly host: LoopHost) {}

  /** A loop's step has begun it, or continues it where it was. */
  begin(step: StepState, scope: ExecutionScope): void {
    const key = visitKey(step);
    if (this.#loops.has(key)) return;
    const loop = newLoop(step, scope);
    this.#loops.set(key, loop);
    if (!loop.ended) for (const index of step.progress?.open ?? []) if (index < loop.next) this.#openItem(loop, index);
    this.#advance(loop);
    if (loop.next !== step.progress?.next) this.#changed(loop);
  }

  /** Begins another iteration of a loop that was asked, or ends it. */
  answer(visit: Visit, begins: boolean): void {
    const loop = this.#loops.get(visitKey(visit));
    if (!loop || !this.host.pending.answered(visitKey(visit))) return;
    if (begins) this.#openItem(loop, loop.next++);
    else loop.ended = true;
    this.#advance(loop);
    this.#changed(loop);
  }

  /** A step failed without a handle: its iteration ends, or the loop fails. */
  failItem(step: StepState, scope: ExecutionScope, loop: OpenLoop): void {
    const { plan, pending, recorded } = this.host;
    scope.failed = true;
    if (step.error && plan.nodes.get(loop.nodeId)?.each)
      loop.errors.push(itemError(splitIteration(step.iteration).index, step.error));
    this.#end(loop, false);
    if (spansItems(plan, loop.nodeId)) {
      this.host.examine(scope);
      return;
    }
    this.#end(loop, true);
    const place = placeOf(loop);
    const after = afterFailure(plan, place);
    const handle = after.kind === 'leave' ? after.handle : null;
    // A retry of the execution still needs the items; on a branch they would be mistaken for results.
    const output = handle === null ? recorded.byKey.get(visitKey(place))?.output : null;
    const { nodeId, iteration } = step;
    const cause = { nodeId, iteration };
    const progress = progressOf(loop);
    pending.finish({ ...place, status: 'failed', handle, output, progress, cause, results: [], errors: [] });
  }

  /** The last step of an iteration has settled, or one has failed it. */
  endItem(scope: ExecutionScope, loop: OpenLoop): void {
    // A scope may be examined twice, but ends once.
    if (scope.over || isClosed(loop.scope) || loop.closed) return;
    scope.over = true;
    const { index } = splitIteration(scope.iteration);
    const item = { nodeId: loop.nodeId, iteration: scope.iteration };
    loop.results.set(index, scope.failed ? null : itemResult(this.host.plan, this.host.recorded.byKey, item));
    loop.open.delete(index);
    loop.ended ||= scope.breaks;
    this.#fold(scope, loop);
    this.#advance(loop);
    this.#changed(loop);
  }

  /** A loop that has settled, also from outside (failed, cancelled), starts nothing more in its body. */
  close(key: string): void {
    const loop = this.#loops.get(key);
    if (!loop) return;
    if (loop.open.size > 0) this.#end(loop, true);
    loop.closed = true;
    this.host.pending.settled(key);
    for (const scope of loop.open.values()) this.#fold(scope, loop);
    loop.open.clear();
    loop.results.clear();
    const step = this.host.recorded.byKey.get(key);
    if (step?.progress) this.host.recorded.setProgress(step, { ...step.progress, steps: loop.steps });
  }

  #openItem(loop: OpenLoop, index: number): void {
    const scope = this.host.openScope(itemIteration(loop.scope.iteration, index), loop);
    loop.open.set(index, scope);
    this.host.examine(scope);
  }

  #advance(loop: OpenLoop): void {
    const { count, concurrency } = loop;
    while (!loop.ended && count !== null && loop.next < count && loop.open.size < concurrency) {
      this.#openItem(loop, loop.next++);
    }
    if (loop.ended) this.#end(loop, true);
    if (loop.ended || (loop.open.size === 0 && count !== null)) this.host.pending.finish(this.#finished(loop));
    else if (loop.open.size === 0) this.host.pending.ask({ ...placeOf(loop), index: loop.next });
  }

  #finished(loop: OpenLoop): EndedLoop {
    const { next, open, results } = loop;
    const indexes = Array.from({ length: next }, (_, index) => index);
    const missing = indexes.filter((index) => !results.has(index) && !open.has(index));
    const known = indexes.map((index) => results.get(index) ?? null);
    return {
      ...placeOf(loop),
      ...endOfLoop(this.host.plan, loop.nodeId, known),
      status: 'completed',
      progress: withErrors({ ...progressOf(loop), open: [] }, loop.errors),
      results: known,
      errors: loop.errors,
      ...(missing.length > 0 && { missing }),
    };
  }

  /** Nothing more starts where an iteration failed or the whole loop is closed. */
  #end(loop: OpenLoop, whole: boolean): void {
    loop.closed ||= whole;
    this.host.dropClosed();
    this.host.pending.over();
  }

  #changed(loop: OpenLoop): void {
    const place = placeOf(loop);
    const progress = progressOf(loop);
    this.host.recorded.setProgress(place, progress);
    this.host.pending.changed(place, progress);
  }

  /** Drops the steps of an iteration, and of the loops in it. */
  #fold(scope: ExecutionScope, loop: OpenLoop): void {
    const visits: Visit[] = [];
    const drop = (inner: ExecutionScope) => {
      this.host.closeScope(inner);
      for (const [nodeId, { fate }] of inner.joins) {
        const visit = { nodeId, iteration: inner.iteration };
        const nested = this.#loops.get(visitKey(visit));
        for (const open of nested?.open.values() ?? []) drop(open);
        this.#loops.delete(visitKey(visit));
        const steps = this.host.recorded.drop(visit);
        loop.steps += steps === 0 && fate === 'skip' ? this.host.recorded.count() : steps;
        if (steps > 0) visits.push(visit);
      }
    };
    drop(scope);
    this.host.pending.folded(placeOf(loop), visits, scope.over && !scope.failed);
  }
}

function placeOf({ nodeId, scope }: OpenLoop): Visit {
  return { nodeId, iteration: scope.iteration };
}
