import type { Sql } from './database/database.js';

/**
 * A table whose rows are work that one process at a time does: each row has `due_at`, `worker_id` (whose it is) and
 * `fence` (raised by each claim: whoever writes under an older one has lost it). A claim lasts as long as its worker's
 * lease: whoever finds a worker dead removes its row from `workers`, and what it had claimed is nobody's.
 */
export interface ClaimTable {
  name: string;
  /** The column that tells rows of a workspace apart; unique by itself. */
  id: string;
  /** What else must hold of a row (`t`) that is taken. */
  only?: string;
}

/** Who asks for work. */
export interface Claimant {
  /** By the clock of who asks. */
  at: Date;
  limit: number;
  workerId: string;
  /** What it works on: the rest that is its own by the table was claimed by a statement whose answer was lost. */
  drivenHere: readonly string[];
}

/**
 * Rows that are due and nobody's, oldest first, locked; for a `with due as (…)`. Of claims:
 * {@link claimValues} are its $1 to $4.
 */
export function dueSql({ name, id, only }: ClaimTable): string {
  return `select workspace_id, ${id} from ${name} t
    where due_at <= $1 and (worker_id is null or worker_id = $3 and ${id} <> all ($4::uuid[])
      or not exists (select from workers w where w.id = t.worker_id))${only ? ` and ${only}` : ''}
    order by due_at limit $2 for update skip locked`;
}

/** What a claim writes. */
export const claimSql = 'worker_id = $3, fence = fence + 1';

export function claimValues({ at, limit, workerId, drivenHere }: Claimant): unknown[] {
  return [at, limit, workerId, drivenHere];
}

/** When there may be something to claim next, in milliseconds since 1970; null where there is nothing at all. */
export async function nextClaim(sql: Sql, { name, only }: ClaimTable, at: Date): Promise<number | null> {
  // Leases are told by the clock of the database, due times by that of the caller.
  const text = `/* next_claim */ select extract(epoch from least(
      (select min(due_at) from ${name} t where due_at is not null and worker_id is null${only ? ` and ${only}` : ''}),
      (select $1::timestamptz + min(coalesce(greatest(w.lease_until - now(), interval '1 second'), interval '0'))
       from ${name} t left join workers w on w.id = t.worker_id where t.due_at is not null and t.worker_id is not null)
    )) * 1000 as "dueMs"`;
  const { rows } = await sql.query<{ dueMs: string | null }>(text, [at]);
  return rows[0]?.dueMs ? Number(rows[0].dueMs) : null;
}
