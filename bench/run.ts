// Required by the decorators of the modules.
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { benchCreateFlow } from './create-flow/create-flow.js';
import { benchDebits } from './credits/debits.js';
import { benchDashboard } from './dashboard/dashboard.js';
import { benchEngine } from './engine/engine.js';
import { benchFairness } from './fairness/fairness.js';
import { benchFleet } from './fleet/fleet.js';
import { benchFlowList } from './flow-list/flow-list.js';
import { benchFlowRuns } from './flow-runs/flow-runs.js';
import { openFixture } from './harness/fixture.js';
import { writeTables } from './harness/write-tables.js';
import { benchListeners } from './listeners/listeners.js';
import { benchLists } from './lists/lists.js';
import { benchPeers } from './peers/peers.js';
import { benchPrices } from './prices/prices.js';
import { benchProcesses } from './processes/processes.js';
import { benchListRead, benchNestedRead } from './reads/reads.js';
import { benchIdleSubscriptions } from './subscribers/idle.js';
import { benchSubscribers } from './subscribers/subscribers.js';
import { benchUsage } from './usage/usage.js';
import { benchValidation } from './validation/validation.js';

const benchmarks = {
  w1: benchFlowRuns,
  w2: benchNestedRead,
  w3: benchListRead,
  w4: benchCreateFlow,
  w5: benchSubscribers,
  w6: benchEngine,
  w7: benchFlowList,
  w8: benchValidation,
  w9: benchDebits,
  w10: benchUsage,
  w11: benchFairness,
  w12: benchPrices,
  lists: benchLists,
  listeners: benchListeners,
  processes: benchProcesses,
  fleet: benchFleet,
  idle: benchIdleSubscriptions,
  peers: benchPeers,
  // The last one: it ends with an error where there is no Chromium.
  dashboard: benchDashboard,
};

const usage = `npm run bench -- [w1 …] [--seconds 5] [--rounds 3] [--profiles FOLDER] [--against FOLDER] [--write]

w1 flow runs · w2 nested GraphQL · w3 REST list · w4 create a flow · w5 event to subscriber · w6 the engine alone ·
w7 the list page beside more and more executions · w8 validation ·
w9 debits of one wallet · w10 usage and analytics beside more and more rows · w11 a workspace beside another ·
w12 the prices of what expressions do ·
lists every growing list of a large workspace, by every sort key and filter ·
listeners commits beside listening processes · processes 1, 2 and 4 on one database ·
fleet 2, 11 and 50 processes on one database, idle, at work and partly killed · idle the memory of 10,000 idle subscriptions ·
peers beside PostGraphile and Node-RED, which npm installs into .cache/peers ·
dashboard in Chromium, with large flows, executions and lists;
all of them without a name.
--seconds   length of a window               --rounds    windows of each side, of which the median is shown
--profiles  write processor profiles there   --against   measure another built checkout beside this one
--write     write the tables into docs/benchmarks.md, with the date, the machine and the command
`;

/** Runs the benchmarks that were named, or all, one after the other on one Postgres, and prints their tables. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      profiles: { type: 'string' },
      against: { type: 'string' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(benchmarks);
  const unknown = names.filter((name) => !(name in benchmarks));
  if (values.help || unknown.length > 0) {
    process.stdout.write(usage);
    return;
  }
  const fixture = await openFixture({
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    profiles: values.profiles ?? null,
    against: values.against ?? null,
  });
  // Without this, Postgres would keep running after an interrupt.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void fixture.close().finally(() => process.exit(1)));
  }
  try {
    for (const name of names) {
      const report = await benchmarks[name as keyof typeof benchmarks](fixture);
      process.stdout.write(`${report}\n\n`);
      if (values.write) writeTables(name, report, commandOf(name));
    }
  } finally {
    await fixture.close();
  }
}

/** The command that measures one benchmark in the same way. */
function commandOf(name: string): string {
  const options = process.argv.slice(2).filter((text) => !(text in benchmarks) && text !== '--write');
  return ['npm run bench --', name, ...options].join(' ');
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exitCode = 1;
});
