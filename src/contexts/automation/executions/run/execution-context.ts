import {
  type AddressedVisit,
  type ExecutionState,
  type ExpressionScope,
  eachItemOf,
  type FoldedIteration,
  inputsOf,
  isSettled,
  LargeValue,
  type LoopItem,
  loopItemOf,
  type Plan,
  type Reference,
  redactionMark,
  resultNodes,
  shownOf,
  type Visit,
  visibleOutputs,
  visitKey,
} from '../../../../engine/index.js';
import type { ClaimedExecution, StepRecord } from '../store/execution-record.js';
import { redactValue } from '../store/values/redact-value.js';
import type { ReadValues, ValueReader, WantedValue } from '../store/values/value-reader.js';
import { wantedValues } from '../store/values/wanted-values.js';
import type { DriveDeps } from './drive-deps.js';
import type { ExecutionSecrets } from './execution-secrets.js';
import { ExecutionVariables } from './execution-variables.js';
import type { ExecutableVersion } from './flow-version-reader.js';
import { callbacksFor, tokenOfAddress } from './step-address.js';
import { stepBytes } from './step-limits.js';

const nothingRead: ReadValues = new Map();

/** The state of an execution in progress: its variables, and what expressions of a step can read. */
export class ExecutionContext {
  readonly #open = new Map<string, StepRecord>();
  readonly #variables: ExecutionVariables;
  #bytes = 0;
  /** The position of the step that ended last. */
  #seq = 0;
  #hasLargeValues: boolean;
  /** The types of nodes of steps that completed. */
  readonly #completed = new Set<string>();
  /** Of settled steps, and of results that open loops hold, by visit. */
  readonly #sizes = new Map<string, number>();

  constructor(
    readonly run: ClaimedExecution,
    readonly version: ExecutableVersion,
    readonly secrets: Pick<
      ExecutionSecrets,
      'links' | 'texts' | 'hide' | 'hidesNothing' | 'values' | 'encrypt' | 'openSteps' | 'shown'
    >,
    readonly values: Pick<ValueReader, 'contents' | 'hold'>,
    /** The time at a step. */
    readonly now: (visit: Visit) => Date,
    readonly stepAddress: DriveDeps['stepAddress'],
  ) {
    this.#hasLargeValues = run.triggerData instanceof LargeValue || run.request instanceof LargeValue;
    this.#variables = new ExecutionVariables(version.variables);
    for (const step of run.steps.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) this.note(step, stepBytes(step));
  }

  /** Approximate size in bytes of the outputs and variables in rows; large values are read when they are needed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The step with its position among those that have ended, if it has. */
  inOrder(step: StepRecord): StepRecord {
    return isSettled(step) && step.seq === null ? { ...step, seq: this.#seq + 1 } : step;
  }

  /** Applies the changes of a step. @param bytes size of its output and variables */
  note(step: StepRecord, bytes: number): void {
    this.#seq = Math.max(this.#seq, step.seq ?? 0, seqIn(step.progress));
    if (step.status === 'completed' && step.attempt > 0) this.#completed.add(step.nodeType);
    if (step.output instanceof LargeValue) {
      this.#hasLargeValues = true;
      // Before another step reads it.
      redactValue(step.output);
      // A loop needs its items until it ends.
      if (isSettled(step) && step.output.loaded) this.values.hold(step.output);
    }
    const key = visitKey(step);
    if (isSettled(step)) this.#resize(key, bytes);
    if (step.status === 'running' || step.status === 'waiting') this.#open.set(key, step);
    else this.#open.delete(key);
    this.#variables.apply(step);
  }

  /** Whether a step of this type has completed. Those of iterations that had finished at the claim do not count. */
  hasCompleted(nodeType: string): boolean {
    return this.#completed.has(nodeType);
  }

  /** Drops the steps of an iteration. Its result counts until its loop has settled. */
  fold(plan: Plan, { loop, visits, kept }: FoldedIteration): void {
    const results = new Set(kept ? resultNodes(plan, loop.nodeId) : []);
    let held = this.#sizes.get(visitKey(loop)) ?? 0;
    for (const visit of visits) {
      if (results.has(visit.nodeId)) held += this.#sizes.get(visitKey(visit)) ?? 0;
      this.forget(visit);
    }
    this.#resize(visitKey(loop), held);
  }

  /** Drops a step that is needed no more. */
  forget(visit: Visit): void {
    this.#resize(visitKey(visit), 0);
    this.#sizes.delete(visitKey(visit));
  }

  #resize(key: string, bytes: number): void {
    this.#bytes += bytes - (this.#sizes.get(key) ?? 0);
    this.#sizes.set(key, bytes);
  }

