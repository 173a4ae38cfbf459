import { once } from 'node:events';
import type { SuspectReport } from '../contexts/automation/executions/index.js';
import { repeat } from '../platform/slots/repeat.js';
import { createRuntime } from './create-runtime.js';
import type { Overrides, RuntimeConfig } from './runtime-config.js';
import type { SuspectProcessStart } from './start-suspect-process.js';

const reportMs = 1_000;
/** It drives one execution after the other. */
const poolSize = 7;

/**
 * The life of a process that drives suspects: receives its configuration from the process that started it, reports to it
 * what it drives, and ends when there are no suspects, or when that process ends or disconnects.
 */
export async function driveSuspects(overrides: Overrides = {}): Promise<void> {
  const started = (await once(process, 'message')) as [SuspectProcessStart<RuntimeConfig>];
  const [{ config, leaseSeconds }] = started;
  const { suspectWorker, stop } = await createRuntime(
    { ...config, role: 'worker', demoIsServed: config.role === 'all' },
    { leaseSeconds, poolSize: Math.min(poolSize, config.dbPoolSize), ...overrides },
  );
  let executionId: string | null = null;
  const report = () => process.send?.({ workerId: worker.id, executionId } satisfies SuspectReport, () => undefined);
  const worker = suspectWorker((id) => {
    executionId = id;
    report();
  });
  process.once('disconnect', () => worker.stop());
  // The other process may have ended while this one was being built.
  if (!process.connected) worker.stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => worker.stop());
  const reporting = repeat(
    reportMs,
    async () => void report(),
    () => undefined,
  );
  await worker.run();
  await reporting.stop();
  await stop();
}
