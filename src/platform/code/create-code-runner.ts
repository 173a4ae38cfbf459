import { FairSlots, type Slot, type WeightOf } from '../work/fair-slots.js';
import type { CodeErrorCode, CodeRun, CodeTask, FromSandbox } from './code-run.js';
import { type Sandbox, startSandbox } from './sandbox.js';

export interface CodeRunner {
  /**
   * Runs untrusted code in isolation. Never throws: an error of the code is a failed run.
   * @param owner to whom the code belongs: owners share the slots fairly
   */
  run(task: CodeTask, signal: AbortSignal, owner: string): Promise<CodeRun>;
  /** Ends the processes; runs in progress fail. */
  close(): void;
}

const defaultTimeoutMs = 10_000;
/** Milliseconds beyond the timeout before the process is killed; normally it stops the code itself. */
const graceMs = 1_000;
/**
 * Concurrent runs of one owner; twice as many for all owners together. Each may use 64 MiB, so all of them half a
 * gigabyte.
 */
const sideBySide = 4;

interface Job {
  id: number;
  task: CodeTask;
  input: string;
  /** Set if its process died while it ran several: this one is retried in a process of its own. */
  alone: boolean;
  /** The process in which it runs; null once it is settled. */
  child: Child | null;
  /** Kills the process if it does not stop the run in time. */
  clock?: NodeJS.Timeout;
  settle: (run: CodeRun) => void;
}

interface Child {
  sandbox: Sandbox;
  jobs: Map<number, Job>;
}

/** Runs code in one child process, which is started at the first use and restarted after it died. */
export function createCodeRunner(weightOf?: WeightOf): CodeRunner {
  return new Runner(weightOf);
}

class Runner implements CodeRunner {
  readonly #slots: FairSlots;
  readonly #children = new Set<Child>();
  readonly #closing = new AbortController();
  /** The process for all runs that need none of their own. */
  #shared: Child | null = null;
  #lastId = 0;

  constructor(weightOf: WeightOf | undefined) {
    this.#slots = new FairSlots(sideBySide, undefined, weightOf);
  }

  async run(task: CodeTask, signal: AbortSignal, owner: string): Promise<CodeRun> {
    const input = JSON.stringify(task.input ?? null);
    const over = AbortSignal.any([signal, this.#closing.signal]);
    const slot: Slot = this.#slots.of(owner);
    await slot.take(over);
    try {
      return over.aborted ? interrupted : await this.#runIn(task, input, over);
    } finally {
      slot.release();
    }
  }

  close(): void {
    this.#closing.abort();
    for (const { sandbox } of this.#children) sandbox.kill();
  }

  #runIn(task: CodeTask, input: string, over: AbortSignal): Promise<CodeRun> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const job: Job = { id: this.#lastId, task, input, alone: false, child: null, settle };
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
    const timeoutMs = job.task.timeoutMs ?? defaultTimeoutMs;
    child.sandbox.send({ kind: 'run', id: job.id, source: job.task.source, input: job.input, timeoutMs });
    job.clock = setTimeout(() => child.sandbox.kill(), timeoutMs + graceMs);
  }

  #childFor(job: Job): Child {
    const child = (job.alone ? null : this.#shared) ?? this.#start();
    if (!job.alone) this.#shared = child;
    job.child = child;
    child.jobs.set(job.id, job);
    return child;
  }

  #start(): Child {
    const jobs = new Map<number, Job>();
    const sandbox = startSandbox({
      onMessage: (message) => this.#take(jobs.get(message.id), message),
      onExit: () => this.#bury(child),
    });
    const child = { sandbox, jobs };
    this.#children.add(child);
    return child;
  }

  #take(job: Job | undefined, message: Extract<FromSandbox, { id: number }>): void {
    if (!job) return;
    if (message.kind === 'answer') this.#settle(job, readAnswer(message.answer));
    else this.#settle(job, failed(message.code, message.message, job.task));
  }

  /**
   * Handles the end of a process. If it ran one piece of code, that one caused it; of several, each is retried alone.
   */
  #bury(child: Child): void {
    this.#children.delete(child);
    if (this.#shared === child) this.#shared = null;
    const jobs = [...child.jobs.values()];
    child.jobs.clear();
    for (const job of jobs) {
      clearTimeout(job.clock);
      job.child = null;
      if (jobs.length === 1) job.settle(failed('CODE_MEMORY', 'The process ran out of memory.', job.task));
      else void this.#begin(Object.assign(job, { alone: true }));
    }
  }

  #cancel(job: Job): void {
    job.child?.sandbox.send({ kind: 'cancel', id: job.id });
    this.#settle(job, interrupted);
  }

  #settle(job: Job, run: CodeRun): void {
    job.child?.jobs.delete(job.id);
    if (job.alone) job.child?.sandbox.kill();
    job.child = null;
    clearTimeout(job.clock);
    job.settle(run);
  }
}

const interrupted: CodeRun = { kind: 'failed', code: 'CODE_FAILED', message: 'The code was interrupted.', logs: [] };

function unavailable(error: Error): CodeRun {
  const missing = /isolated-vm|node-gyp-build|native build/.test(error.message);
  const message = missing
    ? 'Code cannot run on this server: the package isolated-vm is not installed. Run npm ci on the server.'
    : `Code cannot run on this server: ${error.message}`;
  return { kind: 'failed', code: 'CODE_UNAVAILABLE', message, logs: [] };
}

function failed(code: CodeErrorCode, said: string, { timeoutMs = defaultTimeoutMs }: CodeTask): CodeRun {
  switch (code) {
    case 'CODE_TIMEOUT':
      return failure(
        code,
        `The code exceeded its timeout of ${timeoutMs / 1_000} seconds. Reduce its work, or increase its timeout.`,
      );
    case 'CODE_MEMORY':
      return failure(code, 'The code must use at most 64 MiB of memory. Process less data at once.');
    default:
      return failure('CODE_FAILED', said);
  }
}

function failure(code: CodeErrorCode, message: string): CodeRun {
  return { kind: 'failed', code, message, logs: [] };
}

/** Untrusted code may have forged the text: only values of the right shape are used, and only as data. */
function readAnswer(text: string): CodeRun {
  let answer: { value?: unknown; error?: unknown; invalidAnswer?: unknown; logs?: unknown };
  try {
    answer = JSON.parse(text) ?? {};
  } catch {
    return failure('CODE_OUTPUT', 'The result of the code could not be read.');
  }
  const logs = Array.isArray(answer.logs) ? answer.logs.slice(0, 1_000).map((line) => String(line)) : [];
  if (answer.error !== undefined) return { kind: 'failed', code: 'CODE_FAILED', message: String(answer.error), logs };
  if (answer.invalidAnswer === undefined) return { kind: 'done', value: answer.value ?? null, logs };
  const message = `The result of the code must be JSON of at most 1 MiB. ${answer.invalidAnswer}`;
  return { kind: 'failed', code: 'CODE_OUTPUT', message, logs };
}

const disabled: CodeRun = {
  kind: 'failed',
  code: 'CODE_DISABLED',
  message: 'Code is disabled on this server. Ask the operator to set CODE_NODE=true, or use data.transform.',
  logs: [],
};

/** Runs nothing: each run fails with CODE_DISABLED. */
export const disabledCode: CodeRunner = { run: async () => disabled, close: () => undefined };
