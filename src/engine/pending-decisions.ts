import type { AskedLoop, Change, ChangedLoop, Decision, EndedLoop } from './decision.js';
import type { LoopProgress } from './step.js';
import { type Visit, visitKey } from './visit.js';

/** What is decided and not recorded yet, and what of it the current call made possible. */
export class PendingDecisions {
  readonly #start = new Map<string, Visit>();
  readonly #skip = new Map<string, Visit>();
  readonly #finish = new Map<string, EndedLoop>();
  readonly #ask = new Map<string, AskedLoop>();
  #fresh = newChange();
  #progress = new Map<string, ChangedLoop>();

  /** True if nothing is left to start or finish. */
  get isEmpty(): boolean {
    return this.#start.size === 0 && this.#finish.size === 0 && this.#ask.size === 0;
  }

  /** Everything that is pending. */
  all(): Omit<Decision, 'settled'> {
    return {
      start: [...this.#start.values()],
      skip: [...this.#skip.values()],
      finish: [...this.#finish.values()],
      ask: [...this.#ask.values()],
    };
  }

  /** What has become possible since the last call. */
  takeFresh(): Omit<Change, 'settled'> {
    const fresh = { ...this.#fresh, progress: [...this.#progress.values()] };
    this.#fresh = newChange();
    this.#progress = new Map();
    return fresh;
  }

  isDue(key: string): boolean {
    return this.#start.has(key);
  }

  start(visit: Visit): void {
    this.#start.set(visitKey(visit), visit);
    this.#fresh.start.push(visit);
  }

  skip(visit: Visit): void {
    this.#skip.set(visitKey(visit), visit);
    this.#fresh.skip.push(visit);
  }

  finish(loop: EndedLoop): void {
    this.#finish.set(visitKey(loop), loop);
    this.#fresh.finish.push(loop);
  }

  ask(loop: AskedLoop): void {
    this.#ask.set(visitKey(loop), loop);
    this.#fresh.ask.push(loop);
  }

  /** False if the loop is not asked any more. */
  answered(key: string): boolean {
    return this.#ask.delete(key);
  }

  changed(loop: Visit, progress: LoopProgress): void {
    const { nodeId, iteration } = loop;
    this.#progress.set(visitKey(loop), { nodeId, iteration, progress });
  }

  folded(loop: Visit, visits: Visit[], kept: boolean): void {
    this.#fresh.folded.push({ loop, visits, kept });
  }

  /** Steps that are open may be over. */
  over(): void {
    this.#fresh.over = true;
  }

  /** A visit was recorded. */
  started(key: string): void {
    this.#start.delete(key);
  }

  skipped(key: string): void {
    this.#skip.delete(key);
  }

  /** A loop was recorded as settled. */
  settled(key: string): void {
    this.#finish.delete(key);
    this.#ask.delete(key);
  }

  /** Drops what belongs to visits that are over. */
  drop(isOver: (visit: Visit) => boolean): void {
    for (const pending of [this.#start, this.#skip, this.#finish, this.#ask]) {
      for (const [key, visit] of pending) if (isOver(visit)) pending.delete(key);
    }
  }
}

function newChange(): Omit<Change, 'settled' | 'progress'> {
  return { start: [], skip: [], finish: [], ask: [], folded: [], over: false };
}
