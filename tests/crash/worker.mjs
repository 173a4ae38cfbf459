/**
 * A worker process for the crash test: the built server's own worker, which kills itself when a named point is reached
 * for the n-th time. Says `up` on stdout when it takes runs, then `accepted ID` for each run that it starts itself.
 */
import { createPorts } from '../../dist/src/app/create-ports.js';
import { createServices } from '../../dist/src/app/services.js';
import { createWorker } from '../../dist/src/app/worker.js';
import { runWebhook } from '../../dist/src/contexts/automation/executions/start/run-webhook.js';
import { openDatabase } from '../../dist/src/platform/database/database.js';
import { createListener } from '../../dist/src/platform/database/listener.js';
import { createLog } from '../../dist/src/platform/log.js';
import { createOutbound } from '../../dist/src/platform/outbound/index.js';

const {
  url,
  point,
  times,
  leaseSeconds,
  providers = {},
  token,
  starts = 0,
  codeNode = false,
} = JSON.parse(process.argv[2]);
const log = createLog({ level: 'error', destination: { write: (line) => process.stderr.write(line) } });
const db = await openDatabase({ url, entities: [], poolSize: 10 });
const listener = createListener(url, log);
const settings = {
  ...{ publicUrl: '', registration: 'open', jwtSecret: '', production: false },
  ...{ startingCreditsMicros: 0n, creditsSelfService: false },
};
const limits = { perMinute: 0, credentialsPerMinute: 1 };
const vaultKeys = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
const services = createServices({ db, listener, log, settings, vaultKeys, limits });
const outbound = createOutbound({ allow: ['127.0.0.1'] });
let reachedTimes = 0;
const worker = await createWorker({
  services,
  listener,
  outbound,
  ports: createPorts({
    services,
    outbound,
    codeNode,
    providers,
    sandbox: true,
  }),
  concurrency: 20,
  leaseSeconds,
  reached: (at) => {
    if (at === point && ++reachedTimes >= times) process.kill(process.pid, 'SIGKILL');
  },
});
services.runs = worker.runs;
process.stdout.write('up\n');
await Promise.all(
  Array.from({ length: starts }, async (_, n) => {
    const { executionId } = await runWebhook(services, { token, payload: { n }, request: null, key: null });
    process.stdout.write(`accepted ${executionId}\n`);
  }),
);
