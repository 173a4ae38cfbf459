import type { RunError } from '../../../../engine/step.js';

export type Mode = 'driving' | 'failing' | 'stopping' | 'requeueing' | 'abandoned';

/** One for all: an abort without a reason makes an error with its stack each time. */
const runOver = new DOMException('The run is over.', 'AbortError');

/** Where a run in this process is heading, and what tells its steps that it goes on no longer. */
export class ExecutionLifecycle {
  readonly #abort = new AbortController();
  #changed = Promise.withResolvers<void>();
  #mode: Mode = 'driving';
  #ending: { status: 'completed' | 'failed'; error: RunError | null } = { status: 'completed', error: null };

  get mode(): Mode {
    return this.#mode;
  }

  get driving(): boolean {
    return this.#mode === 'driving';
  }

  get abandoned(): boolean {
    return this.#mode === 'abandoned';
  }

  get ending(): { status: 'completed' | 'failed'; error: RunError | null } {
    return this.#ending;
  }

  /** Aborted as soon as the run goes on no longer. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  fail(error: RunError): void {
    this.end('failed', error);
  }

  /** Ends the run; the first end counts. */
  end(status: 'completed' | 'failed', error: RunError | null): void {
    if (this.#mode !== 'driving') return;
    this.#ending = { status, error };
    this.switchTo(status === 'failed' ? 'failing' : 'stopping');
  }

  /** Fails the run whatever it was about to end as. */
  forceFail(error: RunError): void {
    this.#ending = { status: 'failed', error };
    this.switchTo('failing');
  }

  switchTo(mode: Mode): void {
    if (this.#mode === 'abandoned' || this.#mode === mode) return;
    this.#mode = mode;
    this.#abort.abort(runOver);
    this.#changed.resolve();
  }

  /** Wakes whoever waits in `nextChange`. */
  notify(): void {
    this.#changed.resolve();
  }

  /** Until something has changed since the last call, or so many milliseconds have passed. */
  async nextChange(ms?: number): Promise<void> {
    const timer = ms === undefined ? undefined : setTimeout(() => this.#changed.resolve(), ms);
    await this.#changed.promise;
    clearTimeout(timer);
    this.#changed = Promise.withResolvers<void>();
  }
}
