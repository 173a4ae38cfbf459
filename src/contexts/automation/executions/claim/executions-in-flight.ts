import { FairSlots, type Slot } from '../../../../platform/fair-slots.js';
import type { ClaimedExecution } from '../checkpoint/execution-record.js';
import type { DriveDeps } from '../drive/drive-deps.js';
import { ExecutionDriver } from '../drive/drive-execution.js';
import type { Room } from './watch-queue.js';

/** What a run holds while it is in hand here. */
export interface AcquiredSlots {
  /** One of those in flight. */
  inFlightSlot: Slot;
  /** One of those that compute. */
  slot: Slot;
  release(): void;
}

export interface InFlightOptions {
  deps: DriveDeps;
  /** Runs of one workspace that compute side by side, and that are in flight; of several together twice as many. */
  concurrency: number;
  inFlight: number;
  /** Aborted when the process stops: what has not begun by then does not begin here. */
  stopping: AbortSignal;
  /** Told when there is room for more. */
  onRoom: () => void;
}

/** Runs that start here and may wait to compute, for each one that may. */
const lineAtMost = 4;

/** The runs that a worker is claiming, driving or leaving, and what they hold of it: shared fairly by workspaces. */
export class ExecutionsInFlight {
  readonly drivers = new Map<string, ExecutionDriver>();
  /** Settles when a run is let go. */
  readonly runs = new Map<string, Promise<void>>();
  readonly #inFlightSlots: FairSlots;
  readonly #slots: FairSlots;
  /** Runs of workspaces that are being started here. */
  readonly #starting = new Map<string, number>();

  constructor(readonly options: InFlightOptions) {
    this.#inFlightSlots = new FairSlots(options.inFlight, options.onRoom);
    this.#slots = new FairSlots(options.concurrency, options.onRoom);
  }

  get count(): number {
    return this.#inFlightSlots.taken;
  }

  /** How many runs could be taken up now without letting any of them wait. */
  get room(): Room {
    const roomOf = (workspaceId: string) =>
      Math.min(this.#inFlightSlots.room(workspaceId), this.#slots.room(workspaceId));
    const owners = new Set([...this.#inFlightSlots.owners, ...this.#slots.owners]);
    return {
      runs: Math.min(this.#inFlightSlots.free, this.#slots.free),
      of: new Map([...owners].map((workspaceId) => [workspaceId, roomOf(workspaceId)])),
      others: roomOf(''),
    };
  }

  /** Keeps a run in hand, so that nobody takes it for lost, until it is let go. */
  keep(workspaceId: string, executionId: string): AcquiredSlots {
    const left = Promise.withResolvers<void>();
    const inFlightSlot = this.#inFlightSlots.of(workspaceId);
    const slot = this.#slots.of(workspaceId);
    this.runs.set(executionId, left.promise);
    const release = () => {
      this.drivers.delete(executionId);
      this.runs.delete(executionId);
      slot.release();
      inFlightSlot.release();
      left.resolve();
    };
    return { inFlightSlot, slot, release };
  }

  /** Drives a run and lets go of it; nobody waits for that. */
  drive(run: ClaimedExecution, { slot, release }: AcquiredSlots): void {
    const { deps, stopping } = this.options;
    const driver = new ExecutionDriver(deps, run, slot);
    this.drivers.set(run.id, driver);
    if (stopping.aborted) driver.requeue();
    driver
      .drive()
      .catch((error: Error) => deps.log.warn({ err: error }, 'a run was interrupted'))
      .finally(release);
  }

  /** Drives a run that was claimed with the place of one that left. */
  async takeOver(run: ClaimedExecution): Promise<void> {
    while (this.runs.has(run.id)) await this.runs.get(run.id);
    const acquired = this.keep(run.workspaceId, run.id);
    await acquired.inFlightSlot.take(this.options.stopping);
    this.drive(run, acquired);
  }

  /** False where a run had to wait for those of its workspace longer than this process needs: another one may be idle. */
  mayStart(workspaceId: string): boolean {
    const ahead = this.#slots.waiting(workspaceId) + (this.#starting.get(workspaceId) ?? 0);
    return ahead < lineAtMost * this.options.concurrency && this.#inFlightSlots.room(workspaceId) > 0;
  }

  /**
   * Starts a run that may start here, and drives it where it is claimed. It counts among those ahead of the next one until
   * it stands in line for its slot itself.
   */
  async start<T extends { claimed: ClaimedExecution | null }>(
    { id, workspaceId }: { id: string; workspaceId: string },
    start: () => Promise<T>,
  ): Promise<T> {
    const acquired = this.keep(workspaceId, id);
    acquired.inFlightSlot.tryTake();
    this.#count(workspaceId, 1);
    let claimed: ClaimedExecution | null = null;
    try {
      const started = await start();
      claimed = started.claimed;
      return started;
    } finally {
      // Whoever waits to hear that it was accepted goes first. Where that failed it may be there all the same, with the
      // answer lost: then the next heartbeats find it.
      setImmediate(() => {
        this.#count(workspaceId, -1);
        if (claimed) this.drive(claimed, acquired);
        else acquired.release();
      });
    }
  }

  #count(workspaceId: string, by: number): void {
    const count = (this.#starting.get(workspaceId) ?? 0) + by;
    if (count > 0) this.#starting.set(workspaceId, count);
    else this.#starting.delete(workspaceId);
  }

  /** Gives all that are driven back to the queue. */
  requeue(): void {
    for (const driver of this.drivers.values()) driver.requeue();
  }

  /** Resolves when none is in hand. */
  async empty(): Promise<void> {
    while (this.runs.size > 0) await Promise.all(this.runs.values());
  }
}
