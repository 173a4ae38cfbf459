import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { notifyUser } from '../links/notify-user.js';
import { totpFactors } from '../totp.entity.js';
import { confirmByPassword, requireUnchanged } from '../verify-password.js';
import { replaceRecoveryCodes } from './recovery-codes.js';
import type { ConfirmTotpInput, PasswordInput } from './totp.input.js';
import type { TotpEnrollment } from './totp.object.js';
import { newTotpSecret, totpUri } from './totp-code.js';
import { acceptTotpCode, deleteTotp, findFactor, totpContext } from './totp-factor.js';

/**
 * Creates the secret for an authenticator app. Logins require its codes only after `confirmTotp`.
 * @throws AppError VALIDATION_FAILED if the password is wrong, CONFLICT if an app is confirmed already
 */
export async function enrollTotp(context: GraphContext, { password }: PasswordInput): Promise<TotpEnrollment> {
  const { db, vault, now, settings } = context.services;
  const user = await confirmByPassword(context, password);
  const secret = newTotpSecret();
  const encrypted = await vault.encryptForInstance(secret, totpContext(user.id));
  const fresh = { secret: encrypted, createdAt: now() };
  const { numInsertedOrUpdatedRows } = await db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    return typed(sql, 'enroll_totp', totpFactors)
      .insertInto('totp_factors')
      .values({ userId: user.id, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ ...fresh, lastStep: '0' })
          .where('totp_factors.confirmedAt', 'is', null),
      )
      .executeTakeFirst();
  });
  if (!numInsertedOrUpdatedRows) {
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
    const { numUpdatedRows } = await typed(sql, 'confirm_totp', totpFactors)
      .updateTable('totp_factors')
      .set({ confirmedAt: now() })
      .where('userId', '=', user.id)
      .where('secret', '=', factor.encrypted)
      .where('confirmedAt', 'is', null)
      .executeTakeFirst();
    if (!numUpdatedRows)
      throw new AppError('CONFLICT', 'The authenticator app changed at the same time. Enroll it again.');
    return replaceRecoveryCodes(sql, user.id);
  });
  notifyUser(services, user.email, 'totpEnabled');
  return codes;
}

/** Removes the authenticator app and the recovery codes. @throws AppError VALIDATION_FAILED if the password is wrong */
export async function disableTotp(context: GraphContext, { password }: PasswordInput): Promise<boolean> {
  const { services } = context;
  const user = await confirmByPassword(context, password);
  const wasConfirmed = await services.db.transaction(async (sql) => {
    await requireUnchanged(sql, user);
    return deleteTotp(sql, user.id);
  });
  if (wasConfirmed) notifyUser(services, user.email, 'totpDisabled');
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
    const locked = await typed(sql, 'lock_totp_factor', totpFactors)
      .selectFrom('totp_factors')
      .select('userId')
      .where('userId', '=', user.id)
      .where('confirmedAt', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!locked) throw new AppError('CONFLICT', 'Your account has no authenticator app. Enroll and confirm one first.');
    return replaceRecoveryCodes(sql, user.id);
  });
  return codes;
}
