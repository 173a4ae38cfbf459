import type { Sql } from '../../platform/database/sql.js';

/** The number of workers that are alive. */
export async function readWorkers(sql: Sql): Promise<number> {
  const text = '/* live_workers */ select count(*)::int as count from workers where lease_until > now()';
  return (await sql.query<{ count: number }>(text)).rows[0]?.count ?? 0;
}
