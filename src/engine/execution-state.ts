import type { Decision, EndedLoop } from './decision.js';
import type { PlannedEdge } from './edges.js';
import {
  type ExecutionScope,
  fateOf,
  isClosed,
  itemResult,
  joinIn,
  leftBy,
  loopItems,
  type OpenLoop,
  scopeKey,
} from './execution-scope.js';
import { isLoop, loopHandles } from './handles.js';
import type { Plan } from './plan.js';
import { afterFailure, spansItems } from './policies.js';
import type { StepState } from './step.js';
import { isSettled, itemIteration, type Visit, visitKey } from './visit.js';

/**
 * The state of an execution, derived from its steps. `record` takes each step as it changes and returns what it makes
 * possible. Built from the same steps in any order, it comes to the same decision; a whole execution takes time in
 * proportion to its steps.
 *
 * A loop that starts its items is recorded as `running` with the handle `item` and the output `{items}`: the items must
 * be stored in the step, because their expression could return other items after a crash. Items run one after the other
 * in the iterations `0`, `1`, …; then `finish` contains the loop. A step of an item that fails without a handle ends the
 * item: nothing more starts in it, and `isOver` is true of what still runs there. With `onItemError: "continue"` the next
 * item starts, otherwise `finish` contains the loop as failed.
 */
export class ExecutionState {
  readonly #steps = new Map<string, StepState>();
  readonly #underway = new Set<string>();
  readonly #scopes = new Map<string, ExecutionScope>();
  readonly #loops = new Map<string, OpenLoop>();
  // What is decided and not recorded yet.
  readonly #start = new Map<string, Visit>();
  readonly #skip = new Map<string, Visit>();
  readonly #finish = new Map<string, EndedLoop>();
  // What the current call made possible.
  #fresh = { start: [] as Visit[], skip: [] as Visit[], finish: [] as EndedLoop[] };
  #signals: { edge: PlannedEdge; scope: ExecutionScope; arrived: boolean }[] = [];
  #ending: ExecutionScope[] = [];

  /** @param steps the recorded steps of the execution, in any order */
  constructor(
    readonly plan: Plan,
    steps: readonly StepState[] = [],
  ) {
    for (const step of steps) this.#keep(step);
    if (plan.startNodeId === null) return;
    this.#decide(plan.startNodeId, this.#open('', null), 'start');
    this.#drain();
  }

  /** Every recorded step by `visitKey`. */
  get steps(): ReadonlyMap<string, StepState> {
    return this.#steps;
  }

  get settled(): boolean {
    return this.#start.size === 0 && this.#finish.size === 0 && this.#underway.size === 0;
  }

  /** True while a visit is to be started: a visit that was announced may have been dropped with its loop. */
  isDue(visit: Visit): boolean {
    return this.#start.has(visitKey(visit));
  }

  /** True for a visit whose item or loop has ended: if it still runs, it must be cancelled. */
  isOver(visit: Visit): boolean {
    return this.#isInClosed(visit);
  }

  /** Everything that is decided and not recorded yet. */
  decision(): Decision {
    return {
      start: [...this.#start.values()],
      skip: [...this.#skip.values()],
      finish: [...this.#finish.values()],
      settled: this.settled,
    };
  }

  /** Records a step that started, changed or settled. Returns only what this makes possible. */
  record(step: StepState): Decision {
    this.#fresh = { start: [], skip: [], finish: [] };
    const key = visitKey(step);
    if (this.#keep(step)) {
      const node = this.plan.nodes.get(step.nodeId);
      const scope = node && this.#scopes.get(scopeKey(node.loop, step.iteration));
      const fate = scope?.joins.get(step.nodeId)?.fate;
      if (scope && fate === 'start') this.#apply(step, scope);
      if (fate === 'skip') this.#skip.delete(key);
      this.#drain();
    }
    return { ...this.#fresh, settled: this.settled };
  }

  /** False where the step has already settled: a late report of an attempt must not reopen it. */
  #keep(step: StepState): boolean {
    const key = visitKey(step);
    const known = this.#steps.get(key);
    if (known && isSettled(known)) return false;
    this.#steps.set(key, step);
    if (isSettled(step)) this.#underway.delete(key);
    else this.#underway.add(key);
    return true;
  }

  #open(iteration: string, owner: OpenLoop | null): ExecutionScope {
    const scope: ExecutionScope = { iteration, joins: new Map(), open: 0, over: false, failed: false, owner };
    this.#scopes.set(scopeKey(owner?.nodeId ?? null, iteration), scope);
    return scope;
  }

  #decide(nodeId: string, scope: ExecutionScope, fate: 'start' | 'skip'): void {
    const visit = { nodeId, iteration: scope.iteration };
    const key = visitKey(visit);
    const recorded = this.#steps.get(key);
    joinIn(scope, nodeId).fate = fate;
    if (fate === 'skip') {
      if (!recorded) announce(this.#skip, this.#fresh.skip, key, visit);
      this.#leave(nodeId, null, scope);
      return;
    }
    scope.open += 1;
    if (recorded) this.#apply(recorded, scope);
    else announce(this.#start, this.#fresh.start, key, visit);
  }

  /** Applies the recorded step of a started visit. */
  #apply(step: StepState, scope: ExecutionScope): void {
    const key = visitKey(step);
    const node = this.plan.nodes.get(step.nodeId);
    this.#start.delete(key);
    if (!node || isClosed(scope)) return;
    if (!isSettled(step)) {
      if (isLoop(node.shape) && step.handle === loopHandles.item) this.#beginLoop(step, scope);
      return;
    }
    this.#closeLoop(key);
    joinIn(scope, step.nodeId).fate = 'settled';
    scope.open -= 1;
    if (scope.owner && step.status === 'failed' && step.handle === null) {
      this.#failItem(step, scope, scope.owner);
      return;
    }
    this.#leave(step.nodeId, leftBy(step), scope);
    this.#ending.push(scope);
  }

  /** Edges of `handle` arrive, all others die. A loop's body that never starts leaves no skipped steps. */
  #leave(nodeId: string, handle: string | null, scope: ExecutionScope): void {
    const node = this.plan.nodes.get(nodeId);
    if (!node) return;
    for (const [from, edges] of node.outgoing) {
      if (isLoop(node.shape) && from === loopHandles.item) continue;
      for (const edge of edges) this.#signals.push({ edge, scope, arrived: from === handle });
    }
  }

  #drain(): void {
    for (;;) {
      // The list grows during the iteration.
      for (const { edge, scope, arrived } of this.#signals) this.#arrive(edge, scope, arrived);
      this.#signals = [];
      const scope = this.#ending.pop();
      if (!scope) return;
      if (scope.owner && (scope.open === 0 || scope.failed)) this.#endItem(scope, scope.owner);
    }
  }

  #arrive(edge: PlannedEdge, scope: ExecutionScope, arrived: boolean): void {
    const node = this.plan.nodes.get(edge.target);
    if (!node) return;
    const join = joinIn(scope, edge.target);
    if (arrived) join.arrived += 1;
    else join.dead += 1;
    if (join.fate !== 'open') return;
    const fate = fateOf(node, join);
    if (fate !== 'open') this.#decide(edge.target, scope, fate);
  }

