import { table } from '../harness/figures.js';
import { memoryMb } from '../harness/meters.js';
import { startWorkers } from '../harness/worker-process.js';
import { drain, enqueue, orders, type Rig, type StoredFlow } from './rig.js';

const sizes = { runs: 50_000, lot: 10_000 };

/** The memory of one worker process after more and more executions; growth is a leak. */
export async function benchMemory(rig: Rig, flow: StoredFlow): Promise<string> {
  const [worker] = await startWorkers(rig.database.url, rig.dataDir, 1);
  const rows: (string | number)[][] = [];
  for (let done = sizes.lot; done <= sizes.runs; done += sizes.lot) {
    const since = new Date();
    await enqueue(rig, flow, orders(sizes.lot));
    const { runs, seconds } = await drain(rig, flow, since);
    rows.push([`after ${done} executions`, memoryMb(worker?.pid ?? 0), runs / seconds]);
  }
  await worker?.stop();
  return table(['W6 memory of a worker', 'RSS MB', 'executions/s'], rows);
}