  /** The steps in a loop whose variables are in effect. */
  variablesIn(plan: Plan, loop: Visit): Visit[] {
    return this.#variables.setIn(plan, loop);
  }

  /** The position of the step that ended last. */
  get seq(): number {
    return this.#seq;
  }

  /** Steps that run or wait. */
  open(): StepRecord[] {
    return [...this.#open.values()];
  }

  inputsOf(state: ExecutionState, visit: Visit): Record<string, unknown> {
    return inputsOf(state.plan, state.steps, visit);
  }

  /** The large values that a step's expressions read. */
  wantedBy(state: ExecutionState, visit: Visit, references: () => readonly Reference[]): WantedValue[] {
    if (!this.#hasLargeValues) return [];
    const nameOf = (nodeId: string) => `the node ${state.plan.nodes.get(nodeId)?.node.data.label || nodeId}`;
    const wanted = wantedValues(references(), this.scopeOf(state, visit), nameOf);
    // What of a value is secret is seen beside what is shown of it.
    return wanted.flatMap((one) => (one.value.redacted ? [one, { ...one, value: one.value.redacted }] : [one]));
  }

  /**
   * The roots of a step's expressions. Outputs are collected only when an expression reads them.
   * @param read the large values that the expressions read
   * @param item replaces the item of the loop around the step
   */
  scopeOf(
    state: ExecutionState,
    visit: Visit,
    read: ReadValues = nothingRead,
    item: LoopItem | null = null,
  ): ExpressionScope {
    const { run } = this;
    const { texts, values, hidesNothing } = this.secrets;
    const now = this.now(visit);
    const addressOf = (addressed: AddressedVisit) => this.#addressOf(addressed);
    const scope = {
      triggerData: readForm(run.triggerData, read),
      request: readForm(run.request, read),
      variables: this.#variables.values,
      globalVars: values.globalVars,
      state: read.state ?? {},
      boveda: values.secrets,
      get steps() {
        return visibleOutputs(state.plan, state.steps, visit, (output) => readForm(output, read));
      },
      get loop() {
        return item ?? loopItemOf(state.plan, state.steps, visit);
      },
      get item() {
        return eachItemOf(state.plan, state.steps, visit)?.item ?? null;
      },
      get index() {
        return eachItemOf(state.plan, state.steps, visit)?.index ?? null;
      },
      get execution() {
        const { id, trigger } = run;
        const callbacks = callbacksFor(state.plan, visit, addressOf);
        return { id, startedAt: new Date(run.startedAt).toISOString(), trigger, callbacks };
      },
      flow: { id: run.flowId, name: run.flowName },
      workspace: { id: run.workspaceId, name: run.workspaceName },
      get now() {
        return now.toISOString();
      },
    };
    return Object.assign(scope, {
      hidden: { texts, shown: hidesNothing ? null : this.#shown(scope, state, visit, read) },
    });
  }

  #addressOf(addressed: AddressedVisit): string {
    const { workspaceId, id: executionId } = this.run;
    const address = this.stepAddress({ ...addressed, workspaceId, executionId });
    // Anyone who has it can continue the step: it leaves the server, but is never stored.
    this.secrets.links.addEntries([{ text: tokenOfAddress(address), shown: redactionMark }]);
    return address;
  }

  /** The same scope as records show it. */
  #shown(scope: ExpressionScope, state: ExecutionState, visit: Visit, read: ReadValues): ExpressionScope {
    const { run } = this;
    const { request, variables, globalVars, state: entries, flow, workspace } = scope;
    const outputs = once(() => visibleOutputs(state.plan, state.steps, visit, (output) => shownForm(output, read)));
    return {
      request,
      variables,
      globalVars,
      state: entries,
      flow,
      workspace,
      get triggerData() {
        return shownForm(run.triggerData, read);
      },
      get steps() {
        return outputs();
      },
      get loop() {
        return scope.loop;
      },
      get item() {
        return scope.item;
      },
      get index() {
        return scope.index;
      },
      get execution() {
        return scope.execution;
      },
      get now() {
        return scope.now;
      },
    };
  }
}

/** The same as `readForm`, as records show it. */
function shownForm(value: unknown, read: ReadValues): unknown {
  return readForm(shownOf(value), read);
}

function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

function readForm(value: unknown, read: ReadValues): unknown {
  return value instanceof LargeValue && read.has(value) ? read.get(value) : value;
}

/** The position of the last step when this progress was stored: those of finished iterations are not read. */
function seqIn(progress: StepRecord['progress']): number {
  return progress && 'seq' in progress ? progress.seq : 0;
}
