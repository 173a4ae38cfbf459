import { DatabaseUnreachable } from '../errors/database-errors.js';
import { readSetting } from './read-setting.js';
import type { Sql } from './sql.js';

// The statements of this file administer Postgres, so they are not typed.

const isPreparedText = `/* is_prepared */ select clock_timestamp() as now, exists (
    select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
    where r.rolname = current_user and d.datname = current_database() and 'enable_partition_pruning=off' = any(s.setconfig)
  ) as prepared`;

// One process at a time: Postgres fails if two change a role at once.
const prepareText = `/* prepare_pooler */ do $$ begin
  perform pg_advisory_xact_lock(hashtextextended('prepare_pooler', 0));
  execute format('alter role current_user in database %I set enable_partition_pruning = off', current_database());
end $$`;

// Connections of servers have the setting of their own; the pooler replaces those that it has lost.
const closeFormerText = `/* close_former */ select pg_terminate_backend(pid) from pg_stat_activity
  where usename = current_user and datname = current_database() and state = 'idle' and backend_start < $1
    and pid <> pg_backend_pid() and application_name !~ '^workspace-automation/'`;

/**
 * Prepares Postgres for connections through a pooler, once: it passes on no settings of a session, so what all of them
 * need (see `withoutPruning`) becomes the default of the role, and idle connections without it are closed.
 * @param direct a connection to Postgres itself
 * @param pooled one through the pooler, as the same role
 * @throws DatabaseUnreachable if the pooler uses other connections
 */
export async function preparePooler(direct: Sql, pooled: Sql): Promise<void> {
  const { rows: before } = await direct.query<{ now: Date; prepared: boolean }>(isPreparedText);
  if (!before[0]?.prepared) {
    await direct.query(prepareText);
    await direct.query(closeFormerText, [before[0]?.now]);
  }
  if ((await readSetting(pooled, 'pooler_settings', 'enable_partition_pruning')) === 'off') return;
  throw new DatabaseUnreachable(
    'its pooler uses connections to Postgres without enable_partition_pruning = off, which is the default of the role of DATABASE_DIRECT_URL. Use the same role in both URLs, and run RECONNECT in the console of PgBouncer, or restart the pooler.',
  );
}

/**
 * Requires that connections keep the settings of their session, which limit them to a tenant.
 * @param limited a connection that was opened with `app.tenant_scope=on`
 * @throws DatabaseUnreachable naming the setting for a pooler
 */
export async function requireSessions(limited: Sql): Promise<void> {
  if ((await readSetting(limited, 'session_settings', 'app.tenant_scope')) === 'on') return;
  throw new DatabaseUnreachable(
    'it leads to a pooler that drops the settings of a session. Set DATABASE_DIRECT_URL to the URL of Postgres itself, then DATABASE_URL may lead to the pooler.',
  );
}
