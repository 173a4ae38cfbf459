import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startTestPostgres, stopTestPostgres } from '../../support/test-postgres.js';
import { graphqlOperations } from './graphql-operations.js';
import { naughtyTexts } from './naughty-texts.js';
import { restOperations, workspaceLists } from './rest-operations.js';
import { tryOperation } from './try-operation.js';
import { World } from './world.js';

/*
 * Sends every naughty text, and random ones drawn from a seed, to every place for text of every write of both surfaces. Prints what
 * is neither refused by the name of its field nor read back as it was sent.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Random texts: of any code units, and of pieces of the naughty ones. */
function randomTexts(seed: number, count: number): string[] {
  const pieces = fc.array(fc.constantFrom(...naughtyTexts.filter((text) => text.length < 20)), { maxLength: 4 });
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 50 }),
    pieces.map((parts) => parts.join('')),
  );
  return fc.sample(text, { seed, numRuns: count });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      random: { type: 'string', default: '20' },
      only: { type: 'string', default: '' },
    },
  });
  const seed = Number(values.seed ?? randomInt(1_000_000_000));
  const texts = [...new Set([...naughtyTexts, ...randomTexts(seed, Number(values.random))])];
  const world = new World();
  const rest = restOperations(world);
  const operations = [...rest, ...graphqlOperations(world)].filter(({ name }) => name.includes(values.only));
  const places = operations.reduce((sum, { targets }) => sum + targets.length, 0);
  say(`${texts.length} texts in ${places} places of ${operations.length} operations, seed ${seed}`);
  await startTestPostgres();
  let faults = 0;
  const report = (line: string) => {
    faults++;
    say(line);
  };
  try {
    await world.open(rest);
    for (const operation of operations) for (const line of await tryOperation(operation, () => texts)) report(line);
    for (const { name, read } of workspaceLists(world)) {
      const { status, message } = await read();
      if (status !== 200) report(`GET ${name}: ${status} ${message}`);
    }
    say(`${faults} faults`);
  } finally {
    await world.close();
    await stopTestPostgres();
  }
  if (faults > 0) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
