import { once } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';

/** A thread that answers one question at a time, with limits of time and memory. */
export interface Thread {
  /**
   * Sends a message and returns the answer.
   * @throws Error if the thread ended or did not answer in time; it is terminated then
   */
  ask(message: unknown, withinMs: number, transfer?: readonly Transferable[]): Promise<unknown>;
  close(): Promise<void>;
}

export interface ThreadOptions {
  heapMb: number;
  stackMb?: number;
  /** Options of Node for the thread, if its code needs a loader. */
  execArgv?: readonly string[] | undefined;
}

/** Milliseconds within which a thread must have loaded its code. */
const startMs = 20_000;

/** Starts a thread. Its code posts one message when it is ready, and one for each question. */
export function openThread(script: URL, { heapMb, stackMb, execArgv }: ThreadOptions): Thread {
  const worker = new Worker(script, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb, ...(stackMb !== undefined && { stackSizeMb: stackMb }) },
    ...(execArgv && { execArgv: [...execArgv] }),
  });
  // This process may exit while the thread waits for a question.
  worker.unref();
  // `ask` reports errors of the thread; without a listener they would end the process.
  worker.on('error', () => undefined);
  const ended = new AbortController();
  worker.once('exit', () => ended.abort(new Error('The thread ended.')));
  const nextMessage = async (withinMs: number): Promise<unknown> => {
    const [message] = await once(worker, 'message', {
      signal: AbortSignal.any([AbortSignal.timeout(withinMs), ended.signal]),
    });
    return message;
  };
  const ready = nextMessage(startMs);
  // `ask` awaits it and reports its error.
  ready.catch(() => undefined);
  return {
    async ask(message, withinMs, transfer = []) {
      try {
        await ready;
        worker.postMessage(message, [...transfer]);
        return await nextMessage(withinMs);
      } catch (error) {
        await worker.terminate();
        throw error;
      }
    },
    async close() {
      await worker.terminate();
    },
  };
}
