/*
 * The work of expressions, conditions and regular expressions. Nothing can interrupt one evaluation, so work is counted
 * before it is done, in units of 0.05 to 0.15 microseconds (see `expressions/prices.ts`). A count is the same on every machine; a
 * duration is not.
 */

/** Units of work for everything that one attempt of a step evaluates: usually about 0.03 seconds, and 0.06 for the slowest kinds. */
export const workOfStep = 400_000;
/** Units for what all fields of one GraphQL operation evaluate and check. Other requests are answered between them. */
export const workOfOperation = 2_000_000;
/** Units for checking the regular expressions of a whole flow when it is saved. */
export const workOfFlow = 1_000_000;
/** Units for the conditions of one flow that an event may start, and of all flows that it may start together. */
export const workOfTrigger = { flow: 30_000, event: 150_000 } as const;

/** Why work of a step is refused; continues a sentence. */
const tooMuchForStep = 'it exceeds the work that one step may do. Process less data at once.';
/** The same of an operation. */
export const tooMuchForOperation =
  'all fields of the operation together exceed the work that one operation may do. Send them in several operations.';

/** A step or condition that exceeds the work it may do. */
export class WorkLimitError extends Error {
  readonly code = 'WORK_LIMIT';

  constructor(
    message = 'The step exceeds the work that its expressions, conditions and regular expressions may do together. Process less data at once.',
  ) {
    super(message);
  }
}

/** The work that a step may still do. */
export class WorkMeter {
  #left: number;
  readonly #paid = new Set<string>();

  /**
   * @param within a meter that is charged the same work too
   * @param tooMuch why work is refused; continues a sentence
   */
  constructor(
    units: number = workOfStep,
    readonly within?: WorkMeter,
    readonly tooMuch: string = tooMuchForStep,
  ) {
    this.#left = units;
  }

  /** Why work was refused; continues a sentence. */
  get refusal(): string {
    return this.#left >= 0 && this.within?.exhausted ? this.within.refusal : this.tooMuch;
  }

  /** True after work was refused: then all further work is refused too. */
  get exhausted(): boolean {
    return this.#left < 0 || this.within?.exhausted === true;
  }

  /** Called before the work is done. @throws WorkLimitError if it must not be done */
  charge(units: number): void {
    this.#left -= units;
    // Work that is refused costs the other flows of an event nothing.
    if (this.#left < 0) throw new WorkLimitError();
    this.within?.charge(units);
  }

  /** Charges work whose result is kept, once for each key: whether a cache has it must not change the cost. */
  chargeOnce(key: string, units: number): void {
    if (this.#paid.has(key)) return;
    this.#paid.add(key);
    this.charge(units);
  }
}

// Functions of CEL and checks of fields get no context. All of them are synchronous, so the meter can be a module variable.
let current: WorkMeter | null = null;

/** Runs synchronous work whose cost is charged to `meter`. */
export function metered<T>(meter: WorkMeter, work: () => T): T {
  const outer = current;
  current = meter;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** Runs work as a part of the work in progress; outside of `metered` with a meter of its own. */
export function meteredInPart<T>(work: (meter: WorkMeter) => T): T {
  const meter = current ?? new WorkMeter();
  return metered(meter, () => work(meter));
}

/** A meter of its own for a part of the work in progress. */
export function meterOfPart(units: number): WorkMeter {
  return new WorkMeter(units, current ?? undefined);
}

/** Charges the work in progress. Costs nothing outside of `metered`. @throws WorkLimitError */
export function charge(units: number): void {
  current?.charge(units);
}

/** Charges the work in progress once for each key. @throws WorkLimitError */
export function chargeOnce(key: string, units: number): void {
  current?.chargeOnce(key, units);
}

/**
 * Charges a search of one text for another by its worst case, which depends on the characters: short texts are compared at
 * each place, long ones skip some. @throws WorkLimitError
 */
export function chargeSearch(text: string, part: string): void {
  charge(text.length * (Math.min(part.length, 8) * 0.007 + part.length * 0.0007));
}
