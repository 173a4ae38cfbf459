import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { visitKey } from '../../../../engine/index.js';
import { isDatabaseAway, isRefused } from '../../../../platform/database/database-errors.js';
import type { OperationEnd } from '../../../billing/usage/index.js';
import type { Checkpoint, ClaimedExecution, Release, StepRecord } from './execution-record.js';
import type { ExecutionStore } from './execution-store.js';

export interface ExecutionJournalOptions {
  store: Pick<ExecutionStore, 'checkpoint'>;
  run: ClaimedExecution;
  log: Logger;
  /** Makes of a checkpoint what may be written: without secrets. */
  protect: (checkpoint: Checkpoint) => Promise<Checkpoint>;
  /** The run is somebody else's now, or nothing can be written any more. */
  onLost: () => void;
  /** The database does not take what the steps hold, and never will. */
  onRefused: () => void;
}

/** What may gather before it is written, so that a long run of quick steps can be taken over halfway. */
const gatherAtMost = { steps: 200, bytes: 4 * 1024 * 1024 };
const retryMs = { first: 50, most: 1_000 };
/** Tries of a write that fails although the database is there and has nothing against its values. */
const triesAtMost = 5;

/**
 * Writes a run's steps down, one write after the other. While the database is away it keeps trying: an effect that was
 * done is not to be done again because its result was thrown away. The fence decides what still counts.
 */
export class ExecutionJournal {
  readonly #options: ExecutionJournalOptions;
  readonly #dirty = new Map<string, StepRecord>();
  #operations: OperationEnd[] = [];
  #bytes = 0;
  #writing: Promise<boolean> = Promise.resolve(true);
  #scheduled: Promise<boolean> | null = null;
  #triesUntil = Number.POSITIVE_INFINITY;
  /** After a refusal steps are written without what they hold. */
  #bare = false;

  constructor(options: ExecutionJournalOptions) {
    this.#options = options;
  }

  /** Takes over what is to be written next. @param bytes of the step's contents, about */
  note(step: StepRecord, bytes: number): void {
    this.#dirty.set(visitKey(step), step);
    this.#bytes += bytes;
  }

  /** Takes over how paid acts ended, to be written with the steps that did them. */
  noteOperations(operations: readonly OperationEnd[]): void {
    if (operations.length > 0) this.#operations.push(...operations);
  }

  /** True when something is not written yet. */
  get pending(): boolean {
    return this.#dirty.size > 0 || this.#operations.length > 0;
  }

  /** True when so much has gathered that it should be written now. */
  get heavy(): boolean {
    return this.#dirty.size >= gatherAtMost.steps || this.#bytes >= gatherAtMost.bytes;
  }

  /** Tries for so many more milliseconds; 0 ends the journal, which writes nothing more. */
  giveUpIn(ms: number): void {
    this.#triesUntil = Math.min(this.#triesUntil, ms === 0 ? 0 : Date.now() + ms);
  }

  /**
   * Writes what is not written yet; everyone who asks meanwhile shares the next write. Never rejects: false when
   * nothing was written.
   */
  write(): Promise<boolean> {
    if (!this.pending && !this.#scheduled) return this.#writing;
    return this.#schedule();
  }

  /** Resolves when no write is on its way. */
  async idle(): Promise<void> {
    await this.#writing;
  }

  /** The last write. Nothing else may be asked for at the same time. */
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
    const operations = this.#operations;
    this.#dirty.clear();
    this.#operations = [];
    this.#bytes = 0;
    const outcome = await this.#store({ run, steps, operations, ...(release && { release }) });
    if (outcome === 'refused' && !this.#bare) {
      this.#bare = true;
      this.#operations.unshift(...operations);
      for (const step of steps) if (!this.#dirty.has(visitKey(step))) this.#dirty.set(visitKey(step), step);
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
      if (Date.now() >= this.#triesUntil) return 'lost';
      await delay(pause);
      pause = Math.min(pause * 2, retryMs.most);
    }
    return 'lost';
  }
}

function withoutContents(step: StepRecord): StepRecord {
  const error = step.error && { code: step.error.code, message: 'Not kept: it could not be written.' };
  return {
    ...step,
    input: null,
    output: null,
    variables: null,
    logs: [],
    error,
    truncated: step.output !== null,
    encrypted: null,
  };
}
