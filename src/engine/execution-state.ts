import type { Change } from './decision.js';
import type { PlannedEdge } from './edges.js';
import {
  type ExecutionScope,
  fateOf,
  hasLost,
  isClosed,
  joinIn,
  leftBy,
  newScope,
  type OpenLoop,
  scopeKey,
} from './execution-scope.js';
import { isLoop, loopHandles } from './handles.js';
import { nodeAt } from './loop-items.js';
import { OpenLoops } from './open-loops.js';
import { PendingDecisions } from './pending-decisions.js';
import type { Plan, PlannedNode } from './plan.js';
import { RecordedSteps } from './recorded-steps.js';
import type { StepState } from './step.js';
import { isSettled, type Visit, visitKey } from './visit.js';

/**
 * The state of an execution, derived from its steps. `record` takes each step as it changes and returns what it makes
 * possible. Built from the same steps in any order, it comes to the same decision; a whole execution takes time in
 * proportion to its steps, and memory in proportion to those that still matter.
 *
 * A loop that starts its items is recorded as `running` with the handle `item` and the output `{items}`: the items must
 * be stored in the step, because their expression could return other items after a crash. With `items: null` a condition
 * decides before each iteration: see `answer`. Iterations are numbered `0`, `1`, …; up to `progress.concurrency` run side
 * by side. A finished iteration folds into its loop: its steps are dropped, and `progress` of the loop, which is stored
 * with its step, says that it has finished. After the last one, or one that took an edge into `break`, `finish` contains
 * the loop. A step that fails without a handle ends its iteration: nothing more starts in it, and `isOver` is true of
 * what still runs there. With `onItemError: "continue"` the next one starts, otherwise `finish` contains the loop as
 * failed.
 */
export class ExecutionState {
  readonly #recorded = new RecordedSteps();
  readonly #pending = new PendingDecisions();
  readonly #scopes = new Map<string, ExecutionScope>();
  readonly #loops: OpenLoops;
  readonly #top: ExecutionScope;
  /** Nothing but exits runs or waits: they end with the execution. */
  #isQuiet = false;
  #signals: { edge: PlannedEdge; scope: ExecutionScope; arrived: boolean }[] = [];
  #ending: ExecutionScope[] = [];
  /** What has changed since the steps were recorded that the state was built from. */
  #opening: Omit<Change, 'settled'> | null = null;

