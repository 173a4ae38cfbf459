import { type Block, handlesOf, type Item } from './world.js';

/** Matches any value: what comes first among several, and times. */
export const any = Symbol('any');

/** What a step's record is to hold. */
export interface Expected {
  status: 'completed' | 'failed' | 'skipped';
  handle: string | null;
  attempt: number;
  output: unknown;
}

/** What becomes of a run, by the rules of flows and nothing of the engine. */
export interface Expectation {
  /** By `iteration node`. */
  steps: Map<string, Expected>;
  /** Steps that may have been cancelled or never begun, because what they belong to was ended by another one. */
  unsure: Set<string>;
  /** Of each item that failed, and of a run that did: the steps one of which ended it. */
  culprits: string[][];
  statuses: Set<'completed' | 'failed'>;
  output: unknown;
}

interface Scene {
  block: Block;
  iteration: string;
  /** The item's number in its loop; 0 outside of loops. */
  index: number;
  loop: { id: string; item: unknown } | null;
}

export const evaluatedKey = (iteration: string, id: string) => `${iteration} ${id}`;

/** A simple evaluator: each block by itself, node after node in the order of its wires, loops by recursion. */
export function evaluate(graph: Block): Expectation {
  const culprits: string[][] = [];
  const unsure = new Set<string>();
  const stops: { status: 'completed' | 'failed'; sure: boolean }[] = [];

  function evaluateBlock(scene: Scene): { steps: Map<string, Expected>; fatal: string[] } {
    const { block, iteration, loop } = scene;
    const steps = new Map<string, Expected>();
    const fatal: string[] = [];
    const here = (item: Item) => evaluatedKey(iteration, item.id);
    for (const [to, node] of block.nodes.entries()) {
      const arrived = new Map<string, unknown>();
      if (loop && block.entries.includes(to)) arrived.set(loop.id, { item: loop.item, index: scene.index });
      let arrivals = arrived.size;
      for (const wire of block.wires.filter((one) => one.to === to)) {
        const source = block.nodes[wire.from] as Item;
        const step = steps.get(here(source));
        if (step?.status === 'skipped' || step?.handle !== wire.handle) continue;
        arrived.set(source.id, step.output);
        arrivals += 1;
      }
      if (arrivals === 0 && node.kind !== 'trigger') {
        steps.set(here(node), { status: 'skipped', handle: null, attempt: 1, output: null });
        continue;
      }
      const inputs = node.kind === 'any' && arrived.size > 1 ? any : Object.fromEntries(arrived);
      const { step, inner } = evaluateNode(node, inputs, scene);
      steps.set(here(node), step);
      for (const [key, one] of inner) steps.set(key, one);
      if (step.status === 'failed' && step.handle === null) fatal.push(here(node));
    }
    return { steps, fatal };
  }

  function evaluateNode(node: Item, inputs: unknown, scene: Scene): { step: Expected; inner: Map<string, Expected> } {
    const none = new Map<string, Expected>();
    const done = (handle: string | null, output: unknown, attempt = 1) => ({
      step: { status: 'completed', handle, attempt, output } as Expected,
      inner: none,
    });
    const { index } = scene;
    const fails = node.on.includes(index);
    if (node.disabled && node.kind !== 'trigger') {
      const passed = inputs === any ? any : Object.values(inputs as object);
      const output = passed !== any && (passed as unknown[]).length === 1 ? (passed as unknown[])[0] : inputs;
      return done(handlesOf(node)[0] ?? null, output);
    }
    switch (node.kind) {
      case 'trigger':
        return done('out', {});
      case 'set':
        return done('out', { x: index });
      case 'if':
        return done(String(fails), { result: fails });
      case 'switch':
        return done(['case:a', 'case:b'][index] ?? 'default', { case: ['a', 'b'][index] ?? null });
      case 'merge':
      case 'any':
        return done('out', { inputs });
      case 'delay':
        return done('out', { resumedAt: any });
      case 'stop':
        stops.push({ status: node.status, sure: true });
        return done(null, null);
      case 'sum':
        return fails ? { step: failed(node, 1, null, scene), inner: none } : done('out', 7);
      case 'call': {
        const failures = fails ? node.failures : 0;
        if (failures >= node.attempts) return { step: failed(node, node.attempts, answer(503), scene), inner: none };
        return done('out', answer(200), failures + 1);
      }
      case 'loop':
        return evaluateLoop(node, scene);
    }
  }

  function evaluateLoop(loop: Item, { iteration }: Scene): { step: Expected; inner: Map<string, Expected> } {
    const block = loop.body as Block;
    const inner = new Map<string, Expected>();
    const results: unknown[] = [];
    const items = Array.from({ length: loop.items }, (_, index) => index * 10);
    for (const [index, item] of items.entries()) {
      const own = iteration === '' ? String(index) : `${iteration}.${index}`;
      const before = { stops: stops.length, culprits: culprits.length };
      const { steps, fatal } = evaluateBlock({ block, iteration: own, index, loop: { id: loop.id, item } });
      for (const [key, step] of steps) inner.set(key, step);
      if (fatal.length === 0) {
        const back = block.returns.flatMap(({ from, handle }): [string, unknown][] => {
          const { id } = block.nodes[from] as Item;
          const step = steps.get(evaluatedKey(own, id));
          return step && step.status !== 'skipped' && step.handle === handle ? [[id, step.output]] : [];
        });
        results.push(oneOrAll(back));
        continue;
      }
      // What ended inner items may not have come to that any more.
      culprits.splice(before.culprits, Number.POSITIVE_INFINITY, fatal);
      for (const key of steps.keys()) unsure.add(key);
      for (const stop of stops.slice(before.stops)) stop.sure = false;
      results.push(null);
      if (loop.onItemError === 'continue') continue;
      return { step: { status: 'failed', handle: null, attempt: 1, output: { items } }, inner };
    }
    return { step: { status: 'completed', handle: 'done', attempt: 1, output: { items: results } }, inner };
  }

  const { steps, fatal } = evaluateBlock({ block: graph, iteration: '', index: 0, loop: null });
  const statuses = new Set<'completed' | 'failed'>(stops.map(({ status }) => status));
  if (fatal.length > 0) statuses.add('failed');
  else if (stops.every(({ sure }) => !sure)) statuses.add('completed');
  if (fatal.length > 0 || stops.length > 0) {
    for (const key of steps.keys()) unsure.add(key);
    culprits.splice(0, Number.POSITIVE_INFINITY, ...(stops.length === 0 ? [fatal] : []));
  }
  return { steps, unsure, culprits, statuses, output: outputOf(graph, steps) };
}

