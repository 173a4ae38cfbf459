/**
 * The process that drives suspects, which kills itself when it is about to run a step of the execution `GUILTY`, and blocks
 * its event loop for ever at one of `BLOCKING`.
 */
import { driveSuspects } from '../../dist/src/app/suspects/drive-suspects.js';

await driveSuspects({
  reached: (at, executionId) => {
    if (at === 'before-effect' && executionId === process.env.GUILTY) process.kill(process.pid, 'SIGKILL');
    while (at === 'before-effect' && executionId === process.env.BLOCKING);
  },
});
process.exit(0);
