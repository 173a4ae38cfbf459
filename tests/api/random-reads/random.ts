import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildGraphSchema } from '../../../src/app/schema.js';
import { startTestPostgres, stopTestPostgres } from '../../support/test-postgres.js';
import { Random } from '../fuzz/random.js';
import { restOperations } from '../naughty/rest-operations.js';
import { World } from '../naughty/world.js';
import { compareExecutors } from './compare-executors.js';
import { randomRead } from './random-read.js';

/*
 * Sends random queries over the whole schema, to a workspace with one of everything, by an owner and by a key with few rights. Fails if
 * reading by levels and graphql-js answer differently, errors included.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string' }, reads: { type: 'string', default: '2000' } } });
  const seed = Number(values.seed ?? randomInt(1_000_000_000));
  const random = new Random(seed);
  say(`${values.reads} queries, seed ${seed}`);
  await startTestPostgres();
  const world = new World();
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  try {
    await world.open(restOperations(world));
    const owner = { token: world.caller, workspaceId: String(world.ids.workspaceId), email: '' };
    const callers = [owner.token, await world.app.seed.apiKey(owner, ['flows:read', 'contacts:read'])];
    for (let number = 0; number < Number(values.reads); number++) {
      const query = randomRead(buildGraphSchema(), random, world.ids);
      const compared = await compareExecutors(world.app, query, random.pick(callers));
      if (!compared) continue;
      const { byLevels, byGraphql, errors, isPlanned } = compared;
      count(isPlanned ? 'planned' : 'not planned');
      count(errors.length > 0 ? 'with errors' : 'without errors');
      if (byLevels === byGraphql) continue;
      count('DIFFERENT');
      say(`\n${query}\n${byLevels.slice(0, 2_000)}\n${byGraphql.slice(0, 2_000)}`);
    }
  } finally {
    await world.close();
    await stopTestPostgres();
  }
  for (const [what, times] of Object.entries(counts)) say(`${times}\t${what}`);
  if (counts.DIFFERENT) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
