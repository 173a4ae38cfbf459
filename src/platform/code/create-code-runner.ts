import { FairSlots, type Slot, type WeightOf } from '../slots/fair-slots.js';
import { defaultTimeoutMs, failed, interrupted, readAnswer, unavailable } from './code-results.js';
import type { CodeRun, CodeTask, FromSandbox } from './code-run.js';
import { librariesOf } from './libraries-of.js';
import { type Sandbox, type SandboxEnd, startSandbox } from './sandbox.js';

export interface CodeRunner {
  /**
   * Runs untrusted code in isolation. Never throws: an error of the code is a failed run.
   * @param owner to whom the code belongs: owners share the slots fairly
   */
  run(task: CodeTask, signal: AbortSignal, owner: string): Promise<CodeRun>;
  /** Ends the processes; runs in progress fail. */
  close(): void;
}

/** Milliseconds beyond the timeout before the process is killed; normally it stops the code itself. */
const graceMs = 1_000;
/**
 * Concurrent runs of one owner; twice as many for all owners together. Each may use 64 MiB, so all of them half a
 * gigabyte.
 */
const sideBySide = 4;
/** Processes with and without work. A run has a process of its owner or of its own, so none waits for one. */
const processesAtMost = 2 * sideBySide;
/** Characters of what a run is given, of which it makes a multiple in its memory. */
const givenAtMost = 32 * 1024 * 1024;
/** Milliseconds after which a process without work is ended. */
const endsIdleAfterMs = 60_000;

interface Job {
  id: number;
  owner: string;
  task: CodeTask;
  input: string;
  scope: string;
  /** Set if its process died while it ran several: this one is retried in a process of its own. */
  alone: boolean;
  /** The process in which it runs; null once it is settled. */
  child: Child | null;
  /** Kills the process if it does not stop the run in time. */
  clock?: NodeJS.Timeout;
  /** True if its process was killed because it did not stop the run in time. */
  overdue: boolean;
  settle: (run: CodeRun) => void;
}

interface Child {
  owner: string;
  sandbox: Sandbox;
  jobs: Map<number, Job>;
  /** Ends the process while it has no work. */
  idle?: NodeJS.Timeout;
  /** Kill the process if it does not stop the cancelled runs in time. */
  stopping: Map<number, NodeJS.Timeout>;
  /** True if it was killed for one run: the others did nothing wrong. */
  killed: boolean;
}

/**
 * Runs code in a child process for each owner, which is started at the first use, restarted after it died and ended when
 * it has no work: what one owner's code does to its process does nothing to the code of others.
 */
export function createCodeRunner(weightOf?: WeightOf, idleMs: number = endsIdleAfterMs): CodeRunner {
  return new Runner(weightOf, idleMs);
}

class Runner implements CodeRunner {
  readonly #slots: FairSlots;
  /** The processes; those that have had no work for longest are first among the idle ones. */
  readonly #children = new Set<Child>();
  readonly #closing = new AbortController();
  /** The process of each owner, for all its runs that need none of their own. */
  readonly #shared = new Map<string, Child>();
  #lastId = 0;

  constructor(
    weightOf: WeightOf | undefined,
    readonly idleMs: number,
  ) {
    this.#slots = new FairSlots(sideBySide, undefined, weightOf);
  }

  async run(task: CodeTask, signal: AbortSignal, owner: string): Promise<CodeRun> {
    const given = { task, input: JSON.stringify(task.input ?? null), scope: JSON.stringify(task.scope ?? null) };
    if (given.input.length + given.scope.length > givenAtMost) return failed('CODE_MEMORY', '', task);
    const over = AbortSignal.any([signal, this.#closing.signal]);
    const slot: Slot = this.#slots.of(owner);
    await slot.take(over);
    try {
      return over.aborted ? interrupted : await this.#runIn(owner, given, over);
    } finally {
      slot.release();
    }
  }

  close(): void {
    this.#closing.abort();
    for (const child of [...this.#children]) this.#end(child);
  }

  #runIn(owner: string, given: Pick<Job, 'task' | 'input' | 'scope'>, over: AbortSignal): Promise<CodeRun> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const job: Job = { ...given, id: this.#lastId, owner, alone: false, child: null, overdue: false, settle };
      const cancel = () => this.#cancel(job);
      function settle(run: CodeRun) {
        over.removeEventListener('abort', cancel);
        resolve(run);
      }
      over.addEventListener('abort', cancel, { once: true });
      void this.#begin(job);
    });
  }

  async #begin(job: Job): Promise<void> {
    let child: Child | null = null;
    try {
      child = this.#childFor(job);
      await child.sandbox.ready;
    } catch (error) {
      if (job.child === child) this.#settle(job, unavailable(error as Error));
      return;
    }
    // It was settled, or moved to another process, while this process started.
    if (job.child !== child) return;
    const { id, input, scope, task } = job;
    const { source, timeoutMs = defaultTimeoutMs } = task;
    const libraries = librariesOf(source, task.scope !== undefined);
    child.sandbox.send({ kind: 'run', id, source, input, scope, libraries, timeoutMs });
    job.clock = setTimeout(() => {
      job.overdue = true;
      this.#kill(child);
    }, timeoutMs + graceMs);
  }

