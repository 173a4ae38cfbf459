import { isInLoop, type Plan, type Visit, visitKey } from '../../../../engine/index.js';
import type { StepRecord } from '../store/execution-record.js';

/** The variables of an execution in progress, and which step has set each of them. */
export class ExecutionVariables {
  /** Never modified in place: an output may contain all variables as they were. */
  #values: Readonly<Record<string, unknown>>;
  readonly #setters = new Map<string, Visit>();

  /** @param defaults of the flow */
  constructor(defaults: Readonly<Record<string, unknown>>) {
    this.#values = { ...defaults };
  }

  get values(): Readonly<Record<string, unknown>> {
    return this.#values;
  }

  /** Applies what a step has set, which must be later than what was applied before. */
  apply({ status, variables, nodeId, iteration }: StepRecord): void {
    if (status !== 'completed' || !variables) return;
    this.#values = { ...this.#values, ...variables };
    for (const name of Object.keys(variables)) this.#setters.set(name, { nodeId, iteration });
  }

  /** The steps in a loop whose variables are in effect, each once. */
  setIn(plan: Plan, loop: Visit): Visit[] {
    const found = new Map<string, Visit>();
    for (const visit of this.#setters.values()) if (isInLoop(plan, visit, loop)) found.set(visitKey(visit), visit);
    return [...found.values()];
  }
}
