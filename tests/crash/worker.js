/**
 * A worker process for the crash tests: the built runtime in the role of a worker, which kills itself when a named point is
 * reached for the n-th time, or whenever it is about to run a step of the execution `guilty`. Says `up` on stdout when it takes runs, then `accepted ID` for each run that it starts itself.
 */
import { flushCompileCache } from 'node:module';
import { createRuntime } from '../../dist/src/app/create-runtime.js';
import { loadConfig } from '../../dist/src/config/index.js';
import { runWebhook } from '../../dist/src/contexts/automation/executions/accept/run-webhook.js';
import { createLog } from '../../dist/src/platform/log.js';

const {
  url,
  point,
  times,
  leaseSeconds,
  providers = {},
  token,
  starts = 0,
  codeNode = false,
  guilty = null,
  blocking = null,
} = JSON.parse(process.argv[2]);
const config = {
  ...loadConfig({
    ROLE: 'worker',
    LOG_LEVEL: 'error',
    DEMO: 'false',
    OUTBOUND_ALLOW: '127.0.0.1',
    WORKER_CONCURRENCY: '20',
  }),
  ...{ databaseUrl: url, jwtSecret: 'not used', vaultKeys: [{ id: 'k1', key: Buffer.alloc(32, 7) }] },
  ...{ providers, codeNode },
};
if (guilty) process.env.GUILTY = guilty;
if (blocking) process.env.BLOCKING = blocking;
let reachedTimes = 0;
const { services, worker } = await createRuntime(config, {
  log: createLog({ level: 'error', destination: { write: (line) => process.stderr.write(line) } }),
  poolSize: 15,
  leaseSeconds,
  suspectScript: new URL('./suspect.js', import.meta.url),
  reached: (at, executionId) => {
    if (at === 'before-effect' && executionId === guilty) process.kill(process.pid, 'SIGKILL');
    if (at === point && ++reachedTimes >= times) process.kill(process.pid, 'SIGKILL');
  },
});
await worker.start();
process.stdout.write('up\n');
// It is killed before it would end.
flushCompileCache();
await Promise.all(
  Array.from({ length: starts }, async (_, n) => {
    const { executionId } = await runWebhook(services, { token, payload: { n }, request: null, key: null });
    process.stdout.write(`accepted ${executionId}\n`);
  }),
);
