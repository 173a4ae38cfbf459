import { createHash } from 'node:crypto';
import type { ExactLimit } from './exact-limit.js';
import { rateLimited } from './quota-state.js';

/** Tries at once for one key in a process: they hold a place in the count until they turn out right. */
const atOnce = 4;

/**
 * Bounds how often a secret may be guessed wrongly. A try counts as wrong before it is made and is taken back when it was
 * right, so that no number of tries at once gets past the limit; tries that were refused leave no trace.
 */
export class BruteForceLimiter {
  readonly #limit: ExactLimit;
  readonly #what: string;
  /** Tries under way in this process, by key. */
  readonly #open = new Map<string, Set<Promise<void>>>();

  /**
   * @param limit one that does not remember whom it refused
   * @param what is told when it is too much, as `More than 10 failed logins with this email`
   */
  constructor(limit: ExactLimit, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  /**
   * Makes a try.
   * @param who in its one spelling
   * @param guess gives null where it was wrong; what it throws is no guess and does not count
   * @throws AppError RATE_LIMITED
   */
  async attempt<T>(who: string, attempt: () => Promise<T | null>): Promise<T | null> {
    // The table need not know who was tried.
    const key = createHash('sha256').update(who).digest('base64url');
    for (let open = this.#open.get(key); open && open.size >= atOnce; open = this.#open.get(key)) {
      await Promise.race(open);
    }
    const { promise: done, resolve: leave } = Promise.withResolvers<void>();
    this.#open.set(key, (this.#open.get(key) ?? new Set()).add(done));
    try {
      return await this.#make(key, attempt);
    } finally {
      this.#leave(key, done);
      leave();
    }
  }

  #leave(key: string, done: Promise<void>): void {
    const open = this.#open.get(key);
    open?.delete(done);
    if (open?.size === 0) this.#open.delete(key);
  }

  async #make<T>(key: string, attempt: () => Promise<T | null>): Promise<T | null> {
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
