import { type Block, type Effect, type Item, sourcesOf, type Visit, type Visited } from './flow-model.js';
import { any, Including } from './match.js';

/** What a step's record is to hold. */
export interface Expected {
  status: 'completed' | 'failed' | 'skipped';
  handle: string | null;
  attempt: number;
  output: unknown;
  effect?: Effect;
  /** What becomes of the execution that it calls. */
  called?: Expectation;
}

/** What becomes of an execution, by the rules of flows and nothing of the engine. */
export interface Expectation {
  /** By `iteration node`. */
  steps: Map<string, Expected>;
  /** Steps that may have been cancelled or never begun, because what they belong to was ended by another one. */
  unsure: Set<string>;
  /** Of each item that failed, and of an execution that did: the steps one of which ended it. */
  culprits: string[][];
  statuses: Set<'completed' | 'failed'>;
  /** `any` where it depends on which step came first. */
  output: unknown;
}

interface Scene {
  block: Block;
  iteration: string;
  /** The number of the item in its loop; outside of loops, that of the trigger data. */
  index: number;
  loop: { id: string; item: unknown } | null;
}

export const stepKey = (iteration: string, id: string) => `${iteration} ${id}`;

type Steps = Map<string, Expected>;

interface Interpreted {
  step: Expected;
  /** The steps of its body. */
  inner: Steps;
}

/**
 * A simple interpreter: each block by itself, node after node in the order of its wires, loops and calls by recursion.
 *
 * @param index of the trigger data
 */
export function interpret(flow: Block, index = 0): Expectation {
  return new Interpretation().flow(flow, index);
}

class Interpretation {
  #culprits: string[][] = [];
  readonly #unsure = new Set<string>();
  readonly #stops: { status: 'completed' | 'failed'; isSure: boolean }[] = [];

