import { type Bed, startApis } from '../harness/bed.js';
import { createTenant } from '../harness/client.js';
import { median, percentile, type Row, show, table } from '../harness/figures.js';
import { peakMemoryMb } from '../harness/meters.js';
import type { FloorMethods } from './floor.process.js';
import type { LoadMethods } from './load.process.js';

/** How many listen, and how often something is told. */
const audiences = [
  { subscribers: 1, everyMs: 20 },
  { subscribers: 100, everyMs: 40 },
  { subscribers: 1_000, everyMs: 200 },
];

/** W5: from before a step is written to its message at every subscriber. */
export async function benchSubscribers(bed: Bed): Promise<string> {
  const database = await bed.createDatabase('subscribers');
  const servers = await startApis(bed, database);
  const { workspaceId, apiKey } = await createTenant(servers[0]?.url ?? '');
  const floor = bed.startChild<FloorMethods>(import.meta.resolve('./floor.process.js'));
  const floorUrl = await floor.call('listen', { databaseUrl: database.url, workspaceId });
  const sides = [
    { name: 'floor', pid: floor.pid, url: floorUrl },
    ...servers.map(({ name, pid, url }) => ({ name, pid, url: `${url.replace('http', 'ws')}/graphql` })),
  ];
  const rows: Row[] = [];
  for (const { subscribers, everyMs } of audiences) {
    const measured = sides.map(() => ({ p50: [] as number[], p99: [] as number[] }));
    for (let round = 1; round <= bed.rounds; round++) {
      for (const [index, { name, url }] of sides.entries()) {
        const load = bed.startChild<LoadMethods>(import.meta.resolve('./load.process.js'));
        const options = { databaseUrl: database.url, workspaceId, everyMs };
        await load.call('seat', { ...options, events: 1, url, subscribers, apiKey });
        const times = await load.call('publish', {
          ...options,
          events: Math.round((bed.seconds * 1_000) / everyMs / 2),
        });
        await load.call('dismiss');
        await load.stop();
        measured[index]?.p50.push(median(times));
        measured[index]?.p99.push(percentile(times, 0.99));
        bed.note(`W5 ${round}/${bed.rounds} ${name}, ${subscribers}: ${show(median(times))} ms`);
      }
    }
    const floorP99 = median(measured[0]?.p99 ?? []);
    for (const [index, { name, pid }] of sides.entries()) {
      const { p50, p99 } = measured[index] ?? { p50: [], p99: [] };
      rows.push([
        ...[`${name}, ${subscribers} subscribers`, median(p50), median(p99)],
        ...[median(p99) / floorP99, peakMemoryMb(pid)],
      ]);
    }
  }
  return table(['W5 a step is written → message', 'p50 ms', 'p99 ms', 'p99 to floor', 'RSS peak MB'], rows);
}
