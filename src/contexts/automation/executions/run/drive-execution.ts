import { ExecutionState, executionOutput } from '../../../../engine/index.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import { isTransient } from '../../../../platform/errors/database-errors.js';
import type { Slot } from '../../../../platform/slots/fair-slots.js';
import { type ActiveSpan, inSpan } from '../../../../platform/tracing/tracing.js';
import { flowReferencesOf } from '../../flows/index.js';
import * as lifecycleErrors from '../store/execution-errors.js';
import { ExecutionJournal } from '../store/execution-journal.js';
import type { ClaimedExecution, Release, StepRecord } from '../store/execution-record.js';
import { ExecutionSignals } from '../store/step-signals.js';
import { holdValue } from '../store/values/large-values.js';
import { ActiveClock } from './active-clock.js';
import { isSimulated } from './attempt-step.js';
import { isLimitedWait } from './attempt-timeout.js';
import type { DriveDeps } from './drive-deps.js';
import { ExecutionContext } from './execution-context.js';
import { ExecutionLifecycle } from './execution-lifecycle.js';
import { ExecutionSecrets } from './execution-secrets.js';
import { ExecutionWaits } from './execution-waits.js';
import type { ExecutableVersion } from './flow-version-reader.js';
import { HoldGate } from './hold-gate.js';
import { openValues, withLargeValues } from './open-values.js';
import { reportRelease } from './report-release.js';
import { runAsViolation } from './run-as-violation.js';
import { cancelStep } from './step-record.js';
import { GraphWalk } from './walk-graph.js';

/** Milliseconds for the last write of an execution that is requeued while the database is unavailable. */
const requeueMs = 3_000;

/**
 * Drives one claimed execution until it ends, waits, or is lost. The engine decides which steps come next, nodes
 * perform them, and results are written before the next effect starts; quick steps in between are written along with
 * it. Holds its compute slot while it computes, and not while all its work is in progress elsewhere or being written.
 */
export class ExecutionDriver {
  readonly run: ClaimedExecution;
  readonly #lifecycle = new ExecutionLifecycle();
  readonly #waits: ExecutionWaits;
  readonly #journal: ExecutionJournal;
  readonly #clock: ActiveClock;
  #state!: ExecutionState;
  #executionContext!: ExecutionContext;
  #version!: ExecutableVersion;
  #holds!: HoldGate;
  #walk: GraphWalk | undefined;
  #secrets: ExecutionSecrets | undefined;
  #looksForSignals = false;

