import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { notifyUser } from '../links/notify-user.js';
import { confirmByPassword, requireUnchanged } from '../verify-password.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import type { ConfirmTotpInput, PasswordInput } from './totp.input.js';
import type { TotpEnrollment } from './totp.object.js';
import { newTotpSecret, totpUri } from './totp-code.js';
import { acceptTotpCode, findFactor, totpContext } from './totp-factor.js';

/**
 * Creates the secret for an authenticator app. Logins require its codes only after `confirmTotp`.
 * @throws AppError VALIDATION_FAILED if the password is wrong, CONFLICT if an app is confirmed already
 */
export async function enrollTotp(context: GraphContext, { password }: PasswordInput): Promise<TotpEnrollment> {
  const { db, vault, now, settings } = context.services;
  const user = await confirmByPassword(context, password);
  const secret = newTotpSecret();
  const encrypted = await vault.encryptForInstance(secret, totpContext(user.id));
  const { rowCount } = await db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    return sql.query(
      `/* enroll_totp */ insert into totp_factors as t (user_id, secret, created_at) values ($1, $2, $3)
       on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
       where t.confirmed_at is null`,
      [user.id, encrypted, now()],
    );
  });
  if (!rowCount) {
    throw new AppError(
      'CONFLICT',
      'Your account already has an authenticator app. Disable it first to use another one.',
    );
  }
  return { secret, uri: totpUri(secret, user.email, settings.publicUrl) };
}

/**
 * Enables the authenticator app, by one of its codes: from now on logins require a code.
 * @returns the recovery codes
 * @throws AppError VALIDATION_FAILED if password or code is wrong, CONFLICT without an app to confirm
 */
export async function confirmTotp(context: GraphContext, { password, code }: ConfirmTotpInput): Promise<string[]> {
  const { services } = context;
  const { db, now } = services;
  const user = await confirmByPassword(context, password);
  const factor = await findFactor(services, user.id);
  if (!factor) throw new AppError('CONFLICT', 'There is no authenticator app to confirm. Enroll one first.');
  if (factor.confirmed) throw new AppError('CONFLICT', 'The authenticator app is already confirmed.');
  const codes = await db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    if (!(await acceptTotpCode(sql, user.id, factor, code, now()))) {
      throw validationFailed([
        { field: 'code', rule: 'CODE_WRONG', message: 'code must be the current code of the authenticator app.' },
      ]);
    }
    const { rowCount } = await sql.query(
      '/* confirm_totp */ update totp_factors set confirmed_at = $2 where user_id = $1 and secret = $3 and confirmed_at is null',
      [user.id, now(), factor.encrypted],
    );
    if (!rowCount) throw new AppError('CONFLICT', 'The authenticator app changed at the same time. Enroll it again.');
    return replaceRecoveryCodes(sql, user.id);
  });
  notifyUser(services, user.email, 'totpEnabled');
  return codes;
}

/** Removes the authenticator app and the recovery codes. @throws AppError VALIDATION_FAILED if the password is wrong */
export async function disableTotp(context: GraphContext, { password }: PasswordInput): Promise<boolean> {
  const { services } = context;
  const user = await confirmByPassword(context, password);
  const removed = await services.db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    await sql.query('/* delete_recovery_codes */ delete from recovery_codes where user_id = $1', [user.id]);
    const { rows } = await sql.query<{ confirmed: boolean }>(
      `/* disable_totp */ delete from totp_factors where user_id = $1 returning confirmed_at is not null as confirmed`,
      [user.id],
    );
    return rows[0];
  });
  if (removed?.confirmed) notifyUser(services, user.email, 'totpDisabled');
  return true;
}

/**
 * Gives the caller new recovery codes; the earlier ones are invalid from then on.
 * @throws AppError VALIDATION_FAILED if the password is wrong, CONFLICT without a confirmed app
 */
export async function regenerateRecoveryCodes(context: GraphContext, { password }: PasswordInput): Promise<string[]> {
  const { db } = context.services;
  const user = await confirmByPassword(context, password);
  const codes = await db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    // Locked, so that codes are not created for an app that is disabled at the same time.
    const { rowCount } = await sql.query(
      '/* lock_totp_factor */ select from totp_factors where user_id = $1 and confirmed_at is not null for update',
      [user.id],
    );
    if (!rowCount)
      throw new AppError('CONFLICT', 'Your account has no authenticator app. Enroll and confirm one first.');
    return replaceRecoveryCodes(sql, user.id);
  });
  return codes;
}
