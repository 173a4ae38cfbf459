/** The place of a step that is in progress, among the others. */
export interface Place {
  /** Resolves when the step may end. */
  turn: Promise<void>;
  /** The step has ended. */
  leave(): void;
}

interface Waiting {
  seq: number;
  isCalled: boolean;
  call: () => void;
}

/**
 * Lets steps that are in progress side by side end one by one in the order in which they ended when they were recorded, so
 * that the same one wins a race.
 */
export class RecordedOrder {
  readonly #places = new Set<Waiting>();
  #isOver = false;

  /** @param onEntered called when a step has a place */
  constructor(readonly onEntered: () => void) {}

  /** @param seq the recorded position of the step; without one it comes after all others */
  enter(seq: number | null | undefined): Place {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Waiting = { seq: seq ?? Number.POSITIVE_INFINITY, isCalled: false, call: resolve };
    this.#places.add(place);
    if (this.#isOver) resolve();
    this.onEntered();
    return { turn: promise, leave: () => this.#places.delete(place) };
  }

  /** Calls the next step, unless one that was called is still in progress. */
  callNext(): void {
    let next: Waiting | null = null;
    for (const place of this.#places) {
      if (place.isCalled) return;
      if (!next || place.seq < next.seq) next = place;
    }
    if (!next) return;
    next.isCalled = true;
    next.call();
  }

  /** From now on nothing waits. */
  end(): void {
    this.#isOver = true;
    for (const { call } of this.#places) call();
  }
}
