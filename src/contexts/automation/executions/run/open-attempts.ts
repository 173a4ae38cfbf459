/** The attempts of an execution that are in progress, each of which can be aborted. */
export class OpenAttempts {
  readonly #attempts = new Map<string, AbortController | null>();

  /** @param signal of the whole execution */
  constructor(readonly signal: AbortSignal) {}

  get size(): number {
    return this.#attempts.size;
  }

  /** @param alone true if the attempt may have to stop before the execution does, as inside a loop */
  begin(key: string, alone: boolean): AbortSignal {
    const own = alone ? new AbortController() : null;
    this.#attempts.set(key, own);
    return own ? AbortSignal.any([this.signal, own.signal]) : this.signal;
  }

  stop(key: string): void {
    this.#attempts.get(key)?.abort();
  }

  end(key: string): void {
    this.#attempts.delete(key);
  }
}