  #failItem(step: StepState, scope: ExecutionScope, loop: OpenLoop): void {
    scope.failed = true;
    this.#dropClosed();
    if (spansItems(this.plan, loop.nodeId)) {
      this.#ending.push(scope);
      return;
    }
    loop.closed = true;
    const after = afterFailure(this.plan, loop.nodeId);
    const handle = after.kind === 'leave' ? after.handle : null;
    const place = { nodeId: loop.nodeId, iteration: loop.scope.iteration };
    const known = this.#steps.get(visitKey(place));
    // A retry of the execution still needs the items; on a branch they would be mistaken for results.
    const output = handle === null ? known?.output : null;
    const { nodeId, iteration } = step;
    const ended: EndedLoop = { ...place, status: 'failed', handle, output, cause: { nodeId, iteration } };
    announce(this.#finish, this.#fresh.finish, visitKey(ended), ended);
  }

  #beginLoop(step: StepState, scope: ExecutionScope): void {
    const key = visitKey(step);
    if (this.#loops.has(key)) return;
    const count = loopItems(step).length;
    const loop: OpenLoop = { nodeId: step.nodeId, scope, count, index: 0, results: [], closed: false };
    this.#loops.set(key, loop);
    this.#beginItem(loop);
  }

  #beginItem(loop: OpenLoop): void {
    if (loop.index >= loop.count) {
      this.#finishLoop(loop);
      return;
    }
    const scope = this.#open(itemIteration(loop.scope.iteration, loop.index), loop);
    for (const edge of this.plan.nodes.get(loop.nodeId)?.outgoing.get(loopHandles.item) ?? []) {
      this.#signals.push({ edge, scope, arrived: true });
    }
    this.#ending.push(scope);
  }

  #endItem(scope: ExecutionScope, loop: OpenLoop): void {
    // A scope may be in the list twice, but ends once.
    if (scope.over || isClosed(loop.scope) || loop.closed) return;
    scope.over = true;
    loop.results.push(
      scope.failed ? null : itemResult(this.plan, this.#steps, { nodeId: loop.nodeId, iteration: scope.iteration }),
    );
    loop.index += 1;
    this.#beginItem(loop);
  }

  #finishLoop(loop: OpenLoop): void {
    const step: StepState = {
      nodeId: loop.nodeId,
      iteration: loop.scope.iteration,
      status: 'completed',
      handle: loopHandles.done,
      output: { items: loop.results },
    };
    announce(this.#finish, this.#fresh.finish, visitKey(step), step);
  }

  /** A loop that has settled, also from outside (failed, cancelled), starts nothing more in its body. */
  #closeLoop(key: string): void {
    const loop = this.#loops.get(key);
    if (!loop) return;
    loop.closed = true;
    this.#finish.delete(key);
    this.#dropClosed();
  }

  #dropClosed(): void {
    for (const pending of [this.#start, this.#skip, this.#finish]) {
      for (const [inner, visit] of pending) if (this.#isInClosed(visit)) pending.delete(inner);
    }
  }

  #isInClosed(visit: Visit): boolean {
    const node = this.plan.nodes.get(visit.nodeId);
    const scope = node && this.#scopes.get(scopeKey(node.loop, visit.iteration));
    // No item is opened of a loop that had already settled when the state was rebuilt.
    return scope ? isClosed(scope) : node !== undefined && node.loop !== null;
  }
}

function announce<T>(pending: Map<string, T>, fresh: T[], key: string, thing: T): void {
  pending.set(key, thing);
  fresh.push(thing);
}