  flow(flow: Block, index: number): Expectation {
    const { steps, fatal } = this.#block({ block: flow, iteration: '', index, loop: null });
    const statuses = new Set(this.#stops.map(({ status }) => status));
    if (fatal.length > 0) statuses.add('failed');
    else if (this.#stops.every(({ isSure }) => !isSure)) statuses.add('completed');
    const isCutShort = fatal.length > 0 || this.#stops.length > 0;
    if (isCutShort) {
      for (const key of steps.keys()) this.#unsure.add(key);
      this.#culprits = this.#stops.length === 0 ? [fatal] : [];
    }
    const output = isCutShort ? any : outputOf(flow, steps);
    return { steps, unsure: this.#unsure, culprits: this.#culprits, statuses, output };
  }

  #block(scene: Scene): { steps: Steps; fatal: string[] } {
    const { block, iteration, loop } = scene;
    const steps: Steps = new Map();
    const fatal: string[] = [];
    for (const [to, node] of block.nodes.entries()) {
      const key = stepKey(iteration, node.id);
      const seen = seenBy(scene, to, steps);
      const isStart = loop === null && to === 0;
      if (seen === null && !isStart) {
        steps.set(key, { status: 'skipped', handle: null, attempt: 1, output: null });
        continue;
      }
      const { step, inner } = this.#node(node, seen ?? { inputs: {}, outputs: {} }, scene);
      steps.set(key, step);
      for (const [innerKey, one] of inner) steps.set(innerKey, one);
      if (step.status === 'failed' && step.handle === null) fatal.push(key);
    }
    return { steps, fatal };
  }

  #node(node: Item, seen: Seen, scene: Scene): Interpreted {
    const inner: Steps = new Map();
    if (node.disabled) return { step: passed(node, seen), inner };
    const visited = node.kind.visit(node, { ...seen, index: scene.index, iteration: scene.iteration });
    return visited.kind === 'loop'
      ? this.#loop(node, visited, scene)
      : { step: this.#settled(node, visited, scene), inner };
  }

  #settled(node: Item, visited: Exclude<Visited, { kind: 'loop' }>, scene: Scene): Expected {
    switch (visited.kind) {
      case 'done': {
        const { handle, output, attempt = 1, effect } = visited;
        return { status: 'completed', handle, attempt, output, ...(effect && { effect }) };
      }
      case 'failed': {
        const { output = null, attempt = 1, effect } = visited;
        return { ...failed(node, attempt, output, scene), ...(effect && { effect }) };
      }
      case 'stop':
        this.#stops.push({ status: visited.status, isSure: true });
        return { status: 'completed', handle: null, attempt: 1, output: null };
      case 'call': {
        const called = interpret(visited.flow, scene.index);
        if (visited.wait && called.statuses.has('failed'))
          return { ...failed(node, node.attempts, { executionId: any }, scene), called };
        const output = visited.wait ? called.output : { executionId: any };
        return { status: 'completed', handle: 'out', attempt: 1, output, called };
      }
    }
  }

  #loop(loop: Item, { items, body, onItemError }: Extract<Visited, { kind: 'loop' }>, scene: Scene): Interpreted {
    const inner: Steps = new Map();
    const results: unknown[] = [];
    for (const [index, item] of items.entries()) {
      const iteration = scene.iteration === '' ? String(index) : `${scene.iteration}.${index}`;
      const before = { stops: this.#stops.length, culprits: this.#culprits.length };
      const { steps, fatal } = this.#block({ block: body, iteration, index, loop: { id: loop.id, item } });
      for (const [key, step] of steps) inner.set(key, step);
      if (fatal.length === 0) {
        results.push(oneOrAll(leaving(body.returns, body, iteration, steps)));
        continue;
      }
      // What ended inner items may not have come to that any more.
      this.#culprits.splice(before.culprits, Number.POSITIVE_INFINITY, fatal);
      for (const key of steps.keys()) this.#unsure.add(key);
      for (const stop of this.#stops.slice(before.stops)) stop.isSure = false;
      results.push(null);
      if (onItemError === 'continue') continue;
      const step = failed(loop, 1, null, scene);
      return { step: { ...step, output: step.handle === null ? { items } : null }, inner };
    }
    return { step: { status: 'completed', handle: 'done', attempt: 1, output: { items: results } }, inner };
  }
}

type Seen = Pick<Visit, 'inputs' | 'outputs'>;

/** What a node sees of those before it; null where nothing arrives. */
function seenBy({ block, iteration, index, loop }: Scene, to: number, steps: Steps): Seen | null {
  const node = block.nodes[to] as Item;
  const entered: [string, unknown][] = loop ? [[loop.id, { item: loop.item, index }]] : [];
  const wires = block.wires.filter((wire) => wire.to === to);
  const arrived = new Map([...(block.entries.includes(to) ? entered : []), ...leaving(wires, block, iteration, steps)]);
  if (arrived.size === 0) return null;
  const outputs = sourcesOf(block, to, loop?.id).map((id): [string, unknown] => [
    id,
    id === loop?.id ? entered[0]?.[1] : visible(steps.get(stepKey(iteration, id))),
  ]);
  const inputs = node.kind.joinsAny && arrived.size > 1 ? any : Object.fromEntries(arrived);
  return { inputs, outputs: Object.fromEntries(outputs) };
}

/** What expressions read of a step: of a failed one its error too. */
function visible(step: Expected | undefined): unknown {
  if (step?.status !== 'failed') return step?.output ?? null;
  if (step.output === any) return any;
  if (step.output instanceof Including) return new Including({ ...step.output.fields, error: any });
  return { ...(step.output as object | null), error: any };
}

/** The outputs of the nodes that leave by these wires. */
function leaving(
  wires: readonly { from: number; handle: string }[],
  { nodes }: Block,
  iteration: string,
  steps: Steps,
): [string, unknown][] {
  return wires.flatMap(({ from, handle }) => {
    const { id } = nodes[from] as Item;
    const step = steps.get(stepKey(iteration, id));
    return step && step.status !== 'skipped' && step.handle === handle ? [[id, step.output]] : [];
  });
}

/** A disabled node passes on what arrived, by its first handle. */
function passed({ kind }: Item, { inputs }: Seen): Expected {
  const values = inputs === any ? [] : Object.values(inputs as object);
  return {
    status: 'completed',
    handle: kind.handles[0] ?? null,
    attempt: 0,
    output: values.length === 1 ? values[0] : inputs,
  };
}

/** By `onError`; left out, the `error` handle where it is wired. A step that leaves by none fails what it belongs to. */
function failed(node: Item, attempt: number, output: unknown, { block }: Scene): Expected {
  const { handles } = node.kind;
  const index = block.nodes.indexOf(node);
  const isWired = [...block.wires, ...block.returns].some(({ from, handle }) => from === index && handle === 'error');
  const policy = node.onError ?? (isWired ? 'branch' : 'fail');
  const branch = handles.includes('error') ? 'error' : null;
  const handle = { branch, continue: handles[0] ?? null, fail: null }[policy];
  return { status: 'failed', handle, attempt, output };
}

function outputOf(flow: Block, steps: ReadonlyMap<string, Expected>): unknown {
  const ends = flow.nodes.flatMap((node, index): [string, unknown][] => {
    const step = steps.get(stepKey('', node.id));
    if (step?.status !== 'completed') return [];
    const followed = flow.wires.some(({ from, handle }) => from === index && handle === step.handle);
    return followed ? [] : [[node.id, step.output]];
  });
  return oneOrAll(ends);
}

function oneOrAll(entries: [string, unknown][]): unknown {
  return entries.length > 1 ? Object.fromEntries(entries) : (entries[0]?.[1] ?? null);
}
