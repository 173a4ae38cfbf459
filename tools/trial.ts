// Runs a trial by its name: `npm run trial -- chaos --kills 50`. README.md says what each one tries.
import { spawnSync } from 'node:child_process';

/** A program of `bench/`, which is compiled; one of `tests/`, which runs from its sources; or commands of the system. */
type Trial = { bench: string } | { source: string } | { commands: string[][] };

const trials: Record<string, Trial> = {
  abuse: { bench: 'abuse/abuse' },
  alerts: {
    commands: [
      ['promtool', 'check', 'rules', 'docs/deploy/prometheus/alerts.yaml'],
      ['promtool', 'test', 'rules', 'docs/deploy/prometheus/alerts.test.yaml'],
    ],
  },
  browser: {
    commands: [
      [process.execPath, 'tools/build/build.ts'],
      [
        process.execPath,
        '--no-warnings',
        '--max-semi-space-size=64',
        'node_modules/jest/bin/jest.js',
        '--config',
        'tests/dashboard/jest.config.js',
        ...process.argv.slice(3),
      ],
    ],
  },
  backup: { source: 'tests/cli/backup-under-load/prove.ts' },
  chaos: { bench: 'chaos/chaos' },
  credits: { bench: 'chaos/credits' },
  files: { source: 'tests/contexts/automation/files/try-large-files.ts' },
  fuzz: { source: 'tests/api/fuzz/fuzz.ts' },
  mails: { source: 'tests/contexts/engagement/campaigns/try-many-mails.ts' },
  naughty: { source: 'tests/api/naughty/naughty.ts' },
  oauth: { source: 'tests/contexts/automation/connections/try-rotating-tokens.ts' },
  postings: { source: 'tests/contexts/billing/usage/random-postings/random.ts' },
  random: { source: 'tests/contexts/automation/executions/random-flows/random.ts' },
  reads: { source: 'tests/api/random-reads/random.ts' },
  rolling: { bench: 'rolling/rolling' },
};

const [name = '', ...rest] = process.argv.slice(2);
const trial = Object.hasOwn(trials, name) ? trials[name] : undefined;
if (trial) {
  process.exitCode = run(trial);
} else {
  process.stderr.write(`npm run trial -- NAME, where NAME is one of ${Object.keys(trials).join(', ')}.\n`);
  process.exitCode = 2;
}

/** @returns the exit code of the first command that fails, else 0 */
function run(chosen: Trial): number {
  for (const [program = '', ...args] of commandsOf(chosen)) {
    // The programs of bench/ read the tables of all workspaces.
    const env = 'bench' in chosen ? { ...process.env, PGOPTIONS: '-c app.tenant_scope=off' } : process.env;
    const { status, error } = spawnSync(program, args, { stdio: 'inherit', env });
    if (error) process.stderr.write(`${program} cannot be run: ${error.message}\n`);
    if (status !== 0) return status ?? 1;
  }
  return 0;
}

function commandsOf(chosen: Trial): string[][] {
  if ('commands' in chosen) return chosen.commands;
  const node = [process.execPath, '--no-warnings'];
  if ('bench' in chosen) {
    const compile = ['node_modules/typescript/bin/tsc', '-p', 'bench/tsconfig.json'];
    return [
      [process.execPath, ...compile],
      [...node, `dist/bench/${chosen.bench}.js`, ...rest],
    ];
  }
  const typescript = ['--import', './tests/support/typescript.js'];
  return [
    [process.execPath, 'tools/build/build.ts'],
    [...node, ...typescript, chosen.source, ...rest],
  ];
}
