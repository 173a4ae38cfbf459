import {
  type ExpressionScope,
  inputsOf,
  loopItemOf,
  type RunState,
  type Visit,
  visibleOutputs,
  visitKey,
} from '../../engine/index.js';
import type { RunnableVersion } from './flow-versions.js';
import type { ClaimedRun, StepRecord } from './run-record.js';

/** What a run knows while it goes: its variables, and what expressions of a step may see. */
export class RunFacts {
  readonly #open = new Map<string, StepRecord>();
  readonly #variables: Record<string, unknown>;

  constructor(
    readonly run: ClaimedRun,
    readonly version: RunnableVersion,
    readonly now: () => Date,
  ) {
    this.#variables = { ...version.variables };
    const settled = run.steps.toSorted((a, b) => ((a.finishedAt ?? '') < (b.finishedAt ?? '') ? -1 : 1));
    for (const step of settled) this.note(step);
  }

  /** Takes over what a step changed. */
  note(step: StepRecord): void {
    const key = visitKey(step);
    if (step.status === 'running' || step.status === 'waiting') this.#open.set(key, step);
    else this.#open.delete(key);
    if (step.status === 'completed' && step.variables) Object.assign(this.#variables, step.variables);
  }

  /** Steps that run or wait. */
  open(): StepRecord[] {
    return [...this.#open.values()];
  }

  inputsOf(state: RunState, visit: Visit): Record<string, unknown> {
    return inputsOf(state.plan, state.steps, visit);
  }

  /** The roots of a step's expressions. Outputs are gathered only when an expression asks for them. */
  scopeOf(state: RunState, visit: Visit): ExpressionScope {
    const { run } = this;
    return {
      triggerData: run.triggerData,
      variables: this.#variables,
      globalVars: {},
      boveda: {},
      get steps() {
        return visibleOutputs(state.plan, state.steps, visit);
      },
      get loop() {
        return loopItemOf(state.plan, state.steps, visit);
      },
      execution: { id: run.id, startedAt: run.startedAt, trigger: run.trigger },
      flow: { id: run.flowId, name: run.flowName },
      workspace: { id: run.workspaceId, name: run.workspaceName },
      now: this.now().toISOString(),
    };
  }
}
