/** What a row contains in place of a large value. */
export interface ValueReference {
  /** ID of the blob. */
  id: string;
  /** Approximate bytes of the whole value as JSON, including the large values in it; 0 if they were not counted. */
  size: number;
  /** It contains other large values, by reference. */
  composite?: true;
  /** Only its beginning was stored, because it is too large or nested too deeply. It cannot be read. */
  cut?: true;
  /** The blob to show instead: this one contains secrets and is encrypted. */
  shown?: string;
}

/**
 * A value that is too large for a row. Steps and engine pass it on without knowing its content, which is read when an
 * expression needs it. All fields are private: it has no own properties, so that nothing that walks a value sees inside.
 */
export class LargeValue {
  readonly #reference: ValueReference;
  #content: { value: unknown } | null;
  #shown: LargeValue | null = null;
  #stored: boolean;

  private constructor(reference: ValueReference, content: { value: unknown } | null, stored: boolean) {
    this.#reference = reference;
    this.#content = content;
    this.#stored = stored;
  }

  /** A value that is not stored yet. */
  static of(value: unknown, reference: ValueReference): LargeValue {
    return new LargeValue(reference, { value }, false);
  }

  /** A value that is stored, and not loaded. */
  static at(reference: ValueReference): LargeValue {
    const { shown, ...whole } = reference;
    const value = new LargeValue(whole, null, true);
    if (shown !== undefined) value.#shown = LargeValue.at({ ...whole, id: shown });
    return value;
  }

  get id(): string {
    return this.#reference.id;
  }

  get size(): number {
    return this.#reference.size;
  }

  get composite(): boolean {
    return this.#reference.composite === true;
  }

  get cut(): boolean {
    return this.#reference.cut === true;
  }

  get stored(): boolean {
    return this.#stored;
  }

  get loaded(): boolean {
    return this.#content !== null;
  }

  /** @throws Error if it is not loaded */
  get content(): unknown {
    if (!this.#content) throw new Error(`The large value ${this.id} must be loaded before it is read.`);
    return this.#content.value;
  }

  /** The same value with secrets redacted; null if it contains none. */
  get redacted(): LargeValue | null {
    return this.#shown;
  }

  /** The reference for encrypted columns, which leads to the real value. */
  get reference(): ValueReference {
    return { ...this.#reference, ...(this.#shown && { shown: this.#shown.id }) };
  }

  fill(value: unknown): void {
    this.#content = { value };
  }

  /** Frees the content. It must be stored. */
  drop(): void {
    if (this.#stored) this.#content = null;
  }

  markStored(): void {
    this.#stored = true;
  }

  /** From now on readable columns refer to `shown`. */
  redactAs(shown: LargeValue): void {
    this.#shown = shown;
  }

  /** The form in readable columns: never leads to a secret. */
  toJSON(): { $blob: ValueReference } {
    return { $blob: (this.#shown ?? this).#reference };
  }
}

/** A value itself, or the content of a large one. */
export function contentOf(value: unknown): unknown {
  return value instanceof LargeValue ? value.content : value;
}
