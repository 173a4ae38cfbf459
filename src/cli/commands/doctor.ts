import { ConfigError, loadConfig } from '../../config/index.js';
import { countOf } from '../amounts.js';
import { type Answer, type Context, columns, defineCommand } from '../command.js';
import { type CheckResult, findingOf, runChecks, skipChecks } from '../doctor/check.js';
import { databaseChecks, examineReachable, keyChecks } from '../doctor/database-checks.js';
import { processChecks } from '../doctor/process-checks.js';
import { checkProviders } from '../doctor/provider-checks.js';
import { workChecks } from '../doctor/work-checks.js';
import { type CommandDatabase, connectDatabase } from '../open-database.js';

interface DoctorOptions {
  online?: boolean;
}

/** Examines a server and its surroundings, whether it runs or not. */
export const doctor = defineCommand<DoctorOptions>({
  name: 'doctor',
  summary: 'Check the configuration, the database and the work of the server',
  notes:
    'Changes nothing; an embedded Postgres that is not running is started for that time. Exits with 1 if a check failed. Each check has a name, a status (ok, warning, failed or skipped), a message and, unless all is well, a cure.',
  options: { '--online': 'also connect to the configured providers' },
  examples: ['doctor', 'doctor --online --json'],
  async run(context, { online = false }) {
    const checks = await examine(context, online);
    return report(checks);
  },
});

async function examine(context: Context, isOnline: boolean): Promise<CheckResult[]> {
  const { env } = context;
  const config = readConfig(env);
  if (config instanceof ConfigError) {
    const cure = 'Correct the environment; docs/configuration.md lists what is accepted.';
    return [{ name: 'configuration', status: 'failed', message: config.message, cure }];
  }
  const configured: CheckResult = { name: 'configuration', status: 'ok', message: 'Every setting is valid.' };
  const ofProcess = await runChecks(processChecks, { config, env });
  const ofProviders = await checkProviders(config, isOnline);
  return [configured, ...ofProcess, ...ofProviders, ...(await examineDatabase(() => connectDatabase(config, context)))];
}

function readConfig(env: Context['env']) {
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

const tableChecks = [...keyChecks, ...workChecks];

async function examineDatabase(open: () => Promise<CommandDatabase>): Promise<CheckResult[]> {
  const skipAll = () => skipChecks([...databaseChecks, ...tableChecks], 'The database cannot be reached.');
  let database: CommandDatabase;
  try {
    database = await open();
  } catch (error) {
    return [{ name: 'database', ...findingOf(error as Error) }, ...skipAll()];
  }
  try {
    const reachable: CheckResult = { name: 'database', ...(await examineReachable(database)) };
    if (reachable.status !== 'ok') return [reachable, ...skipAll()];
    const ofDatabase = await runChecks(databaseChecks, database);
    const isCurrent = ofDatabase.some(({ name, status }) => name === 'migrations' && status === 'ok');
    const ofTables = isCurrent
      ? await runChecks(tableChecks, database)
      : skipChecks(tableChecks, 'The schema is not that of this release.');
    return [reachable, ...ofDatabase, ...ofTables];
  } finally {
    await database.close();
  }
}

function report(checks: CheckResult[]): Answer {
  const count = (status: CheckResult['status']) => checks.filter((check) => check.status === status).length;
  const rows = columns(checks.map(({ name, status, message }) => [status, name, message]));
  return {
    data: { checks },
    failed: count('failed') > 0,
    lines: [
      ...checks.flatMap(({ cure }, index) => [rows[index] ?? '', ...(cure ? [`         → ${cure}`] : [])]),
      '',
      `${count('ok')} ok, ${countOf(count('warning'), 'warning')}, ${count('failed')} failed, ${count('skipped')} skipped.`,
    ],
  };
}
