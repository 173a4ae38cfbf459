import type { BenchFixture } from '../harness/fixture.js';
import { benchNodeRed } from './node-red.js';
import { benchPostgraphile } from './postgraphile.js';

/** The server beside programs that do a part of what it does, in the same run. */
export async function benchPeers(fixture: BenchFixture): Promise<string> {
  const reports = [await benchNodeRed(fixture), await benchPostgraphile(fixture)];
  return reports.join('\n\n');
}
