/** @throws the reason of the signal, as soon as it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** From 0.25 to 15 seconds, with jitter. Ends early when the signal is aborted. @param attempt how many came before */
export function waitToConnect(attempt: number, closed: AbortSignal): Promise<void> {
  return sleep(Math.min(500 * 2 ** attempt, 15_000) * (0.5 + Math.random() / 2), closed).catch(() => {});
}
