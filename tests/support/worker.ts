import { createWorker, type WorkerOptions } from '../../src/app/worker.js';
import type { RunWorker } from '../../src/contexts/automation/executions/index.js';
import { createListener, type Listener } from '../../src/platform/database/listener.js';
import { createLog } from '../../src/platform/log.js';
import { createOutbound } from '../../src/platform/outbound/index.js';
import type { TestApp } from './app.js';
import { testPorts } from './ports.js';

export interface TestWorkerOptions
  extends Partial<Pick<WorkerOptions, 'concurrency' | 'inFlight' | 'leaseSeconds' | 'reached'>> {
  /** The worker's clock. */
  now?: () => Date;
}

/** A worker beside an app, with its own clock and settings. */
export async function startTestWorker(app: TestApp, { now, ...options }: TestWorkerOptions = {}): Promise<RunWorker> {
  const listener: Listener = createListener(app.database.url, createLog({ level: 'fatal' }));
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const ports = testPorts(app.services, outbound);
  const services = { ...app.services, ...(now && { now }) };
  const worker = await createWorker({ services, listener, outbound, ports, concurrency: 20, ...options });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await ports.close();
      await listener.close();
      await outbound.close();
    },
  };
}
