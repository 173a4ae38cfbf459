import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Decision, RunState, runOutput, type Visit, visitKey } from '../../engine/index.js';
import type { RunError } from '../../engine/step.js';
import { isPassing } from '../../platform/database/database-errors.js';
import { type AttemptResult, attemptStep, prepareStep } from './attempt-step.js';
import type { DriveDeps } from './drive-deps.js';
import type { RunnableVersion } from './flow-versions.js';
import { RunCourse } from './run-course.js';
import * as runErrors from './run-errors.js';
import { RunFacts } from './run-facts.js';
import { RunJournal } from './run-journal.js';
import type { ClaimedRun, Leave, StepRecord } from './run-record.js';
import { longestTimerMs, RunWaits } from './run-waits.js';
import { limitOutput, stepBytes } from './step-limits.js';
import { openStep, passThrough, settleStep, skipStep } from './step-record.js';

/** Milliseconds of quick steps after which everything else in this process gets its turn. */
const turnMs = 20;
/** Milliseconds for the last write of a run that is handed back while the database is away. */
const handBackMs = 3_000;

/**
 * Drives one claimed run until it ends, waits, or is taken away. Decisions come from the engine, acts from the nodes,
 * and what was done is written down: before an effect starts, and with the next such moment after it ended. Quick
 * steps in between ride along.
 */
export class RunDriver {
  readonly #course = new RunCourse();
  readonly #ready: Visit[] = [];
  readonly #inFlight = new Set<string>();
  readonly #waits: RunWaits;
  readonly #journal: RunJournal;
  readonly #began = performance.now();
  #state!: RunState;
  #facts!: RunFacts;
  #version!: RunnableVersion;
  #steps = 0;

