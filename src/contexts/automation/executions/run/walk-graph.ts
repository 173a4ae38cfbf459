import {
  type Change,
  type ExecutionState,
  type GraphNode,
  isSettled,
  nodeAt,
  type Visit,
  visitKey,
} from '../../../../engine/index.js';
import type { NodeType } from '../../../../nodes/index.js';
import { computeSlots } from '../../../../platform/slots/compute-slots.js';
import type { OperationEnd } from '../../../billing/usage/index.js';
import * as lifecycleErrors from '../store/execution-errors.js';
import type { ExecutionJournal } from '../store/execution-journal.js';
import type { ClaimedExecution, StepRecord } from '../store/execution-record.js';
import { outcomeOfSignal } from '../store/step-signals.js';
import { type AttemptResult, attemptStep, isSimulated } from './attempt-step.js';
import { endOfLimitedWait, isLimitedWait } from './attempt-timeout.js';
import type { DriveDeps } from './drive-deps.js';
import { failWith, mayEndEarly, stopWith } from './end-by-step.js';
import type { ExecutionContext } from './execution-context.js';
import type { ExecutionLifecycle } from './execution-lifecycle.js';
import type { ExecutionWaits } from './execution-waits.js';
import type { HoldGate } from './hold-gate.js';
import { LoopWork } from './loop-work.js';
import { OpenAttempts } from './open-attempts.js';
import { type PreparedStep, prepareStep, typeOfStep } from './prepare-step.js';
import { settlesAtOnce } from './settles-at-once.js';
import { stepBytes, unstoredBytes } from './step-limits.js';
import {
  cancelStep,
  interruptedStep,
  nextAttempt,
  openStep,
  passThrough,
  settleStep,
  skipStep,
} from './step-record.js';
import { waitsToBegin } from './wait-to-begin.js';

export interface WalkParts {
  deps: DriveDeps;
  run: ClaimedExecution;
  state: ExecutionState;
  executionContext: ExecutionContext;
  journal: ExecutionJournal;
  lifecycle: ExecutionLifecycle;
  waits: ExecutionWaits;
  holds: HoldGate;
  onBroken: (error: unknown) => void;
}

/**
 * Runs the steps of one execution in this process: begins what the engine decides, attempts it, records the result, and
 * passes it to the engine, which decides what comes next.
 */
export class GraphWalk {
  readonly #ready: Visit[] = [];
  readonly #inFlight: OpenAttempts;
  #heldBack = false;
  readonly #loops: LoopWork;

