import { FairSlots, type Slot } from '../../../../platform/slots/fair-slots.js';
import type { QuotaLimits } from '../../../accounts/quotas/index.js';
import type { DriveDeps } from '../run/drive-deps.js';
import { ExecutionDriver } from '../run/drive-execution.js';
import type { ClaimedExecution } from '../store/execution-record.js';
import { InFlightQuota, type InFlightQuotaOptions } from './in-flight-quota.js';
import type { Room } from './watch-ready.js';

/** The slots that an execution holds while it is in flight here. */
export interface AcquiredSlots {
  /** Limits executions in flight. */
  inFlightSlot: Slot;
  /** Limits executions that compute. */
  slot: Slot;
  release(): void;
}

export interface InFlightOptions {
  deps: DriveDeps;
  /**
   * Limits of one workspace: executions that compute concurrently, and executions in flight; twice as many for all
   * workspaces together.
   */
  concurrency: number;
  inFlight: number;
  /** Aborted when the process stops: what has not begun by then does not begin here. */
  stopping: AbortSignal;
  /** Called when slots become free. */
  onRoom: () => void;
  /** The quotas of workspaces, and their weights. */
  limits: Pick<QuotaLimits, 'limit' | 'weight' | 'own'>;
  quota: Pick<InFlightQuotaOptions, 'sql' | 'log' | 'workerId'>;
}

/** Executions that are started here and may wait to compute, per compute slot. */
const lineAtMost = 4;

/** The executions that a worker is claiming, driving or releasing, and their slots, which workspaces share fairly. */
export class ExecutionsInFlight {
  readonly drivers = new Map<string, ExecutionDriver>();
  /** Settles when an execution is released. */
  readonly runs = new Map<string, Promise<void>>();
  readonly #inFlightSlots: FairSlots;
  readonly #slots: FairSlots;
  readonly quota: InFlightQuota;
  /** Number of executions being started here, by workspace. */
  readonly #starting = new Map<string, number>();

  constructor(readonly options: InFlightOptions) {
    const { limits, onRoom } = options;
    this.#inFlightSlots = new FairSlots(options.inFlight, onRoom, limits.weight);
    this.#slots = new FairSlots(options.concurrency, onRoom, limits.weight);
    this.quota = new InFlightQuota({
      ...options.quota,
      limits,
      held: (workspaceId) => this.#inFlightSlots.held(workspaceId),
    });
  }

  get count(): number {
    return this.#inFlightSlots.taken;
  }

  /** How many executions could begin to compute now without waiting. */
  get room(): Room {
    const roomOf = (workspaceId: string) =>
      Math.min(this.#inFlightSlots.room(workspaceId), this.#slots.room(workspaceId), this.quota.room(workspaceId));
    const owners = new Set([...this.#inFlightSlots.owners, ...this.#slots.owners, ...this.options.limits.own()]);
    return {
      runs: Math.min(this.#inFlightSlots.free, this.#slots.free),
      of: new Map([...owners].map((workspaceId) => [workspaceId, roomOf(workspaceId)])),
      others: roomOf(''),
    };
  }

  /** Registers an execution as in flight until it is released, so that it is not taken for lost. */
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

  /** Drives an execution and then releases it. Does not wait for that. */
  drive(run: ClaimedExecution, { slot, release }: AcquiredSlots): void {
    const { deps, stopping } = this.options;
    const driver = new ExecutionDriver(deps, run, slot);
    this.drivers.set(run.id, driver);
    if (stopping.aborted) driver.requeue();
    driver
      .drive()
      .catch((error: Error) => deps.log.warn({ err: error }, 'execution was interrupted'))
      .finally(release);
  }

  /**
   * Drives a claimed execution. Its slots are taken before this returns if they are free, and if its former driver here
   * has finished releasing it.
   */
  async takeOver(run: ClaimedExecution): Promise<void> {
    while (this.runs.has(run.id)) await this.runs.get(run.id);
    const acquired = this.keep(run.workspaceId, run.id);
    if (!acquired.inFlightSlot.tryTake()) await acquired.inFlightSlot.take(this.options.stopping);
    this.drive(run, acquired);
  }

  /**
   * False if an execution would wait longer for those of its workspace than this process can afford: another process
   * may be idle.
   */
  mayStart(workspaceId: string): boolean {
    const ahead = this.#slots.waiting(workspaceId) + (this.#starting.get(workspaceId) ?? 0);
    const isRoom = this.#inFlightSlots.room(workspaceId) > 0 && this.quota.room(workspaceId) > 0;
    return ahead < lineAtMost * this.options.concurrency && isRoom;
  }

  /**
   * Starts an execution in this process, and drives it if it is claimed. It counts as ahead of the next one until it
   * waits for its slot itself.
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
      // The caller that waits for the acceptance goes first. If the start failed, the execution may exist all the same,
      // with the response lost: then the next heartbeats find it.
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

  /** Lets the steps in progress end, and then requeues their executions. */
  drain(): void {
    for (const driver of this.drivers.values()) driver.drain();
  }

  /** Interrupts the steps in progress, and requeues all executions that are driven. */
  requeue(): void {
    for (const driver of this.drivers.values()) driver.requeue();
  }

  /** Resolves when no execution is in flight. */
  async empty(): Promise<void> {
    while (this.runs.size > 0) await Promise.all(this.runs.values());
  }
}
