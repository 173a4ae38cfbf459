import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds after the start, when the requests that waited for it are answered. */
const afterMs = 10_000;

/**
 * Stores what the start compiled, for the next one, and frees its garbage: V8 collects when the heap has grown, and the
 * heap of an idle server does not grow.
 */
export function settleAfterStart(): void {
  setTimeout(() => {
    module.flushCompileCache();
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    collectGarbage();
  }, afterMs).unref();
}
