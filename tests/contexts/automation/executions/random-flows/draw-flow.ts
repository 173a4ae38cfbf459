import type { OnError } from '../../../../../src/engine/index.js';
import type { Random } from './choices.js';
import type { Block, Item, NodeKind } from './flow-model.js';

/** Where nodes are drawn. */
interface Depth {
  /** How many loops and called flows are around it. */
  depth: number;
  isCalled: boolean;
}

const deepest = 2;

/** Draws a flow of these kinds: branches, merges, loops within loops, failures, retries, waits and calls. */
export function drawFlow(random: Random, kinds: readonly NodeKind[], trigger: NodeKind): Block {
  return new Drawing(random, kinds, trigger).flow(3 + random(9), { depth: 0, isCalled: false });
}

class Drawing {
  #count = 0;

  constructor(
    readonly random: Random,
    readonly kinds: readonly NodeKind[],
    readonly trigger: NodeKind,
  ) {}

  /** @param size number of nodes after the trigger */
  flow(size: number, at: Depth): Block {
    const nodes = [this.#item(this.trigger, at), ...this.#items(size, at)];
    const wires = nodes.flatMap((_, to): Block['wires'] => {
      if (to === 0) return [];
      const drawn = this.#wires(nodes, to);
      return drawn.length > 0 ? drawn : [{ from: 0, handle: 'out', to }];
    });
    return { nodes, wires, entries: [], returns: [] };
  }

  #body(size: number, at: Depth): Block {
    const nodes = this.#items(size, at);
    const wires = nodes.flatMap((_, to) => this.#wires(nodes, to));
    const entries = [...nodes.keys()].filter((to) => wires.every((wire) => wire.to !== to) || this.#one(6));
    const returns = nodes.flatMap(({ kind }, from) => {
      const handle = this.#one(2) ? this.#of(kind.handles) : undefined;
      return handle === undefined ? [] : [{ from, handle }];
    });
    return { nodes, wires, entries, returns };
  }

  #items(size: number, at: Depth): Item[] {
    return Array.from({ length: size }, () => this.#item(this.#kindAt(at), at));
  }

  #item(kind: NodeKind, at: Depth): Item {
    const fails = this.#one(2);
    const attempts = this.#one(2) ? 1 + this.random(3) : 1;
    return {
      id: `${kind.name}${this.#count++}`,
      kind,
      on: [0, 1, 2].filter(() => fails && this.random(3) > 0),
      attempts,
      failures: this.#one(2) ? 1 + this.random(attempts) : attempts,
      ...(this.#one(3) && { onError: this.#of(onErrorOf(kind)) as OnError }),
      disabled: this.#one(12) && kind !== this.trigger,
      own: kind.draw(this.random, () => this.#contents(kind, at)),
    };
  }

  #contents({ contains }: NodeKind, { depth, isCalled }: Depth): Block {
    if (contains === 'flow') return this.flow(1 + this.random(4), { depth: depth + 1, isCalled: true });
    return this.#body(1 + this.random(4), { depth: depth + 1, isCalled });
  }

  #kindAt({ depth, isCalled }: Depth): NodeKind {
    const allowed = this.kinds.filter((kind) => !(kind.contains && depth >= deepest) && !(kind.onlyAtTop && isCalled));
    return this.#of(allowed.flatMap((kind) => Array<NodeKind>(kind.weight).fill(kind))) as NodeKind;
  }

  /** Wires from up to three nodes before; none where these have no handle. */
  #wires(nodes: readonly Item[], to: number): Block['wires'] {
    if (to === 0) return [];
    return Array.from({ length: 1 + this.random(3) }).flatMap(() => {
      const from = this.random(to);
      const handle = this.#of((nodes[from] as Item).kind.handles);
      return handle === undefined ? [] : [{ from, handle, to }];
    });
  }

  /** True once in so many times, and never where the choices are at their end. */
  #one(inSoMany: number): boolean {
    return this.random(inSoMany) === inSoMany - 1;
  }

  #of<T>(list: readonly T[]): T | undefined {
    return list[this.random(list.length)];
  }
}

const onErrorOf = ({ handles }: NodeKind): readonly OnError[] =>
  handles.includes('error') ? ['fail', 'continue', 'branch'] : ['fail', 'continue'];
