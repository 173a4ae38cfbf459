import type { PoolClient } from 'pg';
import type { TestApp } from './app.js';

/** A statement as the server sends it. */
export interface SentStatement {
  name?: string;
  text: string;
  values: unknown[];
}

export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Records the statements that the server sends. Each call of the result returns those since the last one. */
export function recordStatements(app: TestApp): () => SentStatement[] {
  const sent: SentStatement[] = [];
  const received = new WeakSet<object>();
  const record = (client: PoolClient) => {
    if (received.has(client)) return;
    received.add(client);
    const query = client.query.bind(client);
    client.query = ((...args: Parameters<typeof query>) => {
      const [config, values] = args as unknown as [
        string | { name?: string; text: string; values?: unknown[] },
        unknown[]?,
      ];
      const one = typeof config === 'string' ? { text: config, values } : config;
      sent.push({ ...one, values: one.values ?? [] });
      return query(...args);
    }) as typeof client.query;
  };
  for (const pool of [app.services.db.tenantPool, app.services.db.pool]) pool.on('acquire', record);
  return () => sent.splice(0);
}

/** Makes plans as if all rows had one value of a column, so that this alone finds nothing: `workspace_id`. */
export async function assumeOneValue(app: TestApp, column: string): Promise<void> {
  await app.services.db.pool.query(
    `select pg_restore_attribute_stats('schemaname', 'public'::text, 'relname', c.relname::text, 'attname', a.attname::text,
      'inherited', inherited, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = $1, (values (false), (true)) i(inherited)
    where c.relnamespace = 'public'::regnamespace and (c.relkind = 'p' and inherited or c.relkind = 'r' and not inherited)`,
    [column],
  );
}

/** Ends what `assumeOneValue` assumes. */
export async function assumeNothing(app: TestApp, column: string): Promise<void> {
  await app.services.db.pool.query(
    `select pg_clear_attribute_stats('public', c.relname::text, a.attname::text, inherited)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = $1, (values (false), (true)) i(inherited)
    where c.relnamespace = 'public'::regnamespace and (c.relkind = 'p' and inherited or c.relkind = 'r' and not inherited)`,
    [column],
  );
}

/** The plans of a statement in a workspace, under settings of the planner: `enable_seqscan = off`. */
export async function explain(
  app: TestApp,
  workspaceId: string,
  { text, values }: SentStatement,
  settings: readonly string[],
): Promise<Plan[]> {
  return app.services.db.within(workspaceId).transaction(async (sql) => {
    await sql.query(settings.map((setting) => `set local ${setting}`).join('; '));
    const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`explain (format json) ${text}`, values);
    return rows.flatMap(({ 'QUERY PLAN': plans }) => plans.map(({ Plan }) => Plan));
  });
}

/** Whether a plan sorts more rows than a page has, although it may use any index. */
export function sortsAll({ 'Node Type': type, Plans = [] }: Plan): boolean {
  return Plans.some(sortsAll) || (type === 'Sort' && !Plans.every(isLimited));
}

function isLimited({ 'Node Type': type, Plans = [] }: Plan): boolean {
  return type === 'Limit' || (/^(Append|Subquery Scan)$/.test(type) && Plans.every(isLimited));
}

/** The conditions by which the nodes of a plan search indexes, with the names of these indexes; without those of totals. */
export function indexConditions(plan: Plan): string[] {
  const { 'Index Cond': condition = '', 'Index Name': name = '', Plans = [] } = plan;
  const own = name.startsWith('execution_totals') ? [] : [`${name} ${condition}`];
  return [...own, ...Plans.flatMap(indexConditions)];
}
