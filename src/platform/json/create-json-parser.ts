import { extname } from 'node:path';
import { computeSlots } from '../slots/compute-slots.js';
import { FairSlots } from '../slots/fair-slots.js';
import { openThread, type Thread } from '../slots/thread.js';
import { joinJson } from './join-json.js';
import type { SplitAnswer } from './json-thread.js';
import { JsonLimitError } from './split-json.js';

export interface JsonParser {
  /**
   * Parses JSON of any length without holding the event loop.
   * @param owner to whom the text belongs: owners share the threads fairly
   * @throws SyntaxError for text that is not JSON; JsonLimitError for long text that is nested more than 200 levels deep or
   *   has more than a million values; Error if the thread ended or is overloaded
   */
  parse(text: string, owner: string): Promise<unknown>;
  /** Ends the threads. Texts in progress fail. */
  close(): Promise<void>;
}

/** Characters that are parsed at once: a few milliseconds, at worst 50. */
export const parsedAtOnce = 1024 * 1024;
/** Threads that one owner can use at once; twice as many for all owners together. */
const sideBySide = 1;
const heapMb = 512;
/** Far more than a thread needs, so that load does not decide what is valid. */
const parseMs = 60_000;
/** Milliseconds after which a thread without work is ended. */
const idleMs = 10_000;

/** Parses short texts at once, and long ones in threads, which are started when they are needed. */
export function createJsonParser(execArgv?: readonly string[]): JsonParser {
  return new ThreadParser(execArgv);
}

class ThreadParser implements JsonParser {
  readonly #slots = new FairSlots(sideBySide);
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  #clock: NodeJS.Timeout | undefined;

  constructor(readonly execArgv: readonly string[] | undefined) {}

  async parse(text: string, owner: string): Promise<unknown> {
    if (text.length <= parsedAtOnce) return JSON.parse(text);
    const slot = this.#slots.of(owner);
    await slot.take();
    let answer: SplitAnswer;
    try {
      answer = await this.#ask(text);
    } finally {
      slot.release();
    }
    if ('problem' in answer) throw new (answer.isValid ? JsonLimitError : SyntaxError)(answer.problem);
    return joinJson(answer.fragments, computeSlots);
  }

  async close(): Promise<void> {
    clearTimeout(this.#clock);
    this.#idle.length = 0;
    await Promise.all([...this.#threads].map((thread) => thread.close()));
    this.#threads.clear();
  }

  async #ask(text: string): Promise<SplitAnswer> {
    const thread = this.#idle.pop() ?? this.#start();
    clearTimeout(this.#clock);
    try {
      const answer = (await thread.ask(text, parseMs)) as SplitAnswer;
      this.#idle.push(thread);
      return answer;
    } catch (error) {
      this.#threads.delete(thread);
      throw new Error('The thread that parses JSON did not answer.', { cause: error });
    } finally {
      this.#clock = setTimeout(() => this.#endIdle(), idleMs);
      this.#clock.unref();
    }
  }

  #start(): Thread {
    const script = new URL(`./json-thread${extname(import.meta.url)}`, import.meta.url);
    const thread = openThread(script, { heapMb, execArgv: this.execArgv });
    this.#threads.add(thread);
    return thread;
  }

  #endIdle(): void {
    for (const thread of this.#idle.splice(0)) {
      this.#threads.delete(thread);
      void thread.close();
    }
  }
}
