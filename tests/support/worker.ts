import { createRuntime } from '../../src/app/create-runtime.js';
import type { Overrides } from '../../src/app/runtime-config.js';
import type { Worker } from '../../src/app/worker.js';
import { createLog } from '../../src/platform/log.js';
import type { Services } from '../../src/platform/services.js';
import type { TestApp } from './app.js';
import { threadArgv } from './thread-argv.js';

export interface TestWorkerOptions
  extends Pick<Overrides, 'inFlight' | 'leaseSeconds' | 'machineNow' | 'now' | 'reached'> {
  /** The number of executions of one workspace that it drives at once. */
  concurrency?: number;
  /** Defaults to one second. */
  shutdownGraceSeconds?: number;
}

export interface TestWorker extends Worker {
  services: Services;
}

/** A worker process of an app's installation, which gets the app's executions through the queue. */
export async function startTestWorker(
  app: TestApp,
  { concurrency: workerConcurrency = 20, shutdownGraceSeconds = 1, ...options }: TestWorkerOptions = {},
): Promise<TestWorker> {
  const config = { ...app.config, role: 'worker' as const, workerConcurrency, shutdownGraceSeconds };
  const log = createLog({ level: 'fatal' });
  const { services, worker, stop } = await createRuntime(config, { log, threadArgv, poolSize: 15, ...options });
  const made = worker as Worker;
  await made.start();
  return { ...made, services, stop };
}