  constructor(readonly parts: WalkParts) {
    this.#inFlight = new OpenAttempts(parts.lifecycle.signal);
    this.#loops = new LoopWork({
      ...parts,
      recordEnd: (step) => this.#recordEnd(step),
      take: (change) => this.take(change),
    });
  }

  /** True while a step is in progress. */
  get busy(): boolean {
    return this.#inFlight.size > 0;
  }

  /** True if a step is left to another process, because this one is stopping. */
  get heldBack(): boolean {
    return this.#heldBack;
  }

  /** True if a step could begin at once. */
  get ready(): boolean {
    return this.#ready.length > 0 || this.#loops.ready;
  }

  /** Resumes an execution from its steps: what a crash interrupted runs again with the same idempotency key. */
  async resume(): Promise<void> {
    await this.#endAgain();
    if (!this.parts.lifecycle.driving) return;
    this.take(this.parts.state.decision());
    if (!this.parts.lifecycle.driving) return;
    this.#cancelOver();
    for (const step of this.parts.executionContext.open()) {
      if (step.status === 'running' && step.handle === null) this.#launch(interruptedStep(step, this.parts.deps.now));
      if (step.status === 'waiting') this.parts.waits.add(step);
    }
  }

  /** A step that ends the execution may have been written, and its worker have died before it wrote that end. */
  async #endAgain(): Promise<void> {
    for (const step of this.parts.run.steps) {
      if (step.handle !== null || nodeAt(this.parts.state.plan, step)?.node.data.disabled === true) continue;
      failWith(this.parts, step);
      // Only `flow.stop` nodes complete without a handle. Their fields determine how the execution ends.
      if (step.status === 'completed') stopWith(this.parts, step, await attemptStep(this.#attempt(step)));
    }
  }

  /** Begins everything that can begin. Quick steps have ended when it resolves; others are in progress. */
  async begin(): Promise<void> {
    while (this.parts.lifecycle.driving && this.ready) {
      if (computeSlots.isOver()) {
        await computeSlots.next(this.parts.run.workspaceId);
        continue;
      }
      const visit = this.#ready.shift();
      if (!visit) await this.#loops.next();
      // The visit may have been dropped since it was decided.
      else if (this.parts.state.isDue(visit)) await this.#beginOne(visit);
      if (this.parts.journal.heavy) await this.parts.journal.write();
    }
  }

  async #beginOne(visit: Visit): Promise<void> {
    const planned = nodeAt(this.parts.state.plan, visit);
    const isKnown = planned !== undefined && this.parts.deps.nodes.has(planned.node.type);
    if (!isKnown) throw new Error(`The node ${visit.nodeId} was not found in the plan.`);
    const { steps, total } = this.parts.state;
    if (steps.size >= lifecycleErrors.stepsAtMost || total >= lifecycleErrors.loopedStepsAtMost)
      return this.parts.lifecycle.fail(lifecycleErrors.stepLimit(visit.nodeId));
    const step = openStep(planned.node, visit, this.parts.deps.now());
    const type = typeOfStep({ ...this.parts, step });
    if (planned.node.data.disabled === true) {
      const inputs = this.parts.executionContext.inputsOf(this.parts.state, visit);
      this.#record(passThrough(step, planned, inputs, this.parts.deps.now()));
    } else if (isLaunched(type, planned.node)) {
      this.#launch(step);
    } else if (!this.#park(step, null)) {
      const result = await this.#attemptQuick(step);
      // Something beside it may have ended its iteration, or won its race.
      if (this.parts.state.isDue(visit)) this.#settle(step, result);
      else this.parts.journal.noteOperations(result.operations ?? []);
    }
  }

  /** If a quick step turns out to be slow, earlier steps are written meanwhile: a crash then repeats only this step. */
  async #attemptQuick(step: StepRecord): Promise<AttemptResult> {
    const { journal } = this.parts;
    const attempt = attemptStep(this.#attempt(step));
    if (journal.pending && !(await settlesAtOnce(attempt))) void journal.write();
    return attempt;
  }

  /** Starts a step that has effects or is slow. It is written as running before anything leaves the process. */
  #launch(step: StepRecord): void {
    if (this.parts.lifecycle.draining) {
      this.#heldBack = true;
      return;
    }
    const key = visitKey(step);
    const signal = this.#inFlight.begin(key, mayEndEarly(this.parts.state, step));
    const work = async () => {
      const preparing = prepareStep(this.#attempt(step));
      // Not awaited without need: a step that was begun is recorded before anything else can happen.
      const prepared = preparing instanceof Promise ? await preparing : preparing;
      if (preparing instanceof Promise && !this.#mayBegin(step)) return;
      if (this.parts.holds.stops(step)) {
        await this.parts.holds.look();
        if (!this.#mayBegin(step) || this.#park(step, prepared.recorded)) return;
      }
      const wants = this.#wantsOf(step, prepared);
      this.#record({ ...step, status: 'running', input: prepared.recorded, error: null, resumeAt: null, wants });
      await this.parts.journal.write();
      if (!this.parts.lifecycle.driving || signal.aborted) return;
      await this.parts.deps.reached?.('before-effect', this.parts.run.id);
      const result = await attemptStep(this.#attempt(step, signal), prepared);
      this.parts.deps.reached?.('after-effect', this.parts.run.id);
      this.#inFlight.end(key);
      if (!this.parts.state.isOver(step)) this.#settle(step, result);
      else this.parts.journal.noteOperations(result.operations ?? []);
    };
    void work()
      .catch((error: unknown) => this.parts.onBroken(error))
      .finally(() => {
        this.#inFlight.end(key);
        this.parts.lifecycle.notify();
      });
  }

  /** True if a hold of the flow keeps a step from beginning: then it waits. */
  #park(step: StepRecord, input: unknown): boolean {
    const parked = this.parts.holds.parked(step, input);
    if (!parked) return false;
    this.parts.waits.add(parked);
    this.#record(parked);
    return true;
  }

  /** Whether a step may still begin, after the large values were read that it needs. */
  #mayBegin(step: StepRecord): boolean {
    this.#heldBack ||= this.parts.lifecycle.draining;
    return this.parts.lifecycle.driving && !this.parts.lifecycle.draining && !this.parts.state.isOver(step);
  }

  /** Events that can come as soon as the step runs, before its wait is stored. */
  #wantsOf({ nodeType }: StepRecord, prepared: PreparedStep): StepRecord['wants'] {
    if (prepared.kind !== 'ready' || isSimulated(this.parts)) return null;
    return this.parts.deps.nodes.get(nodeType)?.awaits?.(prepared.data) ?? null;
  }

  #settle(step: StepRecord, result: AttemptResult): void {
    // An interrupted step has no result and is repeated by the next worker; a result that was reached all the same is
    // kept.
    const done = this.parts.lifecycle.mode === 'requeueing' && result.kind === 'done';
    if (!this.parts.lifecycle.driving && !done) return;
    this.parts.journal.noteOperations(result.operations ?? []);
    const settled = settleStep(step, result, this.parts.state.plan, this.parts.deps.now());
    if (settled.status === 'waiting') this.parts.waits.add(settled);
    // Before it can fold into a loop: a retry of the execution stops again.
    stopWith(this.parts, step, result);
    this.#recordEnd(settled);
  }

  #recordEnd(ended: StepRecord): void {
    const step = this.parts.holds.counted(ended);
    this.#record(step);
    failWith(this.parts, step);
  }

  #record(changed: StepRecord): void {
    const step = this.parts.executionContext.inOrder(changed);
    const bytes = stepBytes(step);
    const { progress } = step;
    this.parts.journal.note(
      progress ? { ...step, progress: this.#loops.stored(step, progress, !isSettled(step)) } : step,
      bytes + unstoredBytes(step),
    );
    this.parts.executionContext.note(step, bytes);
    this.take(this.parts.state.record(step));
    if (!this.parts.state.steps.has(visitKey(step))) this.parts.executionContext.forget(step);
    if (this.parts.executionContext.bytes > lifecycleErrors.bytesAtMost)
      this.parts.lifecycle.fail(lifecycleErrors.executionTooLarge(step.nodeId));
  }

  /** Applies a decision of the engine. */
  take(change: Change): void {
    this.#loops.fold(change);
    for (const visit of change.skip) {
      const node = this.parts.state.plan.nodes.get(visit.nodeId)?.node;
      if (node) this.#record(skipStep(node, visit, this.parts.deps.now()));
    }
    this.#ready.push(...change.start);
    this.#loops.take(change);
    if (change.over) this.#cancelOver();
  }

  /** Cancels what still runs or waits for iterations and loops that have ended, and for races that are lost. */
  #cancelOver(): void {
    for (const step of this.parts.executionContext.open()) {
      if (!this.parts.state.isOver(step)) continue;
      this.#inFlight.stop(visitKey(step));
      this.parts.waits.remove(step);
      this.#record(cancelStep(step, this.parts.deps.now()));
    }
  }

  /** Continues steps whose wait is over. */
  resumeDue(): void {
    for (let step = this.#nextDue(); step; step = this.#nextDue()) {
      const signal = this.parts.waits.signals.of(step);
      const handle = step.handle ?? undefined;
      const open = { ...step, handle: null };
      if (waitsToBegin(step)) this.#launch(step);
      else if (signal) this.#settle(open, outcomeOfSignal(signal, open));
      else if (step.error) this.#launch(nextAttempt(step, this.parts.deps.now()));
      else if (isLimitedWait(step)) this.#settle(open, endOfLimitedWait(this.parts.state.plan, step));
      else this.#settle(step, { kind: 'done', output: step.output, ...(handle !== undefined && { handle }) });
    }
  }

  #nextDue(): StepRecord | undefined {
    return this.parts.lifecycle.driving ? this.parts.waits.takeDue() : undefined;
  }

  #attempt(step: StepRecord, signal = this.parts.lifecycle.signal) {
    const { deps, state, executionContext, journal } = this.parts;
    const onLateOperation = (end: OperationEnd) => journal.noteOperations([end]);
    return { deps, step, state, executionContext, signal, onLateOperation };
  }
}

/** True for a step that is written before it starts, and in progress beside others. */
function isLaunched(type: NodeType, { data }: GraphNode): boolean {
  return type.effects || type.slow === true || type.changesState?.(data) === true || data.rate != null;
}