  constructor(
    readonly deps: DriveDeps,
    claimed: ClaimedExecution,
    readonly slot: Slot,
  ) {
    this.run = withLargeValues(claimed);
    const { run } = this;
    this.#clock = new ActiveClock(run.activeMs);
    this.#journal = new ExecutionJournal({
      store: deps.store,
      run,
      log: deps.log,
      protect: async (checkpoint) => this.#secrets?.protect(checkpoint) ?? checkpoint,
      onLost: () => this.abandon(),
      onRefused: () => this.#lifecycle.forceFail(lifecycleErrors.notStored),
    });
    this.#waits = new ExecutionWaits(deps.now, run.claimedAt, new ExecutionSignals(run.steps));
  }

  /** Stops at once and writes nothing more: another worker drives the execution, or it has ended. */
  abandon(): void {
    this.#lifecycle.switchTo('abandoned');
    this.#journal.giveUpIn(0);
  }

  /** Called when a signal was sent to one of its steps. */
  signalled(): void {
    this.#looksForSignals = true;
    this.#lifecycle.notify();
  }

  /**
   * Called when the process stops: lets the steps in progress end, begins none with effects, and then requeues the
   * execution. One that has not begun here is requeued at once.
   */
  drain(): void {
    this.#lifecycle.drain();
    if (!this.#walk) this.requeue();
  }

  /** Called when the process must end: interrupts the steps in progress, and requeues the execution. */
  requeue(): void {
    if (this.#lifecycle.driving) this.#lifecycle.switchTo('requeueing');
    this.#journal.giveUpIn(requeueMs);
  }

  /** Never rejects: whatever happens, the execution is either written or left to the worker that takes it over. */
  drive(): Promise<void> {
    const { id, workspaceId, flowId, trigger, traceparent } = this.run;
    const attributes = {
      'execution.id': id,
      'workspace.id': workspaceId,
      'flow.id': flowId,
      'execution.trigger': trigger,
    };
    // The request may have been answered long ago, and an execution that waits is driven several times.
    const options = { kind: 'consumer', attributes, startedBy: traceparent ?? null } as const;
    return inSpan('run execution', options, (span) => this.#drive(span));
  }

  async #drive(span: ActiveSpan | null): Promise<void> {
    this.deps.reached?.('after-claim', this.run.id);
    try {
      await this.#takeSlot();
      if (this.run.takeovers >= lifecycleErrors.convicted) this.#lifecycle.forceFail(lifecycleErrors.workersLost);
      else await this.#walkOn();
    } catch (error) {
      this.#break(error);
      this.slot.release();
      while (this.#walk?.busy) await this.#lifecycle.nextChange();
    }
    this.slot.release();
    await this.#release(span);
  }

  /** Waits until it may compute. An execution that is stopping needs no slot for its end. */
  #takeSlot(): Promise<void> {
    return this.#clock.takeSlot(this.slot, this.#lifecycle.signal);
  }

  async #walkOn(): Promise<void> {
    await this.#open();
    if (!this.#lifecycle.driving) return;
    const { timeoutSeconds } = this.#version;
    const stopClock = this.#clock.after(timeoutSeconds, () =>
      this.#lifecycle.fail(lifecycleErrors.executionTimeout(timeoutSeconds)),
    );
    try {
      const walk = this.#openWalk();
      await walk.resume();
      while (await this.#round(walk));
    } finally {
      stopClock();
    }
  }

  async #open(): Promise<void> {
    // The steps were read a moment before the count of signals.
    this.#looksForSignals = this.run.signals > this.#waits.signals.seen;
    this.#version = await this.deps.versions.read(this.run);
    // The plan omits such nodes, and an execution must not skip what it was to do.
    const unknown = this.#version.row.nodes.find(({ type }) => !this.deps.nodes.has(type));
    if (unknown) throw new Error(`The node type ${unknown.type} was not found on this server.`);
    const violation = await runAsViolation(this.deps, this.run, this.#version.row.nodes);
    if (violation) return this.#lifecycle.fail(violation);
    const { workspaceId, flowId } = this.run;
    const names = await flowReferencesOf(this.#version.row);
    const values = await this.deps.values({ workspaceId, flowId, names });
    this.#secrets = await ExecutionSecrets.open(this.deps.vault, this.run, values);
    const reader = await openValues(this.deps, this.run, () => !this.#lifecycle.driving);
    this.#state = new ExecutionState(this.#version.planFrom(this.run.startNodeId), this.run.steps);
    const { now, stepAddress } = this.deps;
    this.#executionContext = new ExecutionContext(this.run, this.#version, this.#secrets, reader, now, stepAddress);
    const isOn =
      this.#version.row.settings.hold !== undefined &&
      !isSimulated({ deps: this.deps, executionContext: this.#executionContext });
    this.#holds = new HoldGate({ ...this.deps, run: this.run, isOn });
    await this.#holds.look();
  }

  #openWalk(): GraphWalk {
    const state = this.#state;
    const executionContext = this.#executionContext;
    const onBroken = (error: unknown) => this.#break(error);
    const parts = {
      deps: this.deps,
      run: this.run,
      journal: this.#journal,
      lifecycle: this.#lifecycle,
      waits: this.#waits,
      holds: this.#holds,
    };
    this.#walk = new GraphWalk({ ...parts, state, executionContext, onBroken });
    return this.#walk;
  }

  /**
   * One round: begins what can begin, then waits until something changes. False when the execution leaves this process.
   */
  async #round(walk: GraphWalk): Promise<boolean> {
    if (this.#awaitsSignals) await this.#lookForSignals();
    await this.#closeExpired();
    walk.resumeDue();
    await walk.begin();
    if (!walk.busy && walk.heldBack) this.requeue();
    // While others computed, a step may have begun to wait for what has come already: nothing would wake it later.
    if (!walk.busy) return this.#lifecycle.driving && (walk.ready || this.#awaitsSignals || this.#waits.hasDue);
    this.slot.release();
    if (this.#lifecycle.driving && this.#journal.pending) await this.#journal.write();
    if (walk.busy) await this.#lifecycle.nextChange(this.#waits.msToNext());
    await this.#takeSlot();
    return true;
  }

  // A signal to a step that does not wait yet is found when it does, at the latest by the execution's count of signals.
  get #awaitsSignals(): boolean {
    return this.#looksForSignals && !this.#waits.isEmpty;
  }

  /** Repeats a read that fails with the database: the effects in progress must not be lost because of it. */
  async #lookForSignals(): Promise<void> {
    this.#looksForSignals = false;
    await this.#whileDriving(async () =>
      this.#waits.signals.add(await this.deps.store.signals(this.run, this.#executionContext.open())),
    );
  }

  /**
   * Closes an expired wait before the step continues by its timeout: a decision or reply that was accepted before then
   * counts, and none is accepted afterwards.
   */
  async #closeExpired(): Promise<void> {
    const expired = this.#lifecycle.driving ? this.#waits.expired() : [];
    if (expired.length === 0) return;
    await this.deps.reached?.('before-timeout', this.run.id);
    await this.#journal.write();
    const stepIds = expired.map(({ id }) => id);
    await this.#whileDriving(() => this.deps.store.closeWaits(this.run, stepIds));
    await this.#lookForSignals();
    this.#waits.close(expired);
    const timedOut = expired.filter((step) => isLimitedWait(step) && !this.#waits.signals.of(step));
    if (timedOut.length > 0) await this.#whileDriving(() => this.deps.endAttempts(this.run, timedOut));
  }

  async #whileDriving(work: () => Promise<void>): Promise<void> {
    try {
      await retryWhileUnavailable(work, () => !this.#lifecycle.driving);
    } catch (error) {
      if (this.#lifecycle.driving) throw error;
    }
  }

  async #release(span: ActiveSpan | null): Promise<void> {
    await this.#journal.idle();
    if (this.#lifecycle.abandoned) return;
    this.deps.reached?.('before-settling', this.run.id);
    // Repeated if the first write was refused: that changed how the execution ends.
    while (!this.#lifecycle.abandoned) {
      const release = this.#leaveAs();
      if (!(await this.#journal.release(release))) continue;
      reportRelease(this.deps.log, this.run, release, span);
      this.deps.onLeft?.(release);
      return;
    }
  }

  #leaveAs(): Release {
    const activeMs = Math.round(this.#clock.ms);
    if (this.#lifecycle.mode === 'requeueing') return { kind: 'handed-back', activeMs };
    if (this.#lifecycle.driving && !this.#waits.isEmpty) {
      const { signals, isHeld } = this.#waits;
      return { kind: 'waiting', until: this.#waits.next(), signalsSeen: signals.seen, activeMs, isHeld };
    }
    if (this.#lifecycle.driving && !this.#state.settled) this.#lifecycle.forceFail(lifecycleErrors.broken);
    const now = this.deps.now();
    // Steps that still ran or waited when the execution ended are cancelled.
    for (const step of this.#executionContext?.open() ?? this.run.steps.filter(isOpen)) {
      this.#journal.note(cancelStep(step, now), 0);
    }
    const completed = this.#lifecycle.ending.status === 'completed';
    const output = completed ? holdValue(executionOutput(this.#state.plan, this.#state.steps)) : null;
    const at = new Date(Math.max(now.getTime(), Date.parse(this.run.startedAt))).toISOString();
    return { kind: 'ended', ...this.#lifecycle.ending, output, at, activeMs };
  }

  /**
   * If the database is unavailable, the execution is left to the next worker; otherwise the execution itself causes the
   * error and must end.
   */
  #break(error: unknown): void {
    const { id: executionId, workspaceId } = this.run;
    this.deps.log.error({ err: error, executionId, workspaceId }, 'execution was interrupted');
    if (isTransient(error)) this.abandon();
    else this.#lifecycle.forceFail(lifecycleErrors.broken);
  }
}

function isOpen({ status }: StepRecord): boolean {
  return status === 'running' || status === 'waiting';
}
