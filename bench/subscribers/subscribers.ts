import { createTenant } from '../harness/client.js';
import { type FigureRow, median, percentile, show, table } from '../harness/figures.js';
import { type BenchFixture, startApis } from '../harness/fixture.js';
import { peakMemoryMb } from '../harness/meters.js';
import type { SubscribersBaselineMethods } from './baseline.process.js';
import type { SubscriberLoadMethods } from './load.process.js';

/** The numbers of subscribers, and of events. */
const audiences = [
  { subscribers: 1, everyMs: 20 },
  { subscribers: 100, everyMs: 40 },
  { subscribers: 1_000, everyMs: 200 },
];

/** W5: the time from before a step is written until its message has reached every subscriber. */
export async function benchSubscribers(fixture: BenchFixture): Promise<string> {
  const database = await fixture.createDatabase('subscribers');
  const servers = await startApis(fixture, database);
  const { workspaceId, apiKey } = await createTenant(servers[0]?.url ?? '');
  const baseline = fixture.startChild<SubscribersBaselineMethods>(import.meta.resolve('./baseline.process.js'));
  const baselineUrl = await baseline.call('listen', { databaseUrl: database.url, workspaceId });
  const sides = [
    { name: 'baseline', pid: baseline.pid, url: baselineUrl },
    ...servers.map(({ name, pid, url }) => ({ name, pid, url: `${url.replace('http', 'ws')}/graphql` })),
  ];
  const rows: FigureRow[] = [];
  for (const { subscribers, everyMs } of audiences) {
    const measured = sides.map(() => ({ p50: [] as number[], p99: [] as number[] }));
    for (let round = 1; round <= fixture.rounds; round++) {
      for (const [index, { name, url }] of sides.entries()) {
        const load = fixture.startChild<SubscriberLoadMethods>(import.meta.resolve('./load.process.js'));
        const options = { databaseUrl: database.url, workspaceId, everyMs };
        await load.call('seat', { ...options, events: 1, url, subscribers, apiKey });
        const times = await load.call('publish', {
          ...options,
          events: Math.round((fixture.seconds * 1_000) / everyMs / 2),
        });
        await load.call('dismiss');
        await load.stop();
        measured[index]?.p50.push(median(times));
        measured[index]?.p99.push(percentile(times, 0.99));
        fixture.note(`W5 ${round}/${fixture.rounds} ${name}, ${subscribers}: ${show(median(times))} ms`);
      }
    }
    const baselineP99 = median(measured[0]?.p99 ?? []);
    for (const [index, { name, pid }] of sides.entries()) {
      const { p50, p99 } = measured[index] ?? { p50: [], p99: [] };
      rows.push([
        `${name}, ${subscribers} subscribers`,
        median(p50),
        median(p99),
        median(p99) / baselineP99,
        peakMemoryMb(pid),
      ]);
    }
  }
  return table(['W5 a step is written → message', 'p50 ms', 'p99 ms', 'p99 to baseline', 'RSS peak MB'], rows);
}
