import { setImmediate as round } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type LoopDelay, watchLoopDelay } from '../../src/platform/slots/loop-delay.js';

test('the delay of an event loop that is held is measured', async () => {
  const loop = watchLoopDelay();
  try {
    await until(loop, (ms) => ms >= 0);
    await until(loop, (ms) => ms >= 100);
  } finally {
    loop.stop();
  }
});

/** Holds the event loop again and again, until the reading shows it. */
async function until(loop: LoopDelay, reached: (ms: number) => boolean): Promise<void> {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let held = 0; !reached(loop.p99()); held++) {
    expect(held).toBeLessThan(50);
    Atomics.wait(pause, 0, 0, 200);
    await round();
  }
}