/** By `onError`; left out, the `error` handle where it is wired. A step that leaves by none fails what it belongs to. */
function failed(node: Item, attempt: number, output: unknown, { block }: Scene): Expected {
  const index = block.nodes.indexOf(node);
  const isWired = [...block.wires, ...block.returns].some(({ from, handle }) => from === index && handle === 'error');
  const policy = node.onError ?? (isWired ? 'branch' : 'fail');
  const handle = { branch: 'error', continue: 'out', fail: null }[policy];
  return { status: 'failed', handle, attempt, output };
}

/** What the world answers a call with. */
export function answer(status: number) {
  return { status, headers: {}, body: null };
}

function outputOf(graph: Block, steps: ReadonlyMap<string, Expected>): unknown {
  const ends = graph.nodes.flatMap((node, index): [string, unknown][] => {
    const step = steps.get(evaluatedKey('', node.id));
    if (step?.status !== 'completed') return [];
    const followed = graph.wires.some(({ from, handle }) => from === index && handle === step.handle);
    return followed ? [] : [[node.id, step.output]];
  });
  return oneOrAll(ends);
}

function oneOrAll(entries: [string, unknown][]): unknown {
  return entries.length > 1 ? Object.fromEntries(entries) : (entries[0]?.[1] ?? null);
}
