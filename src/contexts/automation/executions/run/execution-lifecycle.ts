import type { EngineError } from '../../../../engine/step.js';

export type Mode = 'driving' | 'failing' | 'stopping' | 'requeueing' | 'abandoned';

/** Shared: an abort without a reason creates an error with its stack each time. */
const runOver = new DOMException('The execution has ended.', 'AbortError');

/** The mode of an execution in this process, and the signal that aborts its steps. */
export class ExecutionLifecycle {
  readonly #abort = new AbortController();
  #changed = Promise.withResolvers<void>();
  #mode: Mode = 'driving';
  #draining = false;
  #ending: { status: 'completed' | 'failed'; error: EngineError | null } = { status: 'completed', error: null };

  get mode(): Mode {
    return this.#mode;
  }

  get driving(): boolean {
    return this.#mode === 'driving';
  }

  /** True from when the process stops: no further step with effects begins here. */
  get draining(): boolean {
    return this.#draining;
  }

  get abandoned(): boolean {
    return this.#mode === 'abandoned';
  }

  get ending(): { status: 'completed' | 'failed'; error: EngineError | null } {
    return this.#ending;
  }

  /** Aborted as soon as the execution stops. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  fail(error: EngineError): void {
    this.end('failed', error);
  }

  /** Ends the execution. The first call wins. */
  end(status: 'completed' | 'failed', error: EngineError | null): void {
    if (this.#mode !== 'driving') return;
    this.#ending = { status, error };
    this.switchTo(status === 'failed' ? 'failing' : 'stopping');
  }

  /** Fails the execution, whatever it was about to end as. */
  forceFail(error: EngineError): void {
    this.#ending = { status: 'failed', error };
    this.switchTo('failing');
  }

  switchTo(mode: Mode): void {
    if (this.#mode === 'abandoned' || this.#mode === mode) return;
    this.#mode = mode;
    this.#abort.abort(runOver);
    this.#changed.resolve();
  }

  drain(): void {
    this.#draining = true;
    this.#changed.resolve();
  }

  /** Resolves pending `nextChange` calls. */
  notify(): void {
    this.#changed.resolve();
  }

  /** Resolves when something has changed since the last call, or after `ms` milliseconds. */
  async nextChange(ms?: number): Promise<void> {
    const timer = ms === undefined ? undefined : setTimeout(() => this.#changed.resolve(), ms);
    await this.#changed.promise;
    clearTimeout(timer);
    this.#changed = Promise.withResolvers<void>();
  }
}
