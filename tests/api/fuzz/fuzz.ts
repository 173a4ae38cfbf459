import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startTestPostgres, stopTestPostgres } from '../../support/test-postgres.js';
import { restOperations } from '../naughty/rest-operations.js';
import { World } from '../naughty/world.js';
import { fuzzedOperations, tryAllowed, tryForbidden, tryNulls, type Verdict } from './fuzz-operation.js';
import { Random } from './random.js';

/*
 * Sends random requests to every REST operation that schema/openapi.json describes: those that it allows, which only business rules
 * may refuse, and those that it forbids, which must be refused by the name of the field. Prints what is otherwise.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      requests: { type: 'string', default: '2000' },
      only: { type: 'string', default: '' },
    },
  });
  const seed = Number(values.seed ?? randomInt(1_000_000_000));
  const random = new Random(seed);
  const operations = fuzzedOperations().filter(({ name }) => name.includes(values.only));
  const each = Math.max(1, Math.round(Number(values.requests) / operations.length / 2));
  say(`${operations.length} operations, ${each} requests of each kind for each, seed ${seed}`);
  await startTestPostgres();
  const world = new World();
  const counts = new Map<string, number>();
  const add = (about: string, { kind, text, keyword }: Verdict) => {
    const key = `${about}: ${kind}${keyword && text ? ` (${keyword})` : ''}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (text) say(`${about}, ${kind}: ${text}`);
  };
  try {
    await world.open(restOperations(world));
    for (const operation of operations) {
      for (let count = 0; count < each; count++) add('allowed', await tryAllowed(world, operation, random));
      for (const verdict of await tryNulls(world, operation, random)) add('null', verdict);
      for (const verdict of await tryForbidden(world, operation, random, each)) add('forbidden', verdict);
    }
  } finally {
    await world.close();
    await stopTestPostgres();
  }
  for (const [key, count] of [...counts].sort()) say(`${count}\t${key}`);
  const isFault = (key: string) => !/(: accepted|refused by a rule)$/.test(key);
  if ([...counts.keys()].some(isFault)) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
