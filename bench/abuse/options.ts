import { parseArgs } from 'node:util';
import { attacks } from './attacks/index.js';

export const usage = `npm run trial -- abuse [--seconds 8] [--only NAME,NAME] [--seed N] [--database URL] [--profiles FOLDER]

Attacks a server with default settings, one attack after the other, while another workspace works. Fails if the probe waits
longer than ${goals().probeMs} ms, or the other workspace longer than ${goals().otherMs} ms.

--seconds   how long each attack lasts
--only      attacks to run; all without it
--seed      repeats the generated documents
--database  the URL of an empty database; an embedded Postgres without it
--profiles  the folder for CPU profiles of the server

${attacks.map(({ name, what }) => `${name.padEnd(22)} ${what}`).join('\n')}
`;

/** Milliseconds that the probe and the requests of the other workspace may take at most. */
export function goals() {
  return { probeMs: 250, otherMs: 1_000 };
}

export interface AbuseOptions {
  seconds: number;
  only: string[];
  seed: number;
  database: string | null;
  profiles: string | null;
}

/** The options of the command line; null where they are to be explained. */
export function readOptions(): AbuseOptions | null {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: {
      seconds: text('8'),
      only: text(''),
      seed: text(String(Date.now() % 2 ** 31)),
      database: text(''),
      profiles: text(''),
      help: { type: 'boolean' },
    },
  });
  const { help, database, profiles } = values;
  const [seconds, seed] = [Number(values.seconds), Number(values.seed)];
  const only = values.only.split(',').filter((name) => name !== '');
  const isKnown = only.every((name) => attacks.some((attack) => attack.name === name));
  if (help || !isKnown || Number.isNaN(seed) || !(seconds > 0)) return null;
  return { seconds, only, seed, database: database || null, profiles: profiles || null };
}
