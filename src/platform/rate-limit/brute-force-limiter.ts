import { createHash } from 'node:crypto';
import type { ExactLimit } from './exact-limit.js';
import { rateLimited } from './quota-state.js';

/** Concurrent attempts for one key in a process: each is counted until it turns out to be correct. */
const maxConcurrent = 4;

/**
 * Limits wrong guesses of a secret. An attempt is counted as wrong before it is made and given back if it was correct, so
 * that concurrent attempts cannot exceed the limit; refused attempts are not counted.
 */
export class BruteForceLimiter {
  readonly #limit: ExactLimit;
  readonly #what: string;
  /** Attempts in progress in this process, by key. */
  readonly #open = new Map<string, Set<Promise<void>>>();

  /**
   * @param limit without `rememberRefused`
   * @param what the first sentence of the error, for example `More than 10 failed logins with this email`
   */
  constructor(limit: ExactLimit, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  /**
   * Makes an attempt.
   * @param who the normalized key
   * @param attempt returns null if the guess was wrong; an attempt that throws is not counted
   * @throws AppError RATE_LIMITED
   */
  async attempt<T>(who: string, attempt: () => Promise<T | null>): Promise<T | null> {
    // Hashed, so that the table does not contain emails.
    const key = createHash('sha256').update(who).digest('base64url');
    for (let open = this.#open.get(key); open && open.size >= maxConcurrent; open = this.#open.get(key)) {
      await Promise.race(open);
    }
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    this.#open.set(key, (this.#open.get(key) ?? new Set()).add(done));
    try {
      return await this.#run(key, attempt);
    } finally {
      this.#remove(key, done);
      finish();
    }
  }

  #remove(key: string, done: Promise<void>): void {
    const open = this.#open.get(key);
    open?.delete(done);
    if (open?.size === 0) this.#open.delete(key);
  }

  async #run<T>(key: string, attempt: () => Promise<T | null>): Promise<T | null> {
    const quotaState = await this.#limit.take(key);
    if (!quotaState.allowed) {
      await this.#limit.giveBack(key);
      throw rateLimited(this.#what, quotaState);
    }
    let wrong = false;
    try {
      const result = await attempt();
      wrong = result === null;
      return result;
    } finally {
      if (!wrong) await this.#limit.giveBack(key);
    }
  }
}
