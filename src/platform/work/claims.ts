import type { Sql } from '../database/database.js';

/**
 * A table whose rows are work for one process at a time. Each row has `due_at`, `worker_id` (the claiming worker) and
 * `fence` (raised by each claim: a write with an older one is refused). A claim lasts as long as its worker's lease: a
 * process that finds a worker dead deletes its row from `workers`, which releases its claims.
 */
export interface ClaimTable {
  name: string;
  /** The column that identifies rows of a workspace; unique by itself. */
  id: string;
  /** A further condition on rows (`t`) that may be claimed. */
  only?: string;
}

/** The worker that claims. */
export interface Claimant {
  /** The current time of the worker's clock. */
  at: Date;
  limit: number;
  workerId: string;
  /**
   * IDs of the rows it works on. Other rows that are its own in the table were claimed by a statement whose response
   * was lost.
   */
  drivenHere: readonly string[];
  /** Workspaces of which it may claim no more: others share its slots. */
  withoutRoom: readonly string[];
}

/**
 * Due rows without a live worker, oldest first, locked; for a `with due as (…)`. The parameters $1 to $5 are {@link
 * claimValues}.
 */
export function dueSql({ name, id, only }: ClaimTable): string {
  return `select workspace_id, ${id} from ${name} t
    where due_at <= $1 and workspace_id <> all ($5::uuid[]) and (worker_id is null or worker_id = $3 and ${id} <> all ($4::uuid[])
      or not exists (select from workers w where w.id = t.worker_id))${only ? ` and ${only}` : ''}
    order by due_at limit $2 for update skip locked`;
}

/** The assignments of a claim. */
export const claimSql = 'worker_id = $3, fence = fence + 1';

export function claimValues({ at, limit, workerId, drivenHere, withoutRoom }: Claimant): unknown[] {
  return [at, limit, workerId, drivenHere, withoutRoom];
}

/** When there may be something to claim next, in milliseconds since 1970; null if there are no rows. */
export async function nextClaim(sql: Sql, { name, only }: ClaimTable, at: Date): Promise<number | null> {
  // Leases are compared with the database's clock, due times with that of the caller. Not typed: of any table with claims.
  const text = `/* next_claim */ select extract(epoch from least(
      (select min(due_at) from ${name} t where due_at is not null and worker_id is null${only ? ` and ${only}` : ''}),
      (select $1::timestamptz + min(coalesce(greatest(w.lease_until - now(), interval '1 second'), interval '0'))
       from ${name} t left join workers w on w.id = t.worker_id where t.due_at is not null and t.worker_id is not null)
    )) * 1000 as "dueMs"`;
  const { rows } = await sql.query<{ dueMs: string | null }>(text, [at]);
  return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
}
