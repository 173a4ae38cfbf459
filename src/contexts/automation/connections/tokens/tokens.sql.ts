import type { Sql } from '../../../../platform/database/sql.js';
import { statement } from '../../../../platform/database/statement.js';
import type { StoredConnection } from '../read-stored.js';

/** Tokens of a connection, with what the database's clock says of them. */
export interface TokenRow {
  generation: number;
  encryptedTokens: string | null;
  /** Whether they can no longer be used. */
  isExpired: boolean;
  /** Whether they are to be refreshed now. */
  isDue: boolean;
  /** Whether they were granted a moment ago. */
  isFresh: boolean;
  /** Whether a refresh has begun whose lease has not ended. */
  isLeased: boolean;
}

/** Those of the current credentials. */
const ofRevision = 't.workspace_id = $1 and t.connection_id = $2 and t.revision = $3';

type Owner = Pick<StoredConnection, 'workspaceId' | 'id' | 'auth'>;

function keyOf({ workspaceId, id, auth }: Owner): [string, string, string] {
  return [workspaceId, id, auth.revision ?? ''];
}

/** Seconds ahead of expiry: five minutes, of shorter lives a tenth, and at least 30. */
const early = `greatest(30, least(300, extract(epoch from t.expires_at - t.issued_at) / 10)) * interval '1 second'`;

/** Undefined before the first grant. */
export async function readTokens(sql: Sql, owner: Owner): Promise<TokenRow | undefined> {
  const text = `/* read_connection_tokens */ select t.generation, t.encrypted_tokens as "encryptedTokens",
      coalesce(t.expires_at <= clock_timestamp(), false) as "isExpired",
      coalesce(t.expires_at - ${early} <= clock_timestamp() and coalesce(t.retry_at, '-infinity') <= clock_timestamp(), false) as "isDue",
      coalesce(t.issued_at > clock_timestamp() - interval '10 seconds', false) as "isFresh",
      coalesce(t.lease_until > clock_timestamp(), false) as "isLeased"
    from connection_tokens t where ${ofRevision}`;
  const { rows } = await sql.query<TokenRow>(statement(text, keyOf(owner)));
  return rows[0];
}

/** Makes room for tokens of the current credentials; what was granted for others is forgotten. */
export async function openTokens(sql: Sql, owner: Owner): Promise<void> {
  const text = `/* open_connection_tokens */ insert into connection_tokens as t (workspace_id, connection_id, revision)
    select c.workspace_id, c.id, $3 from connections c
    where c.workspace_id = $1 and c.id = $2 and coalesce(c.auth ->> 'revision', '') = $3
    on conflict (workspace_id, connection_id) do update set revision = excluded.revision, generation = t.generation + 1,
      encrypted_tokens = null, issued_at = null, expires_at = null, lease_id = null, lease_until = null, retry_at = null
    where t.revision <> excluded.revision`;
  await sql.query(statement(text, keyOf(owner)));
}

/**
 * Says that a refresh begins, before the provider is asked. Of all processes one gets it, until it has written the answer or its
 * lease ends.
 * @returns whether it is this one
 */
export async function beginRefresh(
  sql: Sql,
  owner: Owner,
  { leaseId, generation, seconds }: { leaseId: string; generation: number; seconds: number },
): Promise<boolean> {
  const text = `/* begin_refresh */ update connection_tokens t
    set lease_id = $4, lease_until = clock_timestamp() + $6::float8 * interval '1 second'
    where ${ofRevision} and t.generation = $5 and coalesce(t.lease_until, '-infinity') <= clock_timestamp()`;
  const { rowCount } = await sql.query(statement(text, [...keyOf(owner), leaseId, generation, seconds]));
  return rowCount === 1;
}

/** Ends a refresh without an answer. @param pauseSeconds until the next one ahead of expiry */
export async function abandonRefresh(
  sql: Sql,
  owner: Owner,
  { leaseId, pauseSeconds }: { leaseId: string; pauseSeconds: number },
): Promise<void> {
  const text = `/* abandon_refresh */ update connection_tokens t
    set lease_id = null, lease_until = null, retry_at = clock_timestamp() + $5::float8 * interval '1 second'
    where ${ofRevision} and t.lease_id = $4`;
  await sql.query(statement(text, [...keyOf(owner), leaseId, pauseSeconds]));
}

/** An answer of the provider, as it is stored. */
export interface Answer {
  encryptedTokens: string;
  /** Seconds; null if the token does not expire. */
  expiresIn: number | null;
  scopes: readonly string[] | null;
  account: string | null;
}

/**
 * Writes the answer of the provider, and that the connection is connected. A process whose lease has ended writes it too, unless
 * another one has written a newer one: then that one stays.
 * @param refresh what the answer is to; null for that of a page of consent, which replaces what is there
 * @returns whether it was written
 */
export async function writeTokens(
  sql: Sql,
  owner: Owner,
  { encryptedTokens, expiresIn, scopes, account }: Answer,
  refresh: { leaseId: string; generation: number } | null,
): Promise<boolean> {
  const text = `/* write_connection_tokens */ with written as (
      update connection_tokens t set generation = t.generation + 1, encrypted_tokens = $4, issued_at = clock_timestamp(),
        expires_at = clock_timestamp() + $5::float8 * interval '1 second', retry_at = null,
        lease_id = case when t.lease_id = $6 or $6::uuid is null then null else t.lease_id end,
        lease_until = case when t.lease_id = $6 or $6::uuid is null then null else t.lease_until end
      where ${ofRevision} and ($6::uuid is null or t.lease_id = $6 or t.generation = $7)
      returning t.expires_at)
    update connections c set status = 'connected', problem = null, expires_at = w.expires_at, scopes = coalesce($8, c.scopes),
      account = coalesce($9, c.account), updated_at = greatest(clock_timestamp(), c.updated_at)
    from written w where c.workspace_id = $1 and c.id = $2 and c.auth ->> 'revision' = $3`;
  const values = [encryptedTokens, expiresIn, refresh?.leaseId ?? null, refresh?.generation ?? null, scopes, account];
  const { rowCount } = await sql.query(statement(text, [...keyOf(owner), ...values]));
  return rowCount === 1;
}

/**
 * Forgets tokens that the provider no longer accepts, unless there are newer ones.
 * @returns whether this call has done so
 */
export async function dropTokens(
  sql: Sql,
  owner: Owner,
  { generation, problem }: { generation: number; problem: string },
): Promise<boolean> {
  const text = `/* drop_connection_tokens */ with dropped as (
      update connection_tokens t set generation = t.generation + 1, encrypted_tokens = null, lease_id = null, lease_until = null
      where ${ofRevision} and t.generation = $4 returning t.connection_id)
    update connections c set status = 'reconnect', problem = $5, updated_at = greatest(clock_timestamp(), c.updated_at)
    from dropped d where c.workspace_id = $1 and c.id = d.connection_id and c.status <> 'reconnect'`;
  const { rowCount } = await sql.query(statement(text, [...keyOf(owner), generation, problem]));
  return rowCount === 1;
}
