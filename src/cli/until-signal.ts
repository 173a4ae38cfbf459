/** A signal ended the work of a command, which has cleaned up. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs work that gives up when the process is to end by a signal. A second signal ends the process at once.
 * @throws Interrupted if the work failed after a signal
 */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Interrupted('Interrupted.'));
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(interruption.signal);
  } catch (error) {
    if (!interruption.signal.aborted || error instanceof Interrupted) throw error;
    throw new Interrupted('Interrupted.', { cause: error });
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
