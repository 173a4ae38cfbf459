import {
  type ExecutionState,
  type ExpressionScope,
  inputsOf,
  isSettled,
  loopItemOf,
  type Visit,
  visibleOutputs,
  visitKey,
} from '../../../../engine/index.js';
import type { ClaimedExecution, StepRecord } from '../checkpoint/execution-record.js';
import type { ExecutionSecrets } from './execution-secrets.js';
import type { ExecutableVersion } from './flow-version-reader.js';
import { stepBytes } from './step-limits.js';

/** The state of an execution in progress: its variables, and what expressions of a step can read. */
export class ExecutionContext {
  readonly #open = new Map<string, StepRecord>();
  #bytes = 0;
  /** The position of the step that ended last. */
  #seq = 0;
  /** Never modified in place: an output may contain all variables as they were. */
  #variables: Readonly<Record<string, unknown>>;

  constructor(
    readonly run: ClaimedExecution,
    readonly version: ExecutableVersion,
    readonly secrets: Pick<ExecutionSecrets, 'taint' | 'values' | 'encrypt'>,
    readonly now: () => Date,
  ) {
    this.#variables = { ...version.variables };
    for (const step of run.steps.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) this.note(step, stepBytes(step));
  }

  /** Approximate size in bytes of the outputs and variables. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The step with its position among those that have ended, if it has. */
  inOrder(step: StepRecord): StepRecord {
    return isSettled(step) && step.seq === null ? { ...step, seq: this.#seq + 1 } : step;
  }

  /** Applies the changes of a step. @param bytes size of its output and variables */
  note(step: StepRecord, bytes: number): void {
    if (isSettled(step)) this.#bytes += bytes;
    this.#seq = Math.max(this.#seq, step.seq ?? 0);
    const key = visitKey(step);
    if (step.status === 'running' || step.status === 'waiting') this.#open.set(key, step);
    else this.#open.delete(key);
    if (step.status === 'completed' && step.variables) this.#variables = { ...this.#variables, ...step.variables };
  }

  /** Steps that run or wait. */
  open(): StepRecord[] {
    return [...this.#open.values()];
  }

  inputsOf(state: ExecutionState, visit: Visit): Record<string, unknown> {
    return inputsOf(state.plan, state.steps, visit);
  }

  /** The roots of a step's expressions. Outputs are collected only when an expression reads them. */
  scopeOf(state: ExecutionState, visit: Visit): ExpressionScope {
    const { run } = this;
    const { taint, values } = this.secrets;
    return {
      triggerData: run.triggerData,
      variables: this.#variables,
      globalVars: values.globalVars,
      boveda: values.secrets,
      taint,
      get steps() {
        return visibleOutputs(state.plan, state.steps, visit);
      },
      get loop() {
        return loopItemOf(state.plan, state.steps, visit);
      },
      execution: { id: run.id, startedAt: new Date(run.startedAt).toISOString(), trigger: run.trigger },
      flow: { id: run.flowId, name: run.flowName },
      workspace: { id: run.workspaceId, name: run.workspaceName },
      now: this.now().toISOString(),
    };
  }
}