  constructor(
    readonly deps: DriveDeps,
    readonly run: ClaimedRun,
  ) {
    this.#journal = new RunJournal({
      store: deps.store,
      run,
      log: deps.log,
      onLost: () => this.abandon(),
      onRefused: () => this.#course.overturn(runErrors.notKept),
    });
    this.#waits = new RunWaits(deps.now, run.claimedAt);
  }

  /** The run is somebody else's now, or over: stop at once and write nothing more. */
  abandon(): void {
    this.#course.switchTo('abandoned');
    this.#journal.giveUpIn(0);
  }

  /** The process is stopping: interrupt what can be done again and give the run back to the queue. */
  handBack(): void {
    if (this.#course.driving) this.#course.switchTo('handing-back');
    this.#journal.giveUpIn(handBackMs);
  }

  /** Never rejects: whatever happens to the run, it is written or left to whoever takes it over. */
  async drive(): Promise<void> {
    this.deps.reached?.('after-claim', this.run.id);
    let timeout: NodeJS.Timeout | undefined;
    try {
      await this.#open();
      timeout = setTimeout(() => this.#course.fail(runErrors.runTimeout(this.#version.timeoutSeconds)), this.#msLeft());
      this.#resume();
      this.#take(this.#state.decision());
      while (await this.#step());
    } catch (error) {
      this.#break(error);
      while (this.#inFlight.size > 0) await this.#course.nextChange();
    } finally {
      clearTimeout(timeout);
    }
    await this.#leave();
  }

  async #open(): Promise<void> {
    this.#version = await this.deps.versions.read(this.run);
    // The plan leaves such nodes out, and a run must not pass over what it was to do.
    const unknown = this.#version.row.nodes.find(({ type }) => !this.deps.nodes.has(type));
    if (unknown) throw new Error(`This server has no node type ${unknown.type}.`);
    this.#state = new RunState(this.#version.planFrom(this.run.startNodeId), this.run.steps);
    this.#facts = new RunFacts(this.run, this.#version, this.deps.now);
    this.#steps = this.run.steps.length;
  }

  /** Steps that a crash interrupted run again with the same key; waits that are due go on. */
  #resume(): void {
    for (const step of this.run.steps) {
      if (step.status === 'running' && step.handle === null) this.#launch(step);
      if (step.status === 'waiting') this.#waits.add(step);
    }
  }

  /** One round: begins what can begin, then waits until something changes. False when the run leaves this process. */
  async #step(): Promise<boolean> {
    this.#resumeDue();
    await this.#beginAll();
    if (this.#inFlight.size === 0) return this.#course.driving && this.#ready.length > 0;
    if (this.#course.driving && this.#journal.pending) await this.#journal.write();
    if (this.#inFlight.size === 0) return true;
    await this.#course.nextChange(this.#waits.msToNext());
    return true;
  }

  async #beginAll(): Promise<void> {
    let turnEnds = performance.now() + turnMs;
    while (this.#course.driving && this.#ready.length > 0) {
      await this.#begin(this.#ready.shift() as Visit);
      if (this.#journal.heavy) await this.#journal.write();
      if (performance.now() < turnEnds) continue;
      await nextTurn();
      turnEnds = performance.now() + turnMs;
    }
  }

  async #begin(visit: Visit): Promise<void> {
    const planned = this.#state.plan.nodes.get(visit.nodeId);
    const type = planned && this.deps.nodes.get(planned.node.type);
    if (!planned || !type) throw new Error(`The plan has no node ${visit.nodeId}.`);
    if (++this.#steps > runErrors.stepsAtMost) return this.#course.fail(runErrors.stepLimit(visit.nodeId));
    const step = openStep(planned.node, visit, this.deps.now());
    if (planned.node.data.disabled === true) {
      this.#record(passThrough(step, planned, this.#facts.inputsOf(this.#state, visit), this.deps.now()));
    } else if (type.effects) {
      this.#launch(step);
    } else {
      this.#settle(step, await attemptStep(this.#attempt(step)));
    }
  }

  /** Starts a step with effects: it is written as running before anything leaves the process. */
  #launch(step: StepRecord): void {
    const key = visitKey(step);
    this.#inFlight.add(key);
    const work = async () => {
      const prepared = prepareStep(this.#attempt(step));
      this.#record({ ...step, status: 'running', input: prepared.recorded, error: null, resumeAt: null });
      await this.#journal.write();
      if (!this.#course.driving) return;
      this.deps.reached?.('before-effect', this.run.id);
      const result = await attemptStep(this.#attempt(step), prepared);
      this.deps.reached?.('after-effect', this.run.id);
      this.#inFlight.delete(key);
      this.#settle(step, result);
    };
    void work()
      .catch((error: unknown) => this.#break(error))
      .finally(() => {
        this.#inFlight.delete(key);
        this.#course.touch();
      });
  }

  #settle(step: StepRecord, result: AttemptResult): void {
    // What was interrupted has no result, and whoever takes the run does the step again; what was done all the same is kept.
    const done = this.#course.mode === 'handing-back' && result.kind === 'done';
    if (!this.#course.driving && !done) return;
    const settled = settleStep(step, result, this.#state.plan, this.deps.now());
    if (settled.status === 'waiting') this.#waits.add(settled);
    this.#record(settled);
    if (result.kind === 'stop')
      this.#course.end(result.status, result.status === 'failed' ? runErrors.stopped(step, result.message) : null);
    else if (settled.status === 'failed' && settled.handle === null)
      this.#course.fail({ ...(settled.error as RunError), nodeId: step.nodeId });
  }

  #record(step: StepRecord): void {
    const bytes = stepBytes(step);
    this.#journal.note(step, bytes);
    this.#facts.note(step, bytes);
    this.#take(this.#state.record(step));
    if (this.#facts.bytes > runErrors.bytesAtMost) this.#course.fail(runErrors.runTooLarge(step.nodeId));
  }

  #take(decision: Decision): void {
    for (const visit of decision.skip) {
      const node = this.#state.plan.nodes.get(visit.nodeId)?.node;
      if (node) this.#record(skipStep(node, visit, this.deps.now()));
    }
    this.#ready.push(...decision.start);
  }

  #resumeDue(): void {
    for (let step = this.#nextDue(); step; step = this.#nextDue()) {
      if (step.error)
        this.#launch({ ...step, status: 'running', attempt: step.attempt + 1, output: null, truncated: false });
      else this.#settle(step, { kind: 'done', output: step.output });
    }
  }

  #nextDue(): StepRecord | undefined {
    return this.#course.driving ? this.#waits.takeDue() : undefined;
  }

  async #leave(): Promise<void> {
    await this.#journal.idle();
    if (this.#course.abandoned) return;
    this.deps.reached?.('before-settling', this.run.id);
    // A second time where the first was refused: how the run ends has changed then.
    for (let left = false; !left && !this.#course.abandoned; ) left = await this.#journal.leave(this.#leaveAs());
  }

  #leaveAs(): Leave {
    const activeMs = Math.round(this.run.activeMs + performance.now() - this.#began);
    if (this.#course.mode === 'handing-back') return { kind: 'handed-back', activeMs };
    const until = this.#course.driving ? this.#waits.next() : null;
    if (until !== null) return { kind: 'waiting', until, activeMs };
    if (this.#course.driving && !this.#state.settled) this.#course.overturn(runErrors.broken);
    const at = this.deps.now().toISOString();
    // What still ran or waited when the run ended is over with it.
    for (const step of this.#facts?.open() ?? this.run.steps.filter(isOpen)) {
      this.#journal.note({ ...step, status: 'cancelled', resumeAt: null, finishedAt: at }, 0);
    }
    const completed = this.#course.ending.status === 'completed';
    const output = completed ? limitOutput(runOutput(this.#state.plan, this.#state.steps)).output : null;
    return { kind: 'ended', ...this.#course.ending, output, at, activeMs };
  }

  /** Either the database is away, and the run is left to whoever finds it, or the run itself breaks us: it must end. */
  #break(error: unknown): void {
    this.deps.log.error({ err: error, executionId: this.run.id }, 'a run was interrupted');
    if (isPassing(error)) this.abandon();
    else this.#course.overturn(runErrors.broken);
  }

  #attempt(step: StepRecord) {
    return { deps: this.deps, step, state: this.#state, facts: this.#facts, signal: this.#course.signal };
  }

  #msLeft(): number {
    return Math.min(Math.max(0, this.#version.timeoutSeconds * 1_000 - this.run.activeMs), longestTimerMs);
  }
}

function isOpen({ status }: StepRecord): boolean {
  return status === 'running' || status === 'waiting';
}
