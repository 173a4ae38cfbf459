import type { CodeErrorCode, CodeRun, CodeTask, FromSandbox } from './code-run.js';
import { type Sandbox, startSandbox } from './sandbox.js';

export interface CodeRunner {
  /** Runs foreign code apart from everything. Never throws; what the code does wrong is a failed run. */
  run(task: CodeTask, signal: AbortSignal): Promise<CodeRun>;
  /** Ends the process; what runs in it fails. */
  close(): void;
}

const defaultTimeoutMs = 10_000;
/** Milliseconds more than its time that code gets to be stopped by its own process. */
const graceMs = 1_000;
const sideBySide = 4;

interface Job {
  id: number;
  task: CodeTask;
  input: string;
  /** Set when the process died while several ran: this one runs again, with no other beside it. */
  alone: boolean;
  /** Kills its process when the process itself does not stop it in time. */
  clock?: NodeJS.Timeout;
  settle: (run: CodeRun) => void;
}

/** Runs code in one child process, which is started at the first use and again whenever it died. */
export function createCodeRunner(): CodeRunner {
  return new Runner();
}

class Runner implements CodeRunner {
  #sandbox: Sandbox | null = null;
  #lastId = 0;
  readonly #waiting: Job[] = [];
  readonly #running = new Map<number, Job>();

  run(task: CodeTask, signal: AbortSignal): Promise<CodeRun> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const job: Job = { id: this.#lastId, task, input: JSON.stringify(task.input ?? null), alone: false, settle };
      const cancel = () => this.#cancel(job);
      function settle(run: CodeRun) {
        signal.removeEventListener('abort', cancel);
        resolve(run);
      }
      if (signal.aborted) return settle(interrupted);
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  close(): void {
    for (const job of this.#waiting.splice(0)) job.settle(interrupted);
    this.#sandbox?.kill();
  }

  #next(): void {
    const job = this.#waiting[0];
    if (!job) return;
    const others = [...this.#running.values()];
    if (others.length >= (job.alone ? 1 : sideBySide) || others.some(({ alone }) => alone)) return;
    this.#waiting.shift();
    this.#running.set(job.id, job);
    void this.#begin(job);
    this.#next();
  }

  async #begin(job: Job): Promise<void> {
    let sandbox: Sandbox;
    try {
      sandbox = this.#sandbox ?? this.#start();
      await sandbox.ready;
    } catch (error) {
      return this.#settle(job, unavailable(error as Error));
    }
    // Settled or queued again while the process started.
    if (this.#running.get(job.id) !== job || this.#sandbox !== sandbox) return;
    const timeoutMs = job.task.timeoutMs ?? defaultTimeoutMs;
    sandbox.send({ kind: 'run', id: job.id, source: job.task.source, input: job.input, timeoutMs });
    job.clock = setTimeout(() => sandbox.kill(), timeoutMs + graceMs);
  }

  #start(): Sandbox {
    const sandbox = startSandbox({
      onMessage: (message) => this.#take(message),
      onExit: () => this.#bury(sandbox),
    });
    this.#sandbox = sandbox;
    return sandbox;
  }

  #take(message: Extract<FromSandbox, { id: number }>): void {
    const job = this.#running.get(message.id);
    if (!job) return;
    if (message.kind === 'answer') this.#settle(job, readAnswer(message.answer));
    else this.#settle(job, failed(message.code, message.message, job.task));
  }

  /** The process died. Whoever was alone in it did that; of several nobody knows, so each has one more try, alone. */
  #bury(sandbox: Sandbox): void {
    if (this.#sandbox !== sandbox) return;
    this.#sandbox = null;
    const jobs = [...this.#running.values()];
    this.#running.clear();
    for (const job of jobs) {
      clearTimeout(job.clock);
      if (job.alone || jobs.length === 1) job.settle(failed('CODE_MEMORY', 'Its process died of it.', job.task));
      else this.#waiting.unshift(Object.assign(job, { alone: true }));
    }
    this.#next();
  }

  #cancel(job: Job): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#sandbox?.send({ kind: 'cancel', id: job.id });
    this.#settle(job, interrupted);
  }

  #settle(job: Job, run: CodeRun): void {
    this.#running.delete(job.id);
    clearTimeout(job.clock);
    job.settle(run);
    this.#next();
  }
}

const interrupted: CodeRun = { kind: 'failed', code: 'CODE_FAILED', message: 'The code was interrupted.', logs: [] };

function unavailable(error: Error): CodeRun {
  const missing = /isolated-vm|node-gyp-build|native build/.test(error.message);
  const message = missing
    ? 'Code cannot run on this server: the package isolated-vm is not installed for it. Run npm ci there.'
    : `Code cannot run on this server: ${error.message}`;
  return { kind: 'failed', code: 'CODE_UNAVAILABLE', message, logs: [] };
}

function failed(code: CodeErrorCode, said: string, { timeoutMs = defaultTimeoutMs }: CodeTask): CodeRun {
  switch (code) {
    case 'CODE_TIMEOUT':
      return failure(
        code,
        `The code took longer than its ${timeoutMs / 1_000} seconds. Do less, or raise its timeout.`,
      );
    case 'CODE_MEMORY':
      return failure(code, 'The code used more than 64 MiB of memory. Work on less at once.');
    default:
      return failure('CODE_FAILED', said);
  }
}

function failure(code: CodeErrorCode, message: string): CodeRun {
  return { kind: 'failed', code, message, logs: [] };
}

/** Foreign code may have forged any of it: only what has the right shape counts, and it is data either way. */
function readAnswer(text: string): CodeRun {
  let answer: { value?: unknown; error?: unknown; unfit?: unknown; logs?: unknown };
  try {
    answer = JSON.parse(text) ?? {};
  } catch {
    return failure('CODE_OUTPUT', 'The code gave back nothing that can be read.');
  }
  const logs = Array.isArray(answer.logs) ? answer.logs.slice(0, 1_000).map((line) => String(line)) : [];
  if (answer.error !== undefined) return { kind: 'failed', code: 'CODE_FAILED', message: String(answer.error), logs };
  if (answer.unfit === undefined) return { kind: 'done', value: answer.value ?? null, logs };
  const message = `What the code returned cannot be kept: ${answer.unfit} Return JSON of at most 1 MiB.`;
  return { kind: 'failed', code: 'CODE_OUTPUT', message, logs };
}
