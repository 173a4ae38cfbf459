import { table } from '../harness/figures.js';
import { memoryMb } from '../harness/meters.js';
import { startWorkers } from '../harness/worker-process.js';
import { drain, enqueue, orders, type Stand, type StoredFlow } from './stand.js';

const sizes = { runs: 50_000, lot: 10_000 };

/** What one worker process holds after more and more runs: flat, or it leaks. */
export async function benchMemory(stand: Stand, flow: StoredFlow): Promise<string> {
  const [worker] = await startWorkers(stand.database.url, stand.dataDir, 1);
  const rows: (string | number)[][] = [];
  for (let done = sizes.lot; done <= sizes.runs; done += sizes.lot) {
    const since = new Date();
    await enqueue(stand, flow, orders(sizes.lot));
    const { runs, seconds } = await drain(stand, flow, since);
    rows.push([`after ${done} runs`, memoryMb(worker?.pid ?? 0), runs / seconds]);
  }
  await worker?.stop();
  return table(['W6 memory of a worker', 'RSS MB', 'runs/s'], rows);
}
