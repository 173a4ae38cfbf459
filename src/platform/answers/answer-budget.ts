import { AppError } from '../errors/errors.js';
import type { AnswerSink } from './answer-sink.js';
import { sizeOfAnswer } from './answer-size.js';
import type { AnswerSlots, ReleaseSlot } from './answer-slots.js';

/** The result of a read. Contains no rows if `bytes` exceeds the allowed size. */
export interface SizedRows<Row> {
  rows: Row[];
  bytes: number;
  /** There are more: counting stopped before the end. */
  atLeast: boolean;
}

/** What is read, for the error: the answer's field, and the large fields below it. */
export interface LargeField {
  field: string;
  below: readonly string[];
}

const nothing = Promise.resolve();

/**
 * The bytes that one operation, or all operations of one HTTP request, may read from the database and return. A small
 * read takes one statement. A read that exceeds what is allowed without a slot is repeated once a slot is acquired.
 */
export class AnswerBudget {
  readonly #process: { readonly answers: AnswerSlots };
  readonly #caller: string;
  readonly #sink: AnswerSink | null;
  /** Bytes that were read, and bytes reserved for statements in progress. */
  #read = 0;
  #reserved = 0;
  /** The part of both that was read without a slot. */
  #light = 0;
  #answered = 0;
  #large: Promise<unknown> = nothing;
  #slot: ReleaseSlot | undefined;

  /**
   * @param process has the slots of the process; requested at the first large read
   * @param sink receives the answer; without one the slot is held until `done`
   */
  constructor(process: { readonly answers: AnswerSlots }, caller: string, sink: AnswerSink | null = null) {
    this.#process = process;
    this.#caller = caller;
    this.#sink = sink;
  }

  /**
   * Reads rows that can be large.
   * @param query returns the rows only if they are at most `most` bytes in total
   * @throws AppError ANSWER_TOO_LARGE, and the errors of `AnswerSlots.acquire`
   */
  async read<Row>(what: LargeField, query: (most: number) => Promise<SizedRows<Row>>): Promise<Row[]> {
    const { bytes: most, lightBytes } = this.#process.answers.limits;
    // Reads of one operation run concurrently: each leaves a part of the rest to the next.
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
    // One after the other, so that each read is charged before the next begins.
    const next = this.#large.then(() => this.#readLarge(what, query));
    this.#large = next.catch(() => undefined);
    return next;
  }

  async #readLarge<Row>(what: LargeField, query: (most: number) => Promise<SizedRows<Row>>): Promise<Row[]> {
    this.#slot ??= await this.#process.answers.acquire(this.#caller, this.#sink);
    const { bytes: most } = this.#process.answers.limits;
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
   * Counts the bytes of the answer: aliases, and rows related to several others, repeat what was read once. Without a
   * large read nothing is counted.
   * @param data as objects, or as JSON
   * @throws AppError ANSWER_TOO_LARGE
   */
  answerWith(data: unknown): void {
    if (this.#read === 0) return;
    const { bytes: most } = this.#process.answers.limits;
    const left = most - this.#answered;
    const size = typeof data === 'string' ? sizeOfText(data, left) : sizeOfAnswer(data, left);
    if ('over' in size) throw shownTooOften(size.over, most);
    this.#answered += size.bytes;
  }

  /**
   * To be called at the end of the operation. The slot is held until the answer was written, if that can be observed.
   */
  done(): void {
    if (this.#sink) return;
    this.#slot?.();
    this.#slot = undefined;
  }
}

/** A character has at most three bytes, so that most texts need not be parsed. */
function sizeOfText(text: string, most: number): ReturnType<typeof sizeOfAnswer> {
  return text.length * 3 <= most / 2 ? { bytes: Buffer.byteLength(text) } : sizeOfAnswer(JSON.parse(text), most);
}

const cure = 'Request fewer rows with limit, omit the large fields, or read single records.';

function tooLarge(
  { field, below }: LargeField,
  { bytes, atLeast }: Pick<SizedRows<unknown>, 'bytes' | 'atLeast'>,
  most: number,
): AppError {
  const size = `${atLeast ? 'at least ' : ''}${Math.ceil(bytes)} bytes`;
  const message = `${field} would return ${size} (${below.join(', ')}). An answer must be at most ${most} bytes in total. ${cure}`;
  return refusal(field, message, { bytes: Math.ceil(bytes), limit: most });
}

function shownTooOften(path: readonly (string | number)[], most: number): AppError {
  const field = path.join('.');
  return refusal(field, `The answer must be at most ${most} bytes, but exceeds them at ${field}. ${cure}`, {
    limit: most,
  });
}

function refusal(field: string, message: string, details: Record<string, number>): AppError {
  return new AppError('ANSWER_TOO_LARGE', message, [{ field, rule: 'answer-bytes', message, ...details }]);
}
