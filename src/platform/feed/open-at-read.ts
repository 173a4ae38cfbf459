/**
 * The values of a source that is opened at the first read. Of what opened it nothing is kept: subscriptions are many, and wait
 * for long.
 * @param open returns null for a source without values
 * @param show what is read of a value; null to leave it out
 */
export function openAtRead<Value, Shown>(
  open: () => Promise<AsyncGenerator<Value> | null>,
  show: (value: Value) => Shown | null | Promise<Shown | null>,
): AsyncGenerator<Shown> {
  return new OpenedAtRead(open, show);
}

class OpenedAtRead<Value, Shown> implements AsyncGenerator<Shown> {
  #open: (() => Promise<AsyncGenerator<Value> | null>) | null;
  #source: AsyncGenerator<Value> | null = null;
  readonly #show: (value: Value) => Shown | null | Promise<Shown | null>;

  constructor(
    open: () => Promise<AsyncGenerator<Value> | null>,
    show: (value: Value) => Shown | null | Promise<Shown | null>,
  ) {
    this.#open = open;
    this.#show = show;
  }

  next(): Promise<IteratorResult<Shown>> {
    if (this.#source) return this.#read(this.#source);
    const open = this.#open;
    this.#open = null;
    if (!open) return Promise.resolve({ value: undefined, done: true });
    return open().then((source) => {
      this.#source = source;
      return this.next();
    });
  }

  async #read(source: AsyncGenerator<Value>): Promise<IteratorResult<Shown>> {
    for (;;) {
      const result = await source.next();
      if (result.done) return result;
      const value = await this.#show(result.value);
      if (value !== null) return { value, done: false };
    }
  }

  async return(value?: unknown): Promise<IteratorResult<Shown>> {
    const source = this.#source;
    this.#open = null;
    this.#source = null;
    await source?.return(undefined);
    return { value, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<Shown>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
