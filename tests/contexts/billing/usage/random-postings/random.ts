import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startTestPostgres, stopTestPostgres } from '../../../../support/test-postgres.js';
import { anyPosting } from './posting.js';
import { openStage } from './stage.js';

/*
 * Makes random postings of every kind by four server processes at once, and checks after each round that every sum is
 * exact. Prints the seed of each round that fails.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '10' },
      postings: { type: 'string', default: '500' },
      from: { type: 'string' },
    },
  });
  const from = Number(values.from ?? randomInt(1_000_000_000));
  const [rounds, postings] = [Number(values.rounds), Number(values.postings)];
  say(`${rounds} rounds of ${postings} postings from seed ${from}`);
  await startTestPostgres();
  const stage = await openStage();
  let failed = 0;
  try {
    for (let seed = from; seed < from + rounds; seed++) {
      const began = Date.now();
      const violations = await stage.play(fc.sample(anyPosting, { seed, numRuns: postings }));
      if (violations.length > 0) failed++;
      const outcome = violations.length > 0 ? `WRONG\n  ${violations.slice(0, 20).join('\n  ')}` : 'right';
      say(`seed ${seed}: ${outcome} in ${((Date.now() - began) / 1_000).toFixed(1)} s`);
    }
    say(`${failed} of ${rounds} rounds failed`);
  } finally {
    await stage.stop();
    await stopTestPostgres();
  }
  if (failed > 0) process.exitCode = 1;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
