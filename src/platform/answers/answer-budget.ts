import { AppError } from '../errors.js';
import type { AnswerSink } from './answer-sink.js';
import { sizeOfAnswer } from './answer-size.js';
import type { AnswerSlots, ReleaseSlot } from './answer-slots.js';

/** What a read brought, or would have brought: no rows where `bytes` is over what it was allowed. */
export interface SizedRows<Row> {
  rows: Row[];
  bytes: number;
  /** There are more: their size was not counted to the end. */
  atLeast: boolean;
}

/** What is read, for the error: the answer's field, and the fields below it that can be large. */
export interface LargeField {
  field: string;
  below: readonly string[];
}

/**
 * The bytes that one operation, or all operations of one HTTP request, may bring from the database and answer with.
 * A small read takes one statement. One that does not fit what is left without a slot is read again once there is a slot.
 */
export class AnswerBudget {
  readonly #slots: () => AnswerSlots;
  readonly #caller: string;
  readonly #sink: AnswerSink | null;
  /** Bytes that were read, and those that are allowed to statements under way. */
  #read = 0;
  #reserved = 0;
  /** Of both, what was read without a slot. */
  #light = 0;
  #answered = 0;
  #large: Promise<unknown> = Promise.resolve();
  #slot: ReleaseSlot | undefined;

  /**
   * @param slots of the process; asked for at the first large read
   * @param sink where the answer goes; without one a slot is kept until `done`
   */
  constructor(slots: () => AnswerSlots, caller: string, sink: AnswerSink | null = null) {
    this.#slots = slots;
    this.#caller = caller;
    this.#sink = sink;
  }

  /**
   * Reads what can be large.
   * @param query sends the rows only where they come to at most so many bytes
   * @throws AppError ANSWER_TOO_LARGE, or what `AnswerSlots.acquire` does
   */
  async read<Row>(what: LargeField, query: (most: number) => Promise<SizedRows<Row>>): Promise<Row[]> {
    const { bytes: most, lightBytes } = this.#slots().limits;
    // Reads of one operation go side by side: each leaves the next one something.
    const allowed = Math.max(0, Math.floor(Math.min(lightBytes - this.#light, most - this.#read - this.#reserved) / 4));
    this.#light += allowed;
    const first = await this.#reserve(allowed, query).finally(() => {
      this.#light -= allowed;
    });
    if (first.bytes <= allowed) {
      this.#light += first.bytes;
      return first.rows;
    }
    if (first.bytes > most - this.#read) throw tooLarge(what, first, most);
    // One after the other: each knows what those before it have left.
    const next = this.#large.then(() => this.#readLarge(what, query));
    this.#large = next.catch(() => undefined);
    return next;
  }

  async #readLarge<Row>(what: LargeField, query: (most: number) => Promise<SizedRows<Row>>): Promise<Row[]> {
    this.#slot ??= await this.#slots().acquire(this.#caller, this.#sink);
    const { bytes: most } = this.#slots().limits;
    const allowed = most - this.#read - this.#reserved;
    const sized = await this.#reserve(allowed, query);
    if (sized.bytes > allowed) throw tooLarge(what, sized, most);
    return sized.rows;
  }

  async #reserve<Row>(allowed: number, query: (most: number) => Promise<SizedRows<Row>>): Promise<SizedRows<Row>> {
    this.#reserved += allowed;
    try {
      const sized = await query(allowed);
      if (sized.bytes <= allowed) this.#read += sized.bytes;
      return sized;
    } finally {
      this.#reserved -= allowed;
    }
  }

  /**
   * Counts what is answered with: aliases, and rows that several others lead to, show again what was read once.
   * Without a large read there is nothing to count.
   * @throws AppError ANSWER_TOO_LARGE
   */
  answerWith(data: unknown): void {
    if (this.#read === 0) return;
    const { bytes: most } = this.#slots().limits;
    const size = sizeOfAnswer(data, most - this.#answered);
    if ('over' in size) throw shownTooOften(size.over, most);
    this.#answered += size.bytes;
  }

  /** The operation has ended. Its slot is kept until its answer was written, where that is known. */
  done(): void {
    if (this.#sink) return;
    this.#slot?.();
    this.#slot = undefined;
  }
}

const cure = 'Ask for fewer rows with limit, leave out the large fields, or read single records.';

function tooLarge(
  { field, below }: LargeField,
  { bytes, atLeast }: Pick<SizedRows<unknown>, 'bytes' | 'atLeast'>,
  most: number,
): AppError {
  const size = `${atLeast ? 'at least ' : ''}${Math.ceil(bytes)} bytes`;
  const message = `${field} would bring ${size} (${below.join(', ')}); an answer holds at most ${most} in all. ${cure}`;
  return refusal(field, message, { bytes: Math.ceil(bytes), limit: most });
}

function shownTooOften(path: readonly (string | number)[], most: number): AppError {
  const field = path.join('.');
  return refusal(field, `The answer is over its ${most} bytes at ${field}. ${cure}`, { limit: most });
}

function refusal(field: string, message: string, details: Record<string, number>): AppError {
  return new AppError('ANSWER_TOO_LARGE', message, [{ field, rule: 'answer-bytes', message, ...details }]);
}
