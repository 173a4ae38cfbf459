import { monitorEventLoopDelay } from 'node:perf_hooks';
import { watched } from '../metrics/index.js';

const loopDelay = watched(
  'event_loop_delay_p99_seconds',
  'Delay of the event loop in the last 5 to 10 seconds, 99th percentile. Part of `/readyz`.',
);

/** How long the event loop of this process was held. */
export interface LoopDelay {
  /** Milliseconds that callbacks waited at worst in 99 of 100 rounds of the last seconds. */
  p99(): number;
  stop(): void;
}

/** Readings cover the last full window and the one in progress: 5 to 10 seconds. */
const windowMs = 5_000;
const resolutionMs = 20;

/** Shows a delay as a metric until it is stopped. */
export function showLoopDelay({ p99 }: Pick<LoopDelay, 'p99'>): () => void {
  return loopDelay.watch(() => p99() / 1_000);
}

/** Measures the delay of the event loop until it is stopped. */
export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  // The histogram counts from one sample to the next.
  const read = () => Math.max(0, histogram.percentile(99) / 1e6 - resolutionMs);
  let previous = 0;
  const clock = setInterval(() => {
    previous = read();
    histogram.reset();
  }, windowMs);
  clock.unref();
  return {
    p99: () => Math.max(previous, read()),
    stop() {
      clearInterval(clock);
      histogram.disable();
    },
  };
}