  #childFor(job: Job): Child {
    const child = (job.alone ? undefined : this.#shared.get(job.owner)) ?? this.#start(job.owner);
    if (!job.alone) this.#shared.set(job.owner, child);
    clearTimeout(child.idle);
    job.child = child;
    child.jobs.set(job.id, job);
    return child;
  }

  #start(owner: string): Child {
    if (this.#children.size >= processesAtMost) this.#endLongestIdle();
    const jobs = new Map<number, Job>();
    const sandbox = startSandbox({
      onMessage: (message) => {
        clearTimeout(child.stopping.get(message.id));
        child.stopping.delete(message.id);
        this.#take(jobs.get(message.id), message);
      },
      onExit: (end) => this.#bury(child, end),
    });
    const child: Child = { owner, sandbox, jobs, stopping: new Map(), killed: false };
    this.#children.add(child);
    return child;
  }

  #endLongestIdle(): void {
    const idle = [...this.#children].find(({ jobs }) => jobs.size === 0);
    if (idle) this.#end(idle);
  }

  #kill(child: Child): void {
    child.killed = true;
    child.sandbox.kill();
  }

  /** Its owner gets another process from now on. */
  #end(child: Child): void {
    clearTimeout(child.idle);
    for (const clock of child.stopping.values()) clearTimeout(clock);
    this.#children.delete(child);
    if (this.#shared.get(child.owner) === child) this.#shared.delete(child.owner);
    child.sandbox.kill();
  }

  #rest(child: Child): void {
    // The last of those that rest.
    if (!this.#children.delete(child)) return;
    this.#children.add(child);
    child.idle = setTimeout(() => this.#end(child), this.idleMs);
    child.idle.unref();
  }

  #take(job: Job | undefined, message: Extract<FromSandbox, { id: number }>): void {
    if (!job) return;
    if (message.kind === 'answer') this.#settle(job, readAnswer(message.value, message.notes));
    else this.#settle(job, failed(message.code, message.message, job.task));
  }

  /**
   * Handles the end of a process. What did not stop in time caused it, or the only piece of code that it ran; of several,
   * each is retried alone.
   */
  #bury(child: Child, end: SandboxEnd): void {
    this.#end(child);
    const jobs = [...child.jobs.values()];
    child.jobs.clear();
    for (const job of jobs) {
      clearTimeout(job.clock);
      job.child = null;
      if (job.overdue) job.settle(failed('CODE_TIMEOUT', '', job.task));
      else if (jobs.length > 1 || child.killed) void this.#begin(Object.assign(job, { alone: true }));
      else job.settle(failed(end.outOfMemory ? 'CODE_MEMORY' : 'CODE_FAILED', end.message, job.task));
    }
  }

  #cancel(job: Job): void {
    const { child } = job;
    if (child && job.clock) {
      child.sandbox.send({ kind: 'cancel', id: job.id });
      const clock = setTimeout(() => this.#kill(child), graceMs);
      child.stopping.set(job.id, clock.unref());
    }
    this.#settle(job, interrupted);
  }

  #settle(job: Job, run: CodeRun): void {
    const { child } = job;
    job.child = null;
    clearTimeout(job.clock);
    child?.jobs.delete(job.id);
    if (child && job.alone) this.#end(child);
    else if (child?.jobs.size === 0) this.#rest(child);
    job.settle(run);
  }
}

const disabled: CodeRun = {
  kind: 'failed',
  code: 'CODE_DISABLED',
  message:
    'Code is disabled on this server: CODE_NODE is false, or the system gives processes no network of their own. Ask the operator to set CODE_NODE=true, or use data.transform.',
  logs: [],
};

/** Runs nothing: each run fails with CODE_DISABLED. */
export const disabledCode: CodeRunner = { run: async () => disabled, close: () => undefined };
