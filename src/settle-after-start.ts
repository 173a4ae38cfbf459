import module from 'node:module';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after the start, when the requests that waited for it are answered. */
const afterMs = 10_000;
/** The most that an idle server works, as a share of a second. */
const idleShare = 0.05;

/**
 * Stores what the start compiled, for the next one. In the first second without load, it then frees the garbage of the start: V8
 * collects when the heap has grown, and the heap of an idle server does not grow.
 */
export function settleAfterStart(): void {
  setTimeout(() => {
    module.flushCompileCache();
    collectWhenIdle();
  }, afterMs).unref();
}

function collectWhenIdle(): void {
  const before = performance.eventLoopUtilization();
  setTimeout(() => {
    if (performance.eventLoopUtilization(before).utilization > idleShare) return collectWhenIdle();
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    collectGarbage();
  }, 1_000).unref();
}
