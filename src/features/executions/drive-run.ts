import type { Logger } from 'pino';
import { type Decision, RunState, runOutput, type Visit, visitKey } from '../../engine/index.js';
import type { RunError } from '../../engine/step.js';
import type { NodeType } from '../../nodes/define-node.js';
import type { Outbound } from '../../platform/outbound/index.js';
import { type AttemptResult, attemptStep, prepareStep } from './attempt-step.js';
import type { FlowVersionReader, RunnableVersion } from './flow-versions.js';
import { RunFacts } from './run-facts.js';
import type { ClaimedRun, Leave, StepRecord } from './run-record.js';
import type { RunStore } from './run-store.js';
import { openStep, passThrough, settleStep, skipStep } from './step-record.js';

/** Moments at which a crash test may kill the process. */
export type CrashPoint = 'after-claim' | 'before-effect' | 'after-effect' | 'before-settling';

export interface DriveDeps {
  store: RunStore;
  versions: FlowVersionReader;
  nodes: ReadonlyMap<string, NodeType>;
  outbound: Pick<Outbound, 'fetch'>;
  now: () => Date;
  log: Logger;
  /** Told at each named moment; only tests listen. */
  reached?: (point: CrashPoint, executionId: string) => void;
}

/** Steps one run may take, so that no flow runs for ever. */
const stepsAtMost = 10_000;

type Mode = 'driving' | 'failing' | 'stopping' | 'handing-back' | 'abandoned';

/**
 * Drives one claimed run until it ends, waits, or is taken away. Decisions come from the engine, acts from the nodes,
 * and what was done is written down: before an effect starts, and with the next such moment after it ended. Quick
 * steps in between ride along.
 */
export class RunDriver {
  readonly #signal = new AbortController();
  readonly #ready: Visit[] = [];
  readonly #inFlight = new Set<string>();
  readonly #waiting = new Map<string, StepRecord>();
  readonly #dirty = new Map<string, StepRecord>();
  readonly #began = performance.now();
  #mode: Mode = 'driving';
  #ending: { status: 'completed' | 'failed'; error: RunError | null } = { status: 'completed', error: null };
  #changed = Promise.withResolvers<void>();
  #writing: Promise<void> = Promise.resolve();
  #scheduled: Promise<void> | null = null;
  #state!: RunState;
  #facts!: RunFacts;
  #version!: RunnableVersion;
  #steps = 0;

  constructor(
    readonly deps: DriveDeps,
    readonly run: ClaimedRun,
  ) {}

  /** The run is somebody else's now, or over: stop at once and write nothing more. */
  abandon(): void {
    this.#switchTo('abandoned');
  }

