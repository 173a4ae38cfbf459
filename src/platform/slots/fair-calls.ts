import { FairSlots, type WeightOf } from './fair-slots.js';

/** Limits concurrent calls of some kinds in this process. Workspaces share the slots of each kind fairly. */
export class FairCalls<Kind extends string> {
  readonly #slots: Readonly<Record<Kind, FairSlots>>;

  /** @param alone maximum number of calls of one workspace, by kind; twice as many for all workspaces together */
  constructor(alone: Readonly<Record<Kind, number>>, weightOf?: WeightOf) {
    const slots = Object.entries<number>(alone).map(([kind, count]) => [
      kind,
      new FairSlots(count, undefined, weightOf),
    ]);
    this.#slots = Object.fromEntries(slots) as Record<Kind, FairSlots>;
  }

  /** Calls when the workspace may use a slot of the kind. @throws the signal's reason if it is aborted before */
  async call<T>(kind: Kind, workspaceId: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const slot = this.#slots[kind].of(workspaceId);
    await slot.take(signal);
    try {
      signal.throwIfAborted();
      return await call();
    } finally {
      slot.release();
    }
  }

  /** How many calls of a workspace wait. */
  waiting(kind: Kind, workspaceId: string): number {
    return this.#slots[kind].waiting(workspaceId);
  }
}
