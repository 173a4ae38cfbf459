import { setTimeout as delay } from 'node:timers/promises';
import { createTenant } from '../harness/client.js';
import { type FigureRow, median, table } from '../harness/figures.js';
import type { BenchFixture } from '../harness/fixture.js';
import { memoryMb } from '../harness/meters.js';
import type { IdleLoadMethods } from './idle-load.process.js';

const subscriptions = 10_000;
/** Subscriptions on each socket. */
const sharing = [1, 100];
/** Until the memory of what was only needed to open them is reused or returned. */
const settleMs = 10_000;

/** The memory of a server that 10,000 idle subscriptions take, on a socket each and on shared ones. */
export async function benchIdleSubscriptions(fixture: BenchFixture): Promise<string> {
  const rows: FigureRow[] = [];
  for (const each of sharing) {
    for (const build of fixture.builds) {
      const database = await fixture.createDatabase(`idle_${build.name.replace(' ', '_')}_${each}`);
      const growths: number[] = [];
      const before: number[] = [];
      for (let round = 1; round <= fixture.rounds; round++) {
        const server = await fixture.startServer(build, database, { ROLE: 'api' });
        const { workspaceId, apiKey } = await createTenant(server.url, `bench-${round}@example.com`);
        const load = fixture.startChild<IdleLoadMethods>(import.meta.resolve('./idle-load.process.js'));
        const url = `${server.url.replace('http', 'ws')}/graphql`;
        // A warm-up, so that what all subscriptions share is not counted.
        await load.call('open', { url, workspaceId, apiKey, each, sockets: 1 });
        await delay(settleMs);
        const first = memoryMb(server.pid);
        await load.call('open', { url, workspaceId, apiKey, each, sockets: 1 + subscriptions / each });
        await delay(settleMs);
        before.push(first);
        growths.push(memoryMb(server.pid) - first);
        fixture.note(`idle ${round}/${fixture.rounds} ${build.name}, ${each} a socket: ${growths.at(-1)} MB`);
        await load.stop();
        await server.stop();
      }
      const growth = median(growths);
      rows.push([`${build.name}, ${each} on a socket`, median(before), growth, (growth * 1_024) / subscriptions]);
    }
  }
  return table([`idle: ${subscriptions} subscriptions`, 'RSS before MB', 'grows by MB', 'KB each'], rows);
}
