/**
 * The process that drives suspects, which kills itself when it is about to run a step of the execution `GUILTY`, and blocks
 * its event loop for ever at one of `BLOCKING`.
 */
import { driveSuspects } from '../../dist/src/app/drive-suspects.js';

/** Waiting for it blocks the event loop, and takes no time of the processor. */
const never = new Int32Array(new SharedArrayBuffer(4));

await driveSuspects({
  reached: (at, executionId) => {
    if (at === 'before-effect' && executionId === process.env.GUILTY) process.kill(process.pid, 'SIGKILL');
    while (at === 'before-effect' && executionId === process.env.BLOCKING) Atomics.wait(never, 0, 0);
  },
});
process.exit(0);
