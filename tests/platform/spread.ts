import type { Pool } from 'pg';

/** Small tables of which each database would have a copy. */
export const referenceTables: readonly string[] = ['accounts', 'credit_rates', 'mikro_orm_migrations', 'users'];

const noWorkspace = 'no workspace_id';

/** Tables that stay in one database, with what keeps them there. docs/scaling.md gives the reasons. */
export const tablesInOnePlace: Readonly<Record<string, readonly string[]>> = {
  account_links: [noWorkspace],
  api_keys: ['api_keys_key_hash_key'],
  backups: [noWorkspace],
  credit_reservations: ['credit_reservations_account_id_fkey'],
  event_log: [noWorkspace],
  external_identities: [noWorkspace],
  identity_sessions: [noWorkspace],
  invitations: ['invitations_token_hash_key'],
  key_rotations: ['key_rotations_pkey'],
  ledger_transfers: [noWorkspace],
  linked_identities: [noWorkspace],
  low_wallets: [noWorkspace],
  provider_logins: [noWorkspace],
  rate_limits: [noWorkspace],
  recovery_codes: [noWorkspace],
  recurring_tasks: [noWorkspace],
  sessions: [noWorkspace],
  totp_factors: [noWorkspace],
  unrouted_platform_messages: [noWorkspace],
  usage_days: ['usage_days_pkey'],
  usage_hours: ['usage_hours_pkey'],
  wallets: [noWorkspace],
  flow_triggers: ['flow_triggers_token_hash_key'],
  test_calls: ['test_calls_token_hash_key'],
  workers: [noWorkspace],
};

/** Why the tables of a database cannot be spread over several by workspace, by table; none for those that can. */
export async function obstaclesToSpreading(
  pool: Pick<Pool, 'query'>,
  reference: readonly string[],
): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ table: string; obstacles: string[] }>(sql, [reference]);
  return Object.fromEntries(rows.map(({ table, obstacles }) => [table, obstacles]));
}

// A unique key spans all rows only if they are in one place: it must begin with the workspace, as must a foreign key on both sides.
const sql = `
  with tables as (
    select c.oid, c.relname as name, case when c.relname = 'workspaces' then 'id' else 'workspace_id' end as key
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  ), spread as (
    select t.*, (select attnum from pg_attribute where attrelid = t.oid and attname = t.key and not attisdropped) as number
    from tables t
  )
  select t.name as "table", case when t.number is null then array['no workspace_id'] else (
    select coalesce(array_agg(what order by what), '{}') from (
      select i.indexrelid::regclass::text as what from pg_index i where i.indrelid = t.oid and i.indisunique and i.indkey[0] <> t.number
      union all
      select f.conname from pg_constraint f join spread target on target.oid = f.confrelid
      where f.conrelid = t.oid and f.contype = 'f' and f.conparentid = 0
        and target.name <> all ($1::text[]) and (f.conkey[1] <> t.number or f.confkey[1] is distinct from target.number)
    ) found
  ) end as obstacles
  from spread t where t.name <> all ($1::text[]) order by 1`;
