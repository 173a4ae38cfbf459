import type { Logger } from 'pino';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { expression, typed } from '../../../../platform/database/typed-sql.js';
import { eventLog } from '../store/execution-step.entity.js';

const epochBegins = { epoch: expression<number>`default`, keptSince: null, changesKeptSince: null };

/** Events that one statement examines. */
const atOnce = 5_000;

/**
 * The log is this cluster's own if the row about it was written by the transaction that it names, and no event or change is
 * of a transaction still to come. Reads system columns, which no entity has.
 */
const stateSql = `/* state_of_log */ select case when l.tx is null then 'new' when l.xmin = l.tx::xid and not exists (
    select from workspaces w where exists (select from execution_events e
      where e.workspace_id = w.id and e.place >= pg_snapshot_xmax(pg_current_snapshot()))
    or exists (select from workspace_changes c
      where c.workspace_id = w.id and c.tx >= pg_snapshot_xmax(pg_current_snapshot()))) then 'own'
    else 'restored' end as state
  from event_log l`;

/**
 * To be called before a process serves requests or drives executions. In a database that was restored from a copy, the
 * transaction ids in the log are those of another cluster: events of before are put behind every position, and a new
 * epoch begins, in which former cursors of feeds are not accepted. The events of an execution keep their order.
 */
export async function continueLog(
  { pool, transaction }: Pick<Database, 'pool' | 'transaction'>,
  log: Logger,
): Promise<void> {
  if ((await stateOf(pool)) === 'own') return;
  await transaction(async (sql) => {
    // Of several processes that start together, one does this.
    await typed(sql, 'lock_log', eventLog).selectFrom('event_log').select('onlyOne').forUpdate().execute();
    const state = await stateOf(sql);
    if (state === 'new') await updateLog(sql, 'begin_log');
    if (state !== 'restored') return;
    log.warn('the database was restored from a copy; a new epoch of the event log begins');
    const events = await settleEvents(pool);
    await updateLog(sql, 'begin_epoch', epochBegins);
    // Nobody can go on in them. No builder truncates.
    await sql.query('/* forget_changes */ truncate workspace_changes');
    log.info({ events }, 'a new epoch of the event log began');
  });
}

/** Who writes the row sets its tx: the log is this cluster's own. */
async function updateLog(sql: Sql, label: string, changes: Partial<typeof epochBegins> = {}): Promise<void> {
  await typed(sql, label, eventLog)
    .updateTable('event_log')
    .set(({ fn }) => ({ ...changes, tx: fn<string>('pg_current_xact_id') }))
    .execute();
}

async function stateOf(sql: Sql): Promise<'new' | 'own' | 'restored'> {
  const { rows } = await sql.query<{ state: 'new' | 'own' | 'restored' }>(stateSql);
  return rows[0]?.state ?? 'own';
}

const nil = '00000000-0000-0000-0000-000000000000';

interface Key {
  workspaceId: string;
  executionId: string;
  fence: number;
  n: number;
}

/**
 * A batch of rows. $1 to $4: the last event examined, $5: how many. An event of this cluster was written by the transaction
 * that it names; one that was restored was not.
 */
const settleSql = `/* settle_restored_events */
with batch as materialized (
  select workspace_id, execution_id, fence, n, place <> '0' and xmin <> tx::xid as restored from execution_events
  where (workspace_id, execution_id, fence, n) > ($1::uuid, $2::uuid, $3::integer, $4::integer)
  order by workspace_id, execution_id, fence, n limit $5
), settled as (
  update execution_events e set tx = '0', place = '0' from batch s
  where s.restored and (e.workspace_id, e.execution_id, e.fence, e.n) = (s.workspace_id, s.execution_id, s.fence, s.n)
  returning 1
)
select workspace_id as "workspaceId", execution_id as "executionId", fence, n,
  (select count(*) from settled)::integer as settled
from batch order by workspace_id desc, execution_id desc, fence desc, n desc limit 1`;

const beforeAll: Key = { workspaceId: nil, executionId: nil, fence: 0, n: 0 };

/** Batch after batch, so that a crash loses little of it. @returns the number of restored events */
async function settleEvents(sql: Sql): Promise<number> {
  let settled = 0;
  for (let last: Key | null = beforeAll; last; ) {
    const batch: Batch | null = await settleBatch(sql, last);
    settled += batch?.settled ?? 0;
    last = batch;
  }
  return settled;
}

interface Batch extends Key {
  settled: number;
}

/** @returns the last event that was examined */
async function settleBatch(sql: Sql, { workspaceId, executionId, fence, n }: Key): Promise<Batch | null> {
  const { rows } = await sql.query<Batch>(settleSql, [workspaceId, executionId, fence, n, atOnce]);
  return rows[0] ?? null;
}
