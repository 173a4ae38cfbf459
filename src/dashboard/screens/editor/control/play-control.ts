import type { FlowControl } from '../flow-content.js';

/** A start on the time line. */
export interface SampleStart {
  /** In seconds. */
  at: number;
  /** Which of the keys it has. */
  key: number;
}

/** What becomes of a start. */
export interface PlayedStart extends SampleStart {
  /** `gathered`: another start runs with its data, or instead of it. */
  outcome: 'completed' | 'replaced' | 'skipped' | 'gathered';
  /** When its execution begins and ends, in seconds; null if it has none. */
  runs: { from: number; to: number } | null;
  /** The starts that its execution stands for. */
  size: number;
}

/** Plays starts by a control, as the server decides about them. Each execution runs for so many seconds; priorities are equal. */
export function playControl(control: FlowControl, starts: readonly SampleStart[], seconds: number): PlayedStart[] {
  const played = starts.map((start): PlayedStart => ({ ...start, outcome: 'completed', runs: null, size: 1 }));
  const keys = control.key ? new Set(played.map(({ key }) => key)) : [null];
  for (const key of keys) new Lane(control, seconds).play(played.filter((start) => key === null || start.key === key));
  return played;
}

/** The executions that share the limits of a control. */
class Lane {
  #gathering: { start: PlayedStart; closesAt: number } | null = null;
  #waiting: PlayedStart[] = [];
  #running: (PlayedStart & { runs: { from: number; to: number } })[] = [];
  /** When executions began. */
  readonly #begun: number[] = [];

  constructor(
    readonly control: FlowControl,
    readonly seconds: number,
  ) {}

  play(starts: readonly PlayedStart[]): void {
    const arriving = starts.toSorted((one, other) => one.at - other.at);
    for (let now = arriving[0]?.at ?? never; now < never; now = this.#next(arriving[0]?.at ?? never, now)) {
      this.#running = this.#running.filter(({ runs }) => runs.to > now);
      while (arriving[0] && arriving[0].at <= now) this.#accept(arriving.shift() as PlayedStart);
      if (this.#gathering && this.#gathering.closesAt <= now) {
        this.#waiting.push(this.#gathering.start);
        this.#gathering = null;
      }
      if (this.control.overlap === 'replace') this.#makeRoom(now);
      this.#waiting = this.#waiting.filter((start) => !this.#decide(start, now));
    }
  }

  /** When something happens next. */
  #next(arrival: number, now: number): number {
    const { throttle } = this.control;
    const oldest = this.#begun.at(-(throttle?.count ?? 1));
    const slot = throttle && oldest !== undefined ? oldest + throttle.seconds : never;
    const times = [arrival, this.#gathering?.closesAt ?? never, slot, ...this.#running.map(({ runs }) => runs.to)];
    return Math.min(...times.filter((time) => time > now));
  }

  #accept(start: PlayedStart): void {
    const { debounceSeconds, batch } = this.control;
    const seconds = debounceSeconds ?? batch?.seconds;
    if (!seconds) {
      this.#waiting.push(start);
      return;
    }
    const former = this.#gathering;
    if (!former) {
      this.#gathering = { start, closesAt: start.at + seconds };
      return;
    }
    const [kept, gathered] = debounceSeconds ? [start, former.start] : [former.start, start];
    gathered.outcome = 'gathered';
    kept.size = former.start.size + 1;
    const isFull = batch && kept.size >= batch.max;
    const closesAt = debounceSeconds ? start.at + seconds : isFull ? start.at : former.closesAt;
    this.#gathering = { start: kept, closesAt };
  }

  /** The newest executions stay. */
  #makeRoom(now: number): void {
    const open = [...this.#running, ...this.#waiting];
    const left = new Set(open.slice(0, Math.max(0, open.length - (this.control.concurrency ?? open.length))));
    for (const start of left) {
      start.outcome = 'replaced';
      if (start.runs) start.runs.to = now;
    }
    this.#running = this.#running.filter((start) => !left.has(start));
    this.#waiting = this.#waiting.filter((start) => !left.has(start));
  }

  /** @returns false if the start waits */
  #decide(start: PlayedStart, now: number): boolean {
    const { overlap, throttle } = this.control;
    const concurrency = this.control.concurrency ?? never;
    if (this.#running.length >= concurrency) {
      if (overlap !== 'skip') return false;
      start.outcome = 'skipped';
      return true;
    }
    if (throttle && this.#begun.filter((at) => at > now - throttle.seconds).length >= throttle.count) return false;
    const runs = { from: now, to: now + this.seconds };
    this.#running.push(Object.assign(start, { runs }));
    this.#begun.push(now);
    return true;
  }
}

const never = Number.POSITIVE_INFINITY;