  /** The process is stopping: interrupt what can be done again and give the run back to the queue. */
  handBack(): void {
    if (this.#mode === 'driving') this.#switchTo('handing-back');
  }

  async drive(): Promise<void> {
    this.deps.reached?.('after-claim', this.run.id);
    this.#version = await this.deps.versions.read(this.run);
    this.#state = new RunState(this.#version.planFrom(this.run.startNodeId), this.run.steps);
    this.#facts = new RunFacts(this.run, this.#version, this.deps.now);
    this.#steps = this.run.steps.length;
    const timeout = setTimeout(() => this.#fail(this.#timeoutError()), this.#msLeft());
    try {
      this.#resume();
      this.#take(this.#state.decision());
      while (await this.#step());
      await this.#leave();
    } finally {
      clearTimeout(timeout);
      this.#signal.abort();
    }
  }

  /** Steps that a crash interrupted run again with the same key; waits that are due go on. */
  #resume(): void {
    for (const step of this.run.steps) {
      if (step.status === 'running' && step.handle === null) this.#launch(step);
      if (step.status === 'waiting') this.#waiting.set(visitKey(step), step);
    }
  }

  /** One round: begins what can begin, then waits until something changes. False when the run leaves this process. */
  async #step(): Promise<boolean> {
    this.#resumeDue();
    while (this.#mode === 'driving' && this.#ready.length > 0) await this.#begin(this.#ready.shift() as Visit);
    if (this.#inFlight.size === 0) return this.#mode === 'driving' && this.#ready.length > 0;
    if (this.#mode === 'driving' && this.#dirty.size > 0) await this.#checkpoint();
    if (this.#inFlight.size === 0) return true;
    const timer = this.#timerForWaiting();
    await this.#changed.promise;
    clearTimeout(timer);
    this.#changed = Promise.withResolvers<void>();
    return true;
  }

  async #begin(visit: Visit): Promise<void> {
    const planned = this.#state.plan.nodes.get(visit.nodeId);
    const type = planned && this.deps.nodes.get(planned.node.type);
    if (!planned || !type) throw new Error(`The plan has no node ${visit.nodeId}`);
    if (++this.#steps > stepsAtMost) return this.#fail(stepLimitError(visit.nodeId));
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
      await this.#checkpoint();
      if (this.#mode !== 'driving') return;
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
        this.#changed.resolve();
      });
  }

  #settle(step: StepRecord, result: AttemptResult): void {
    // What was interrupted has no result; whoever takes the run does the step again.
    if (this.#mode !== 'driving') return;
    const settled = settleStep(step, result, this.#state.plan, this.deps.now());
    if (settled.status === 'waiting') this.#waiting.set(visitKey(settled), settled);
    this.#record(settled);
    if (result.kind === 'stop')
      this.#end(result.status, result.status === 'failed' ? stopError(step, result.message) : null);
    else if (settled.status === 'failed' && settled.handle === null)
      this.#fail({ ...(settled.error as RunError), nodeId: step.nodeId });
  }

  #record(step: StepRecord): void {
    this.#dirty.set(visitKey(step), step);
    this.#facts.note(step);
    this.#take(this.#state.record(step));
  }

  #take(decision: Decision): void {
    for (const visit of decision.skip) {
      const node = this.#state.plan.nodes.get(visit.nodeId)?.node;
      if (node) this.#record(skipStep(node, visit, this.deps.now()));
    }
    this.#ready.push(...decision.start);
  }

  #resumeDue(): void {
    const now = this.deps.now().toISOString();
    for (const [key, step] of this.#waiting) {
      if (this.#mode !== 'driving' || (step.resumeAt ?? '') > now) continue;
      this.#waiting.delete(key);
      if (step.error) this.#launch({ ...step, attempt: step.attempt + 1 });
      else this.#settle(step, { kind: 'done', output: step.output });
    }
  }

  #timerForWaiting(): NodeJS.Timeout | undefined {
    const next = this.#nextResume();
    if (next === null) return undefined;
    return setTimeout(() => this.#changed.resolve(), Math.max(0, Date.parse(next) - this.deps.now().getTime()));
  }

  #nextResume(): string | null {
    const times = [...this.#waiting.values()].map((step) => step.resumeAt as string);
    return times.length > 0 ? times.reduce((a, b) => (a < b ? a : b)) : null;
  }

  /** Writes what is not written yet; everyone who asks meanwhile shares the next write. */
  #checkpoint(leave?: Leave): Promise<void> {
    if (!leave && this.#dirty.size === 0 && !this.#scheduled) return this.#writing;
    this.#scheduled ??= this.#writing.then(() => this.#write(leave));
    this.#writing = this.#scheduled;
    return this.#scheduled;
  }

  async #write(leave?: Leave): Promise<void> {
    this.#scheduled = null;
    if (this.#mode === 'abandoned') return;
    const steps = [...this.#dirty.values()];
    this.#dirty.clear();
    const held = await this.deps.store.checkpoint({ run: this.run, steps, ...(leave && { leave }) });
    if (!held) this.abandon();
  }

  async #leave(): Promise<void> {
    await this.#writing;
    if (this.#mode === 'abandoned') return;
    this.deps.reached?.('before-settling', this.run.id);
    await this.#checkpoint(this.#leaveAs());
  }

  #leaveAs(): Leave {
    const activeMs = Math.round(this.run.activeMs + performance.now() - this.#began);
    if (this.#mode === 'handing-back') return { kind: 'handed-back', activeMs };
    const until = this.#mode === 'driving' ? this.#nextResume() : null;
    if (until !== null) return { kind: 'waiting', until, activeMs };
    const at = this.deps.now();
    this.#cancelOpenSteps(at);
    const output = this.#ending.status === 'completed' ? runOutput(this.#state.plan, this.#state.steps) : null;
    return { kind: 'ended', ...this.#ending, output, at: at.toISOString(), activeMs };
  }

  /** What still ran or waited when the run ended is over with it. */
  #cancelOpenSteps(at: Date): void {
    for (const step of this.#facts.open()) {
      this.#dirty.set(visitKey(step), { ...step, status: 'cancelled', resumeAt: null, finishedAt: at.toISOString() });
    }
  }

  #fail(error: RunError): void {
    this.#end('failed', error);
  }

  #end(status: 'completed' | 'failed', error: RunError | null): void {
    if (this.#mode !== 'driving') return;
    this.#ending = { status, error };
    this.#switchTo(status === 'failed' ? 'failing' : 'stopping');
  }

  /** Something of ours broke, most likely the way to the database: the queue tries the run again. */
  #break(error: unknown): void {
    this.deps.log.warn({ err: error, executionId: this.run.id }, 'a run was interrupted');
    this.abandon();
  }

  #switchTo(mode: Mode): void {
    if (this.#mode === 'abandoned' || this.#mode === mode) return;
    this.#mode = mode;
    this.#signal.abort();
    this.#changed.resolve();
  }

  #attempt(step: StepRecord) {
    return { deps: this.deps, step, state: this.#state, facts: this.#facts, signal: this.#signal.signal };
  }

  #msLeft(): number {
    return Math.max(0, this.#version.timeoutSeconds * 1_000 - this.run.activeMs);
  }

  #timeoutError(): RunError {
    return {
      code: 'RUN_TIMEOUT',
      message: `The run took longer than its ${this.#version.timeoutSeconds} seconds. Raise settings.timeout or split the flow.`,
    };
  }
}

function stopError(step: StepRecord, message: string | undefined): RunError {
  return { code: 'STOPPED', message: message || `The run was stopped as failed by ${step.name}.`, nodeId: step.nodeId };
}

function stepLimitError(nodeId: string): RunError {
  return { code: 'STEP_LIMIT', message: `A run takes at most ${stepsAtMost} steps. Split the flow.`, nodeId };
}
