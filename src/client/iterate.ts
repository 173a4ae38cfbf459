import type { Sink } from 'graphql-ws';

interface IterateOptions {
  /** Ends the iteration. */
  signal?: AbortSignal | undefined;
  /** Ends it after so many results that were not read yet. */
  maxBuffered?: number;
}

/** The results of a subscription, in order. @param subscribe returns what unsubscribes @returns why it ended */
export async function* iterate<Result>(
  subscribe: (sink: Sink<Result>) => () => void,
  { signal, maxBuffered = Number.POSITIVE_INFINITY }: IterateOptions = {},
): AsyncGenerator<Result, 'complete' | 'aborted' | 'full', undefined> {
  const results: Result[] = [];
  let end: End | null = null;
  let wake = () => {};
  const finish = (how: End) => {
    end ??= how;
    wake();
  };
  const abort = () => finish({ why: 'aborted' });
  const unsubscribe = subscribe({
    next: (result) => {
      if (end) return;
      results.push(result);
      if (results.length >= maxBuffered) finish({ why: 'full' });
      wake();
    },
    error: (error) => finish({ why: 'failed', error }),
    complete: () => finish({ why: 'complete' }),
  });
  signal?.addEventListener('abort', abort);
  try {
    for (;;) {
      while (results.length > 0 && !signal?.aborted) yield results.shift() as Result;
      if (signal?.aborted) return 'aborted';
      // What the callbacks above have set meanwhile.
      const ended = end as End | null;
      if (ended?.why === 'failed') throw ended.error;
      if (ended) return ended.why;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    unsubscribe();
  }
}

type End = { why: 'complete' | 'aborted' | 'full' } | { why: 'failed'; error: unknown };
