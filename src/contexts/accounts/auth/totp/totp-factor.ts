import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import type { Services } from '../../../../platform/services.js';
import type { InstanceContext } from '../../../../platform/vault/index.js';
import { recoveryCodes, totpFactors } from '../totp.entity.js';
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
  const tables = typed(sql, 'read_totp_state', totpFactors, recoveryCodes);
  const { confirmed, codes } = await tables
    .selectNoFrom((select) => [
      select
        .selectFrom('totp_factors')
        .select('confirmedAt')
        .where('userId', '=', userId)
        .where('confirmedAt', 'is not', null)
        .as('confirmed'),
      select
        .selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll().as('codes'))
        .where('userId', '=', userId)
        .as('codes'),
    ])
    .executeTakeFirstOrThrow();
  return { enabled: confirmed !== null, recoveryCodesLeft: Number(codes) };
}

/** Removes the authenticator app of a user with the recovery codes. @returns whether it was confirmed; undefined if there was none */
export async function deleteTotp(sql: Sql, userId: string): Promise<boolean | undefined> {
  const deleted = await typed(sql, 'delete_totp', totpFactors, recoveryCodes)
    .with('codes', (tables) => tables.deleteFrom('recovery_codes').where('userId', '=', userId))
    .deleteFrom('totp_factors')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst();
  return deleted && deleted.confirmedAt !== null;
}

/** Finds the authenticator app of a user, confirmed or not. @throws AppError UNAVAILABLE if its secret cannot be read */
export async function findFactor({ db, vault }: Services, userId: string): Promise<TotpFactor | null> {
  const found = await typed(db.pool, 'find_totp_factor', totpFactors)
    .selectFrom('totp_factors')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!found) return null;
  const { secret: encrypted, confirmedAt } = found;
  const secret = await vault.openForInstance(encrypted, totpContext(userId));
  return { secret, encrypted, confirmed: confirmedAt !== null };
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
  const lastStep = String(step);
  const { numUpdatedRows } = await typed(sql, 'accept_totp_code', totpFactors)
    .updateTable('totp_factors')
    .set({ lastStep })
    .where('userId', '=', userId)
    .where('secret', '=', encrypted)
    .where('lastStep', '<', lastStep)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
