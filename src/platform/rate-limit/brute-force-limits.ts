import type pg from 'pg';
import { addressKey } from './address-key.js';
import { BruteForceLimiter } from './brute-force-limiter.js';
import { ExactLimit } from './exact-limit.js';

/** Who guesses, and whose secret. */
export interface Guess {
  /** The normalized key of whose secret is guessed. */
  whose: string;
  /** The address of the client; null for the server itself. */
  address: string | null;
  /** The client's device, if its user has logged in with it before. */
  device: string | null;
}

export interface BruteForceLimitsOptions {
  pool: pg.Pool;
  /** The prefix of keys, which separates the limits. */
  name: string;
  /** For the errors: `failed logins`. */
  what: string;
  /** For the errors: `with this email`. */
  whose: string;
}

const quarterOfAnHour = 15 * 60;
const atOnePlace = 10;
const byWhose = 50;
const byAddress = 100;

/**
 * Limits wrong guesses without locking out the owner. A known device has a count of its own, which no one else can use
 * up. Other clients are counted by the secret and their address, by the secret and by their address.
 */
export class BruteForceLimits {
  readonly #place: BruteForceLimiter;
  readonly #whose: BruteForceLimiter;
  readonly #address: BruteForceLimiter;

  constructor({ pool, name, what, whose }: BruteForceLimitsOptions) {
    const limiter = (suffix: string, limit: number, windowSeconds: number, where: string) =>
      new BruteForceLimiter(
        new ExactLimit({ pool, name: name + suffix, limit, windowSeconds, rememberRefused: false }),
        `More than ${limit} ${what} ${where}`,
      );
    this.#place = limiter('', atOnePlace, quarterOfAnHour, whose);
    this.#whose = limiter('-whose', byWhose, 60 * 60, `${whose} in an hour`);
    this.#address = limiter('-address', byAddress, quarterOfAnHour, 'from this address');
  }

  /**
   * Makes a guess. @param guess returns null if it was wrong; one that throws is not counted
   * @throws AppError RATE_LIMITED
   */
  attempt<T>({ whose, address, device }: Guess, guess: () => Promise<T | null>): Promise<T | null> {
    if (device !== null) return this.#place.attempt(JSON.stringify([whose, 'device', device]), guess);
    if (address === null) return this.#place.attempt(whose, guess);
    const from = addressKey(address);
    return this.#place.attempt(JSON.stringify([whose, 'address', from]), () =>
      this.#whose.attempt(whose, () => this.#address.attempt(from, guess)),
    );
  }
}
