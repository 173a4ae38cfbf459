import { LargeValue } from '../../../../../engine/index.js';
import type { Vault } from '../../../../../platform/vault/index.js';
import { blobContext, type StoredBlob } from './blobs.js';
import { contentOf, partsOf, readableBytesAtMost, withParts } from './large-values.js';

export interface ValueReaderOptions {
  workspaceId: string;
  vault: Pick<Vault, 'open'>;
  /** Reads blobs in one statement. */
  read: (ids: readonly string[]) => Promise<StoredBlob[]>;
  /** Parses JSON; a long text in a thread. */
  parse: (text: string) => Promise<unknown>;
}

/** A large value that a step reads, and its name in messages. */
export interface WantedValue {
  value: LargeValue;
  name: string;
}

/** The contents of the large values that a step reads, and the entries of its flow's state. */
export interface ReadValues extends ReadonlyMap<LargeValue, unknown> {
  readonly state?: Readonly<Record<string, unknown>>;
}

/** Bytes that stay in memory for the next steps of an execution. */
const heldBytesAtMost = 32 * 1024 * 1024;
/** Bytes of all large values that one step reads. */
const stepBytesAtMost = 64 * 1024 * 1024;

/** A value cannot be read: it is too large or nested too deeply. The message is for the author of the flow. */
export class ValueTooLarge extends Error {}

/** Reads the large values of one execution when steps need them. The last ones stay in memory, up to a limit. */
export class ValueReader {
  readonly #options: ValueReaderOptions;
  /** Loaded values that can be dropped, the one that was used last at the end. */
  readonly #held = new Set<LargeValue>();
  #heldBytes = 0;

  constructor(options: ValueReaderOptions) {
    this.#options = options;
  }

  /** The contents of these values in full. @throws ValueTooLarge */
  async contents(wanted: readonly WantedValue[]): Promise<ReadValues> {
    requireReadable(wanted);
    const found = new Map<LargeValue, unknown>();
    for (let round = wanted.map(({ value }) => value); round.length > 0; ) {
      // Before the read: meanwhile another step may take the space of what is loaded.
      for (const value of round) if (value.loaded) found.set(value, value.content);
      for (const [value, content] of await this.load(round.filter((one) => !found.has(one)))) found.set(value, content);
      round = round.flatMap((value) => partsOf(value, found.get(value))).filter((part) => !found.has(part));
    }
    for (const value of found.keys()) this.hold(value);
    const whole = (value: LargeValue): unknown =>
      value.composite ? withParts(found.get(value), whole) : found.get(value);
    return new Map(wanted.map(({ value }) => [value, whole(value)]));
  }

  /** Loads values, which then stay in memory unless they are held. */
  async load(values: readonly LargeValue[]): Promise<ReadValues> {
    if (values.length === 0) return new Map();
    const blobs = await this.#options.read([...new Set(values.map(({ id }) => id))]);
    const texts = new Map<string, string>();
    for (const blob of blobs) texts.set(blob.id, await this.#textOf(blob));
    for (const value of values) {
      const content = await this.#options.parse(texts.get(value.id) as string);
      // It may have been loaded meanwhile.
      if (!value.loaded) value.fill(contentOf(value, content));
    }
    return new Map(values.map((value) => [value, value.content]));
  }

  async #textOf({ id, content, encrypted }: StoredBlob): Promise<string> {
    if (content !== null) return content;
    return this.#options.vault.open(this.#options.workspaceId, encrypted as string, blobContext(id));
  }

  /** Keeps a loaded value in memory until others need the space. One that is not stored yet stays. */
  hold(value: LargeValue): void {
    if (this.#held.delete(value)) this.#heldBytes -= value.size;
    this.#held.add(value);
    this.#heldBytes += value.size;
    for (const one of this.#held) {
      if (this.#heldBytes <= heldBytesAtMost) return;
      if (!one.stored) continue;
      this.#held.delete(one);
      this.#heldBytes -= one.size;
      one.drop();
    }
  }
}

function requireReadable(wanted: readonly WantedValue[]): void {
  let bytes = 0;
  for (const { value, name } of wanted) {
    if (value.cut) {
      throw new ValueTooLarge(
        `${name} is too large or nested too deeply to be read: only its beginning was stored. A value must be at most ${mebibytes(readableBytesAtMost)} and 200 levels deep.`,
      );
    }
    if (value.size > readableBytesAtMost) {
      throw new ValueTooLarge(
        `${name} has ${grouped(value.size)} bytes, but a step can read values of at most ${grouped(readableBytesAtMost)} bytes (${mebibytes(readableBytesAtMost)}). Request or produce less data, for example page by page.`,
      );
    }
    bytes += value.size;
  }
  if (bytes > stepBytesAtMost) {
    throw new ValueTooLarge(
      `The step reads ${mebibytes(bytes)} of large values, but must read at most ${mebibytes(stepBytesAtMost)}. Read fewer of them in one step.`,
    );
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1).replace('.0', '')} MiB`;
}