  /** @param steps the recorded steps of the execution, in any order; those of finished iterations may be missing */
  constructor(
    readonly plan: Plan,
    steps: readonly StepState[] = [],
  ) {
    this.#loops = new OpenLoops({
      plan,
      recorded: this.#recorded,
      pending: this.#pending,
      openScope: (iteration, loop) => this.#openItem(iteration, loop),
      closeScope: (scope) => this.#scopes.delete(scopeKey(scope.owner?.nodeId ?? null, scope.iteration)),
      examine: (scope) => this.#ending.push(scope),
      dropClosed: () => this.#pending.drop((visit) => this.#isInClosed(visit)),
    });
    for (const step of steps) this.#recorded.keep(step);
    this.#top = this.#open('', null);
    if (plan.startNodeId === null) return;
    // Exits first: they wait for their events before anything has an effect.
    for (const exit of plan.exits) this.#decide(exit, this.#top, 'start');
    this.#decide(plan.startNodeId, this.#top, 'start');
    this.#drain();
    // Read for another reason, or left over from a loop that has settled.
    this.#recorded.prune((step) => this.#isInLoop(step) && !this.#scopeOf(step));
    this.#opening = this.#pending.takeFresh();
  }

  /** The recorded steps by `visitKey`, without those of finished iterations. */
  get steps(): ReadonlyMap<string, StepState> {
    return this.#recorded.byKey;
  }

  /** The number of steps recorded so far, including those of finished iterations. */
  get total(): number {
    return this.#recorded.total;
  }

  get settled(): boolean {
    return this.#pending.isEmpty && !this.#recorded.anyUnderway;
  }

  /** True while a visit is to be started: a visit that was announced may have been dropped since. */
  isDue(visit: Visit): boolean {
    return this.#pending.isDue(visitKey(visit));
  }

  /** True for a visit that its iteration, its loop, a race or an exit has left behind: if it still runs, it must be cancelled. */
  isOver(visit: Visit): boolean {
    const node = nodeAt(this.plan, visit);
    const scope = this.#scopeOf(visit);
    if (this.#isQuiet && node?.keeps) return true;
    return this.#isInClosed(visit) || (node !== undefined && scope !== undefined && hasLost(node, scope));
  }

  /** Everything that is decided and not recorded yet. The first time also what the steps did not show yet. */
  decision(): Change {
    const { progress, folded, over } = this.#opening ?? this.#pending.takeFresh();
    this.#opening = null;
    return { ...this.#pending.all(), progress, folded, over, settled: this.settled };
  }

  /** Records a step that started, changed or settled. Returns only what this makes possible. */
  record(step: StepState): Change {
    const scope = this.#scopeOf(step);
    const fate = scope?.joins.get(step.nodeId)?.fate;
    // The steps of an iteration that has folded are not needed any more.
    const hasFolded = scope === undefined && this.#isInLoop(step);
    if (hasFolded || fate === 'skip') this.#pending.skipped(visitKey(step));
    if (!hasFolded && this.#recorded.keep(step)) {
      if (scope && fate === 'start') this.#apply(step, scope);
      this.#drain();
    }
    return this.#change();
  }

  /** Begins another iteration of a loop that was asked whether it continues, or ends the loop. */
  answer(loop: Visit, begins: boolean): Change {
    this.#loops.answer(loop, begins);
    this.#drain();
    return this.#change();
  }

  #change(): Change {
    return { ...this.#pending.takeFresh(), settled: this.settled };
  }

  #scopeOf(visit: Visit): ExecutionScope | undefined {
    const node = nodeAt(this.plan, visit);
    return node && this.#scopes.get(scopeKey(node.loop, visit.iteration));
  }

  #isInLoop(visit: Visit): boolean {
    return nodeAt(this.plan, visit)?.loop != null;
  }

  #isInClosed(visit: Visit): boolean {
    const scope = this.#scopeOf(visit);
    // No iteration is opened of a loop that had already settled when the state was rebuilt.
    return scope ? isClosed(scope) : this.#isInLoop(visit);
  }

  #open(iteration: string, owner: OpenLoop | null): ExecutionScope {
    const scope = newScope(iteration, owner);
    this.#scopes.set(scopeKey(owner?.nodeId ?? null, iteration), scope);
    return scope;
  }

  #openItem(iteration: string, loop: OpenLoop): ExecutionScope {
    const scope = this.#open(iteration, loop);
    if (this.plan.nodes.get(loop.nodeId)?.each) this.#decide(loop.nodeId, scope, 'start');
    for (const edge of this.plan.nodes.get(loop.nodeId)?.outgoing.get(loopHandles.item) ?? []) {
      this.#signals.push({ edge, scope, arrived: true });
    }
    return scope;
  }

  #decide(nodeId: string, scope: ExecutionScope, fate: 'start' | 'skip'): void {
    const visit = { nodeId, iteration: scope.iteration };
    const node = nodeAt(this.plan, visit);
    const recorded = this.#recorded.byKey.get(visitKey(visit));
    const starts = fate === 'start' && (recorded !== undefined || !node || !hasLost(node, scope));
    joinIn(scope, nodeId).fate = starts ? 'start' : 'skip';
    if (!starts) {
      if (!recorded) this.#pending.skip(visit);
      this.#leave(nodeId, null, scope);
      return;
    }
    scope.open += 1;
    if (recorded) this.#apply(recorded, scope);
    else this.#pending.start(visit);
    if (node) this.#cancelLosers(node, scope);
  }

  /** A merge that continues with its first arrival: what has not begun of its losers is skipped. */
  #cancelLosers({ losers }: PlannedNode, scope: ExecutionScope): void {
    if (losers.length > 0) this.#giveUp(losers, scope);
  }

  /** What has begun of these nodes is over, and the rest of them is skipped. */
  #giveUp(nodeIds: Iterable<string>, scope: ExecutionScope): void {
    this.#pending.over();
    for (const nodeId of nodeIds) {
      const visit = { nodeId, iteration: scope.iteration };
      if (!this.isDue(visit)) continue;
      this.#pending.started(visitKey(visit));
      scope.open -= 1;
      joinIn(scope, nodeId).fate = 'skip';
      this.#pending.skip(visit);
      this.#leave(nodeId, null, scope);
    }
  }

  /** The first exit that completes ends all but what follows it. */
  #exit(keeps: ReadonlySet<string>): void {
    if (this.#top.keeps) return;
    this.#top.keeps = keeps;
    const others = [...this.plan.nodes].filter(([id, { loop }]) => loop === null && !keeps.has(id));
    this.#giveUp(
      others.map(([id]) => id),
      this.#top,
    );
  }

  /** Exits do not keep an execution from ending. */
  #endExits(): void {
    if (this.#isQuiet || this.plan.exits.length === 0) return;
    const open = this.plan.exits.filter((id) => this.#top.joins.get(id)?.fate === 'start');
    if (open.length === 0 || open.length < this.#top.open) return;
    this.#isQuiet = true;
    this.#giveUp(open, this.#top);
  }

  /** Applies the recorded step of a started visit. */
  #apply(step: StepState, scope: ExecutionScope): void {
    const key = visitKey(step);
    const node = nodeAt(this.plan, step);
    this.#pending.started(key);
    if (!node || isClosed(scope)) return;
    if (!isSettled(step)) {
      if ((node.each || isLoop(node.shape)) && step.handle === loopHandles.item) this.#loops.begin(step, scope);
      return;
    }
    this.#loops.close(key);
    joinIn(scope, step.nodeId).fate = 'settled';
    scope.open -= 1;
    if (scope.owner && step.status === 'failed' && step.handle === null) {
      this.#loops.failItem(step, scope, scope.owner);
      return;
    }
    const handle = leftBy(step);
    this.#leave(step.nodeId, handle, scope);
    if (node.keeps && handle !== null) this.#exit(node.keeps);
    this.#ending.push(scope);
  }

  /** Edges of `handle` arrive, all others die. A loop's body that never starts leaves no skipped steps. */
  #leave(nodeId: string, handle: string | null, scope: ExecutionScope): void {
    const node = nodeAt(this.plan, { nodeId, iteration: scope.iteration });
    if (!node) return;
    for (const [from, edges] of node.outgoing) {
      if (isLoop(node.shape) && from === loopHandles.item) continue;
      for (const edge of edges) this.#signals.push({ edge, scope, arrived: from === handle });
    }
    if (handle === null || !scope.owner) return;
    const returns = this.plan.nodes.get(scope.owner.nodeId)?.returns ?? [];
    scope.breaks ||= returns.some(
      (edge) => edge.source === nodeId && edge.sourceHandle === handle && edge.targetHandle === loopHandles.break,
    );
  }

  #drain(): void {
    for (;;) {
      // The list grows during the iteration.
      for (const { edge, scope, arrived } of this.#signals) this.#arrive(edge, scope, arrived);
      this.#signals = [];
      const scope = this.#ending.pop();
      if (!scope) {
        this.#endExits();
        if (this.#signals.length === 0) return;
        continue;
      }
      if (scope.owner && (scope.open === 0 || scope.failed)) this.#loops.endItem(scope, scope.owner);
    }
  }

  #arrive(edge: PlannedEdge, scope: ExecutionScope, arrived: boolean): void {
    const node = this.plan.nodes.get(edge.target);
    if (!node) return;
    const join = joinIn(scope, edge.target);
    if (arrived) join.arrived += 1;
    else join.dead += 1;
    if (edge.isLate && !arrived) join.lateDead += 1;
    if (join.fate !== 'open') return;
    const fate = fateOf(node, join, scope);
    if (fate !== 'open') this.#decide(edge.target, scope, fate);
  }
}
