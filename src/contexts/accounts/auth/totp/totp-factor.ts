import type { Sql } from '../../../../platform/database/database.js';
import type { Services } from '../../../../platform/services.js';
import type { InstanceContext } from '../../../../platform/vault/index.js';
import { spendRecoveryCode } from './recovery-codes.js';
import type { TotpState } from './totp.object.js';
import { stepOfCode } from './totp-code.js';

/** The authenticator app of a user, with its secret decrypted. */
export interface TotpFactor {
  secret: string;
  /** The same as it is stored: what depends on a code applies only if it is still the one that was read. */
  encrypted: string;
  confirmed: boolean;
}

/** What the encrypted secret of a user is bound to. */
export function totpContext(userId: string): InstanceContext {
  return { kind: 'totp', id: userId };
}

/** Whether a user has enabled an authenticator app, and how many recovery codes are left. */
export async function readTotpState(sql: Sql, userId: string): Promise<TotpState> {
  const { rows } = await sql.query<TotpState>(
    `/* read_totp_state */ select
       exists (select from totp_factors where user_id = $1 and confirmed_at is not null) as enabled,
       (select count(*)::int from recovery_codes where user_id = $1) as "recoveryCodesLeft"`,
    [userId],
  );
  return rows[0] as TotpState;
}

/** Finds the authenticator app of a user, confirmed or not. @throws AppError UNAVAILABLE if its secret cannot be read */
export async function findFactor({ db, vault }: Services, userId: string): Promise<TotpFactor | null> {
  const { rows } = await db.pool.query<Omit<TotpFactor, 'encrypted'>>(
    `/* find_totp_factor */ select secret, confirmed_at is not null as confirmed from totp_factors where user_id = $1`,
    [userId],
  );
  const [found] = rows;
  if (!found) return null;
  return { ...found, encrypted: found.secret, secret: await vault.openForInstance(found.secret, totpContext(userId)) };
}

/**
 * Whether a code of the app is right. Each is accepted once: a later one raises the step below which codes are refused,
 * so a code that was read over the shoulder is of no use.
 */
export async function acceptTotpCode(
  sql: Sql,
  userId: string,
  { secret, encrypted }: TotpFactor,
  code: string,
  now: Date,
): Promise<boolean> {
  const step = stepOfCode(secret, code.replace(/\s/g, ''), now);
  if (step === null) return false;
  const { rowCount } = await sql.query(
    '/* accept_totp_code */ update totp_factors set last_step = $2 where user_id = $1 and secret = $3 and last_step < $2',
    [userId, step, encrypted],
  );
  return rowCount === 1;
}

/** Like `acceptTotpCode`, for recovery codes too. */
export async function acceptCode(
  services: Services,
  userId: string,
  factor: TotpFactor,
  code: string,
): Promise<boolean> {
  const { pool } = services.db;
  return /^\s*\d{3}\s?\d{3}\s*$/.test(code)
    ? acceptTotpCode(pool, userId, factor, code, services.now())
    : spendRecoveryCode(pool, userId, code);
}
