import {
  type AskedLoop,
  type Change,
  type EndedLoop,
  type ExecutionState,
  isSettled,
  itemIteration,
  type LoopProgress,
  metered,
  resolveFields,
  type Visit,
  visitKey,
  WorkMeter,
} from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import { retryWhileUnavailable } from '../../../../platform/database/retry-while-unavailable.js';
import * as lifecycleErrors from '../store/execution-errors.js';
import type { ExecutionJournal } from '../store/execution-journal.js';
import type { ClaimedExecution, StepRecord, StoredProgress } from '../store/execution-record.js';
import type { WantedResults } from '../store/read-results.js';
import { fromColumn } from '../store/values/large-values.js';
import { ValueTooLarge } from '../store/values/value-reader.js';
import type { DriveDeps } from './drive-deps.js';
import type { ExecutionContext } from './execution-context.js';
import type { ExecutionLifecycle } from './execution-lifecycle.js';
import { expressionFailure } from './expression-failure.js';
import { missingName } from './missing-name.js';
import { readLoopResults } from './read-loop-results.js';
import { readValues } from './read-values.js';
import { stepBytes } from './step-limits.js';
import { endLoop, settleStep } from './step-record.js';

export interface LoopParts {
  deps: DriveDeps;
  run: ClaimedExecution;
  state: ExecutionState;
  executionContext: ExecutionContext;
  journal: ExecutionJournal;
  lifecycle: ExecutionLifecycle;
  /** Records a step that has settled, and what follows from it. */
  recordEnd: (step: StepRecord) => void;
  take: (change: Change) => void;
}

/** The loops of one execution in this process: their conditions, progress, results and ends. */
export class LoopWork {
  readonly #asked: AskedLoop[] = [];
  /** Loops some of whose results have to be read. */
  readonly #ended: EndedLoop[] = [];

  constructor(readonly parts: LoopParts) {}

  /** True if `next` has something to do. */
  get ready(): boolean {
    return this.#asked.length > 0 || this.#ended.length > 0;
  }

  /** Drops folded iterations, and writes how far their loops are along with the steps that have finished them. */
  fold({ folded, progress }: Change): void {
    const { state, executionContext, journal, lifecycle } = this.parts;
    for (const iteration of folded) executionContext.fold(state.plan, iteration);
    // What has finished an execution must not be skipped by a retry of it.
    if (!lifecycle.driving) return;
    for (const { progress: now, ...loop } of progress) journal.noteProgress(loop, this.stored(loop, now, true));
  }

  /** The progress of a loop in the form in which it is written. */
  stored(loop: Visit, progress: LoopProgress, runs: boolean): StoredProgress {
    const open = runs ? progress.open.map((index) => ({ iteration: itemIteration(loop.iteration, index) })) : [];
    const iterations = new Set(open.map(({ iteration }) => iteration));
    const setters = this.parts.executionContext.variablesIn(this.parts.state.plan, loop);
    const { seq } = this.parts.executionContext;
    return { ...progress, seq, reads: [...open, ...setters.filter(({ iteration }) => !iterations.has(iteration))] };
  }

  take({ ask, finish }: Change): void {
    this.#asked.push(...ask);
    for (const ended of finish) {
      if (ended.missing) this.#ended.push(ended);
      else this.#end(ended);
    }
  }

  /** Evaluates one condition, or reads the results of one loop. */
  async next(): Promise<void> {
    const asked = this.#asked.shift();
    if (asked) {
      await this.#ask(asked);
      return;
    }
    const ended = this.#ended.shift();
    if (ended) await this.#readAndEnd(ended);
  }

  async #readAndEnd(ended: EndedLoop): Promise<void> {
    const { deps, run, state, executionContext, journal, lifecycle } = this.parts;
    // Its last iterations may not have been written yet.
    await journal.write();
    const read = async (wanted: WantedResults) => {
      const steps = await deps.store.results(run, wanted);
      return executionContext.secrets.openSteps(steps.map((step) => ({ ...step, output: fromColumn(step.output) })));
    };
    try {
      const whole = await readLoopResults(state.plan, ended, {
        // The effects in progress beside it must not be lost because of a read.
        read: (wanted) =>
          retryWhileUnavailable(
            () => read(wanted),
            () => !lifecycle.driving,
          ),
        sizeOf: stepBytes,
        bytesAtMost: lifecycleErrors.bytesAtMost,
      });
      if (!lifecycle.driving) return;
      if (whole) this.#end(whole);
      else lifecycle.fail(lifecycleErrors.executionTooLarge(ended.nodeId));
    } catch (error) {
      if (lifecycle.driving) throw error;
    }
  }

  #end(ended: EndedLoop): void {
    const begun = this.#running(ended);
    if (!begun) return;
    const cause = ended.cause && (this.parts.state.steps.get(visitKey(ended.cause)) as StepRecord);
    this.parts.recordEnd(endLoop(begun, ended, cause, this.parts.deps.now()));
  }

  /** The step of a loop; undefined if it has ended in the meantime. */
  #running(loop: Visit): StepRecord | undefined {
    const { state } = this.parts;
    const step = state.steps.get(visitKey(loop)) as StepRecord | undefined;
    return step && !isSettled(step) && !state.isOver(step) ? step : undefined;
  }

  async #ask(asked: AskedLoop): Promise<void> {
    const step = this.#running(asked);
    if (!step) return;
    const decided = await this.#decide(step, asked);
    // It may have ended while large values were read.
    if (!this.#running(asked)) return;
    if (typeof decided === 'boolean') this.parts.take(this.parts.state.answer(asked, decided));
    else {
      const failed = { kind: 'failed', error: decided, retryable: false, output: step.output } as const;
      this.parts.recordEnd(settleStep(step, failed, this.parts.state.plan, this.parts.deps.now()));
    }
  }

  /** Whether a loop with a condition begins another iteration. */
  async #decide(step: StepRecord, { nodeId, index }: AskedLoop): Promise<boolean | EngineError> {
    const { deps, state, executionContext, lifecycle } = this.parts;
    const { while: condition } = state.plan.nodes.get(nodeId)?.node.data ?? {};
    try {
      const read = (await readValues({ deps, state, executionContext, signal: lifecycle.signal }, step)) ?? undefined;
      const scope = executionContext.scopeOf(state, step, read, { item: null, index });
      const { value, missing } = metered(new WorkMeter(), () => resolveFields({ while: condition }, scope));
      const unmet = missingName(missing, executionContext.secrets.values);
      if (unmet) return unmet;
      if (value.while === false || value.while == null) return false;
      if (value.while !== true) return lifecycleErrors.noCondition;
    } catch (error) {
      if (error instanceof ValueTooLarge) return { code: 'VALUE_TOO_LARGE', message: error.message };
      return expressionFailure(error, deps.nodes, executionContext.secrets.values);
    }
    const { atMost } = step.output as { atMost: number };
    return index < atMost || lifecycleErrors.tooManyIterations(atMost);
  }
}
