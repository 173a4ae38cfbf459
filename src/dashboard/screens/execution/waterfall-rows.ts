import type { StepState, StepView } from './execution-reducer.js';

/** A line of the waterfall: a step, or an iteration of a loop with its steps below. */
export type WaterfallRow =
  | { kind: 'step'; key: string; depth: number; step: StepView; isOpen: boolean | null }
  | {
      kind: 'iteration';
      key: string;
      depth: number;
      iteration: string;
      count: number;
      state: StepState;
      startedAt: number;
      /** Null while a step of it is open. */
      finishedAt: number | null;
      isOpen: boolean;
    };

interface Node {
  id: string;
  type: string;
}
interface Edge {
  source: string;
  target: string;
  sourceHandle?: string | null;
  targetHandle?: string | null;
}

/** The loops around each node, the outermost first. */
export type Loops = ReadonlyMap<string, readonly string[]>;

/** Finds the loops of a flow: what can be reached from an item until the way returns. */
export function loopsOf(nodes: readonly Node[], edges: readonly Edge[]): Loops {
  const exits = new Map<string, Edge[]>();
  for (const edge of edges) exits.set(edge.source, [...(exits.get(edge.source) ?? []), edge]);
  const loops = new Set(
    edges.filter(({ targetHandle }) => targetHandle === 'next' || targetHandle === 'break').map(({ target }) => target),
  );
  for (const { id, type } of nodes) if (type === 'logic.loop') loops.add(id);
  const bodies = [...loops].map((loop) => ({ loop, body: bodyOf(loop, exits) }));
  bodies.sort((a, b) => b.body.size - a.body.size);
  return new Map(
    nodes.map(({ id }) => [id, bodies.filter(({ body }) => body.has(id)).map(({ loop }) => loop)] as const),
  );
}

function bodyOf(loop: string, exits: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const body = new Set<string>();
  const open = (exits.get(loop) ?? [])
    .filter(({ sourceHandle }) => sourceHandle === 'item')
    .map(({ target }) => target);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === loop || body.has(id)) continue;
    body.add(id);
    for (const { target } of exits.get(id) ?? []) open.push(target);
  }
  return body;
}

/** Loops with more iterations than this begin closed. */
const openAtMost = 8;

interface Scope {
  steps: StepView[];
}

/**
 * The lines of the waterfall: steps in order of their start, and below each loop its iterations.
 * @param toggled the keys of lines that were opened or closed against their default
 */
export function waterfallRows(steps: Iterable<StepView>, loops: Loops, toggled: ReadonlySet<string>): WaterfallRow[] {
  const scopes = new Map<string, Scope>();
  const iterationsOf = new Map<string, string[]>();
  for (const step of steps) {
    const loop = loopAround(step, loops);
    const iteration = loop === '' ? '' : (step.iteration ?? '');
    const key = `${loop}@${iteration}`;
    const scope = scopes.get(key);
    if (scope) scope.steps.push(step);
    else {
      scopes.set(key, { steps: [step] });
      const outer = `${loop}@${iteration.includes('.') ? iteration.slice(0, iteration.lastIndexOf('.')) : ''}`;
      const known = iterationsOf.get(outer);
      if (known) known.push(iteration);
      else iterationsOf.set(outer, [iteration]);
    }
  }
  const rows: WaterfallRow[] = [];
  const addScope = (key: string, depth: number) => {
    for (const step of scopes.get(key)?.steps ?? []) addStep(step, depth);
  };
  const addStep = (step: StepView, depth: number) => {
    const iterations = iterationsOf.get(`${step.nodeId}@${step.iteration ?? ''}`);
    const isOpen = iterations ? !toggled.has(step.id) : null;
    rows.push({ kind: 'step', key: step.id, depth, step, isOpen });
    if (!iterations || !isOpen) return;
    iterations.sort(byIndex);
    for (const iteration of iterations) {
      const key = `${step.nodeId}@${iteration}`;
      const own = scopes.get(key)?.steps ?? [];
      const isAlone = own.length === 1 && own[0]?.nodeId === step.nodeId;
      const isShown = (iterations.length <= openAtMost && !isAlone) !== toggled.has(key);
      rows.push({ kind: 'iteration', key, depth: depth + 1, iteration, isOpen: isShown, ...summaryOf(own) });
      if (isShown) addScope(key, depth + 2);
    }
  };
  addScope('@', 0);
  return rows;
}

/** The innermost loop around a step; of a step for one item of a node with `each`, the node itself. */
function loopAround({ nodeId, iteration }: StepView, loops: Loops): string {
  const around = loops.get(nodeId) ?? [];
  return isItem(iteration, around) ? nodeId : (around.at(-1) ?? '');
}

/** Whether a step is for one item of a node with `each`, which stands in these loops. */
export function isItem(iteration: string | null | undefined, loops: readonly string[]): boolean {
  return iteration ? iteration.split('.').length > loops.length : false;
}

const lastIndex = (iteration: string) => Number(iteration.slice(iteration.lastIndexOf('.') + 1));
const byIndex = (a: string, b: string) => lastIndex(a) - lastIndex(b);

const decisive: readonly StepState[] = ['running', 'waiting', 'failed', 'cancelled', 'completed', 'skipped'];

function summaryOf(steps: readonly StepView[]) {
  let startedAt = Number.POSITIVE_INFINITY;
  let finishedAt: number | null = 0;
  let state = decisive.length - 1;
  for (const step of steps) {
    startedAt = Math.min(startedAt, Date.parse(step.startedAt));
    finishedAt = finishedAt === null || !step.finishedAt ? null : Math.max(finishedAt, Date.parse(step.finishedAt));
    state = Math.min(state, decisive.indexOf(step.status));
  }
  return { count: steps.length, state: decisive[state] as StepState, startedAt, finishedAt };
}
