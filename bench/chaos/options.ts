import { parseArgs } from 'node:util';

export const usage = `npm run trial -- chaos [--mode plain] [--runs 5000] [--arrival even] [--kills 50] [--restarts 10] [--guilty 3]
                 [--workers 3] [--seed N] [--mix]
npm run trial -- chaos --soak 30 [--rate 20]

--mode      plain, or hostile: open transactions of others, a slow disk, and clocks of workers a minute apart
--arrival   even: spread over the time of the failures, or burst: as fast as they are accepted, which measures a backlog
--runs      executions to start               --kills     workers to kill
--restarts  restarts of Postgres              --guilty    executions that kill each worker that drives them
--workers   worker processes                  --seed      repeats the order of failures
--mix       starts forms, polled items, lists, debounced keys and executions that are held beside the others
--soak      minutes of steady load without failures; shows the growth of memory and tables
--rate      executions per second of the soak
`;

const modes = ['plain', 'hostile'] as const;
const arrivals = ['even', 'burst'] as const;

export interface ChaosOptions {
  mode: (typeof modes)[number];
  arrival: (typeof arrivals)[number];
  runs: number;
  kills: number;
  restarts: number;
  guilty: number;
  workers: number;
  seed: number;
  soak: number;
  rate: number;
  mix: boolean;
}

/** The options of the command line; null where they are to be explained. */
export function readOptions(): ChaosOptions | null {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values } = parseArgs({
    options: {
      mode: text('plain'),
      arrival: text('even'),
      runs: text('5000'),
      kills: text('50'),
      restarts: text('10'),
      guilty: text('3'),
      workers: text('3'),
      seed: text(String(Date.now() % 2 ** 31)),
      soak: text('0'),
      rate: text('20'),
      mix: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const { help, mode, arrival, mix, ...numbers } = values;
  const known = { mode: modes.find((one) => one === mode), arrival: arrivals.find((one) => one === arrival) };
  const parsed = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)]));
  if (help || !known.mode || !known.arrival || Object.values(parsed).some(Number.isNaN)) return null;
  return {
    mode: known.mode,
    arrival: known.arrival,
    mix,
    ...(parsed as Omit<ChaosOptions, 'mode' | 'arrival' | 'mix'>),
  };
}
