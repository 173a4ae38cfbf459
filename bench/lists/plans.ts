import type pg from 'pg';

/** The settings with which Postgres can log the plans of statements that are running in a server. */
export const planSettings = {
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'log',
};

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'CTE Name'?: string;
  'Subplan Name'?: string;
  'Actual Total Time': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
}

export interface CostliestNode {
  /** `Index Scan contacts_created_at, 299,970 rows removed`. */
  name: string;
  ms: number;
  /** Of the whole statement. */
  statementMs: number;
  /** Of 8 kB, from memory or the disk, that the whole statement reads. */
  blocks: number;
}

/** Logs plans of all statements while `ask` is running, and returns the node that took longest in the slowest of them. */
export async function costliestNode(admin: pg.Client, ask: () => Promise<unknown>): Promise<CostliestNode | null> {
  const end = await endOfLog(admin);
  await configure(admin, '0');
  await ask();
  await configure(admin, '-1');
  const { rows } = await admin.query<{ text: string }>(
    `select pg_read_file(pg_current_logfile('jsonlog'), $1::bigint, 100000000) as text`,
    [end],
  );
  const plans = (rows[0]?.text ?? '').split('\n').flatMap((line) => {
    const message = line ? (JSON.parse(line) as { message?: string }).message : '';
    const at = message?.startsWith('duration: ') ? message.indexOf('{') : -1;
    if (at < 0) return [];
    const { Plan, 'Query Text': text } = JSON.parse(message?.slice(at) ?? '') as { Plan: Plan; 'Query Text': string };
    return text === reload ? [] : [Plan];
  });
  const slowest = plans.toSorted((a, b) => b['Actual Total Time'] - a['Actual Total Time'])[0];
  if (!slowest) return null;
  const blocks = slowest['Shared Hit Blocks'] + slowest['Shared Read Blocks'];
  const [node, ms] = nodesOf(slowest).toSorted(([, a], [, b]) => b - a)[0] as [Plan, number];
  return { name: describe(node), ms, statementMs: slowest['Actual Total Time'], blocks };
}

const reload = 'select pg_reload_conf(), pg_sleep(0.05)';

/** Setting a log level does not interrupt the sessions of the server: each reads it before its next statement. */
async function configure(admin: pg.Client, minimum: string): Promise<void> {
  await admin.query(`alter system set auto_explain.log_min_duration = '${minimum}'`);
  await admin.query(reload);
}

async function endOfLog(admin: pg.Client): Promise<string> {
  const { rows } = await admin.query<{ size: string }>(
    `select size::text from pg_stat_file(pg_current_logfile('jsonlog'))`,
  );
  return rows[0]?.size ?? '0';
}

/** Each node with its own time, without that of the nodes below it. Reading a CTE also runs it. */
function nodesOf(root: Plan): [Plan, number][] {
  const all: Plan[] = [];
  for (const open = [root]; open.length > 0; ) {
    const plan = open.pop() as Plan;
    all.push(plan);
    open.push(...(plan.Plans ?? []));
  }
  const time = (one: Plan) => one['Actual Total Time'] * one['Actual Loops'];
  const read = (plan: Plan) => all.filter((one) => one['Subplan Name'] === `CTE ${plan['CTE Name']}`);
  return all.map((plan) => {
    const below = [...(plan.Plans ?? []), ...read(plan)].reduce((sum, one) => sum + time(one), 0);
    return [plan, Math.max(0, time(plan) - below)];
  });
}

function describe(plan: Plan): string {
  const removed = (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops'];
  const rows = plan['Actual Rows'] * plan['Actual Loops'];
  return [
    [plan['Node Type'], plan['Index Name'] ?? plan['Relation Name']].filter(Boolean).join(' '),
    ...(rows > 0 ? [`${Math.round(rows).toLocaleString('en')} rows`] : []),
    ...(removed > 0 ? [`${Math.round(removed).toLocaleString('en')} removed`] : []),
  ].join(', ');
}
