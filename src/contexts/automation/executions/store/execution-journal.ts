import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Visit, visitKey } from '../../../../engine/index.js';
import { isDatabaseAway, isRefused } from '../../../../platform/errors/database-errors.js';
import type { OperationEnd } from '../../../billing/usage/index.js';
import type { Checkpoint, ClaimedExecution, Release, StepRecord, StoredProgress } from './execution-record.js';
import type { ExecutionStore } from './execution-store.js';

export interface ExecutionJournalOptions {
  store: Pick<ExecutionStore, 'checkpoint'>;
  run: ClaimedExecution;
  log: Logger;
  /** Removes secrets from a checkpoint before it is written. */
  protect: (checkpoint: Checkpoint) => Promise<Checkpoint>;
  /** Called when another worker drives the execution now, or nothing can be written any more. */
  onLost: () => void;
  /** Called when the database permanently refuses the contents of the steps. */
  onRefused: () => void;
}

/** How much is collected before it is written, so that a long series of quick steps can be taken over halfway. */
const gatherAtMost = { steps: 200, bytes: 4 * 1024 * 1024 };
const retryMs = { first: 50, most: 1_000 };
/** Attempts for a write that fails although the database is available and accepts its values. */
const triesAtMost = 5;

/**
 * Writes the steps of an execution, one write at a time. While the database is unavailable it keeps retrying: an effect
 * must not be repeated because its result was lost. The fence decides which writes still count.
 */
export class ExecutionJournal {
  readonly #options: ExecutionJournalOptions;
  /** In order of their last changes, which is that of their events: a loop that ended comes after its items. */
  readonly #dirty = new Map<string, StepRecord>();
  /** Of loops whose step is not written as a whole. */
  readonly #progress = new Map<string, Visit & { progress: StoredProgress }>();
  #operations: OperationEnd[] = [];
  #bytes = 0;
  #writes = 0;
  #writing: Promise<boolean> = Promise.resolve(true);
  #scheduled: Promise<boolean> | null = null;
  #triesUntil = Number.POSITIVE_INFINITY;
  /** After a refusal, steps are written without their contents. */
  #bare = false;

  constructor(options: ExecutionJournalOptions) {
    this.#options = options;
  }

  /** Adds a step to the next write. @param bytes approximate size of the step's contents */
  note(step: StepRecord, bytes: number): void {
    const key = visitKey(step);
    this.#dirty.delete(key);
    this.#dirty.set(key, step);
    this.#progress.delete(key);
    this.#bytes += bytes;
  }

  /** Adds how far a loop is: it is written together with the steps that changed it. */
  noteProgress({ nodeId, iteration }: Visit, progress: StoredProgress): void {
    const key = visitKey({ nodeId, iteration });
    const step = this.#dirty.get(key);
    if (step) this.#dirty.set(key, { ...step, progress });
    else this.#progress.set(key, { nodeId, iteration, progress });
  }

  /** Adds the results of billable operations, which are written with the steps that performed them. */
  noteOperations(operations: readonly OperationEnd[]): void {
    if (operations.length > 0) this.#operations.push(...operations);
  }

  /** True if something has not been written yet. */
  get pending(): boolean {
    return this.#dirty.size > 0 || this.#progress.size > 0 || this.#operations.length > 0;
  }

  /** True if enough has been collected to write it now. */
  get heavy(): boolean {
    return this.#dirty.size >= gatherAtMost.steps || this.#bytes >= gatherAtMost.bytes;
  }

  /** Keeps retrying for `ms` more milliseconds. With 0 the journal stops and writes nothing more. */
  giveUpIn(ms: number): void {
    this.#triesUntil = Math.min(this.#triesUntil, ms === 0 ? 0 : performance.now() + ms);
  }

  /**
   * Writes everything that is pending. Concurrent callers share the next write. Never rejects; returns false if nothing
   * was written.
   */
  write(): Promise<boolean> {
    if (!this.pending && !this.#scheduled) return this.#writing;
    return this.#schedule();
  }

  /** Resolves when no write is in progress. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** Makes the last write. No other write may be requested at the same time. */
  release(release: Release): Promise<boolean> {
    return this.#schedule(release);
  }

  #schedule(release?: Release): Promise<boolean> {
    this.#scheduled ??= this.#writing.then(() => this.#next(release));
    this.#writing = this.#scheduled;
    return this.#scheduled;
  }

  async #next(release?: Release): Promise<boolean> {
    this.#scheduled = null;
    const { run, onLost, onRefused } = this.#options;
    const steps = [...this.#dirty.values()].map((step) => (this.#bare ? withoutContents(step) : step));
    const loops = [...this.#progress.values()];
    const operations = this.#operations;
    this.#dirty.clear();
    this.#progress.clear();
    this.#operations = [];
    this.#bytes = 0;
    const n = ++this.#writes;
    const outcome = await this.#store({ run, n, steps, loops, operations, ...(release && { release }) });
    if (outcome === 'refused' && !this.#bare) {
      this.#bare = true;
      this.#operations.unshift(...operations);
      const newer = [...this.#dirty.values()];
      this.#dirty.clear();
      for (const step of steps) this.#dirty.set(visitKey(step), step);
      for (const step of newer) this.note(step, 0);
      for (const loop of loops) {
        const key = visitKey(loop);
        if (!this.#dirty.has(key) && !this.#progress.has(key)) this.#progress.set(key, loop);
      }
      onRefused();
    } else if (outcome !== 'held') {
      onLost();
    }
    return outcome === 'held';
  }

  async #store(checkpoint: Checkpoint): Promise<'held' | 'lost' | 'refused'> {
    const { store, run, log, protect } = this.#options;
    for (let tries = 1, pause = retryMs.first; this.#triesUntil > 0; tries++) {
      try {
        return (await store.checkpoint(await protect(checkpoint))) ? 'held' : 'lost';
      } catch (error) {
        log.warn({ err: error, executionId: run.id }, 'a checkpoint could not be written');
        if (isRefused(error) || (tries >= triesAtMost && !isDatabaseAway(error))) return 'refused';
      }
      if (performance.now() >= this.#triesUntil) return 'lost';
      await delay(pause);
      pause = Math.min(pause * 2, retryMs.most);
    }
    return 'lost';
  }
}

function withoutContents(step: StepRecord): StepRecord {
  const error = step.error && {
    code: step.error.code,
    message: 'The message was not stored, because it could not be written.',
  };
  return {
    ...step,
    input: null,
    output: null,
    variables: null,
    logs: [],
    error,
    truncated: step.output !== null,
    encrypted: null,
    attempts: null,
  };
}
