/** Work that is repeated until it is stopped. */
export interface Repeated {
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

/** Runs `work` every `ms` milliseconds, never concurrently, whether it fails or not. */
export function repeat(ms: number, work: () => Promise<void>, onFailure: (error: Error) => void): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let stopped = false;
  const schedule = () => {
    timer = setTimeout(() => {
      working = work()
        .catch(onFailure)
        .finally(() => {
          if (!stopped) schedule();
        });
    }, ms);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
