import type { Sql } from '../../platform/database/sql.js';
import { fromNow, typed } from '../../platform/database/typed-sql.js';
import { workerLeases } from '../../platform/work/worker.entity.js';

/** The number of workers that are alive. */
export async function readWorkers(sql: Sql): Promise<number> {
  const { count } = await typed(sql, 'live_workers', workerLeases)
    .selectFrom('workers')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('leaseUntil', '>', fromNow(0))
    .executeTakeFirstOrThrow();
  return Number(count);
}
