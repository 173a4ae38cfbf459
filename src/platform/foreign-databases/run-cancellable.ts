import type { Duplex } from 'node:stream';
import { receivedBytesAtMost, rowBytesAtMost } from './bytes.js';
import { answerTooLarge, statementTimeout } from './database-error.js';

/** The server cancels a statement itself; this is how much longer it may take to say so. */
const graceMs = 2_000;

interface Run<T> {
  timeoutMs: number;
  signal: AbortSignal;
  /** What the answer arrives on. */
  stream: Duplex;
  perform(): Promise<T>;
  /** Cancels the statement at the server. */
  cancel(): Promise<void>;
  /** Ends the connection, which cannot be used after a statement that did not end. */
  end(): void;
}

/**
 * Performs a statement until it ends, its time is over, the signal is aborted, or the server sends too much: then the
 * connection is ended, and the server asked to cancel the statement.
 */
export function runCancellable<T>({ timeoutMs, signal, stream, perform, cancel, end }: Run<T>): Promise<T> {
  return new Promise((done, fail) => {
    let received = 0;
    const giveUp = (reason: unknown) => {
      finish();
      fail(reason);
      cancel().catch(() => undefined);
      end();
    };
    const abort = () => giveUp(signal.reason);
    const count = (chunk: Uint8Array) => {
      received += chunk.length;
      if (received > receivedBytesAtMost) giveUp(answerTooLarge(rowBytesAtMost));
    };
    const timer = setTimeout(() => giveUp(statementTimeout()), timeoutMs + graceMs);
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      stream.off('data', count);
    };
    signal.addEventListener('abort', abort, { once: true });
    stream.on('data', count);
    if (signal.aborted) return abort();
    perform().then(done, fail).finally(finish);
  });
}
