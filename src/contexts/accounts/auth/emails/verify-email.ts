import { randomBytes } from 'node:crypto';
import type { Sql } from '../../../../platform/database/database.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { countBadTokens } from '../../../../platform/graphql/limits/count-request.js';
import { users } from '../../entities/user.entity.js';
import type { VerifyEmailInput } from '../account.input.js';
import { deleteLinks, findLink, type LinkPurpose, linkNotOpen, type OpenLink, useLink } from '../links/account-link.js';
import { notifyUser } from '../links/notify-user.js';
import { hashPassword } from '../password.js';
import { takeProof } from '../proofs/first-proof.js';
import { holdsAccount } from '../proofs/holds-account.js';
import { rememberDevice } from '../sessions/device-cookie.js';

/**
 * Verifies an email by the link that was mailed to it: that of the user, or the new one of a change, which then takes
 * effect and is reported to the former address. Who neither has a session of the user nor sends the password did not make
 * the account: then the first verification discards what was made in it, with the password, and an email is not changed.
 * @returns the verified email
 * @throws AppError INVALID_TOKEN, UNAUTHENTICATED for a change of the email by somebody else, VALIDATION_FAILED for a wrong
 * password, CONFLICT if another user has the new email by now
 */
export function verifyEmail(context: GraphContext, { token, password }: VerifyEmailInput): Promise<string> {
  return countBadTokens(context, async () => {
    const { services } = context;
    const { db, now } = services;
    const { userId, purpose } = await findLink(db.pool, token, purposes, now());
    const isHeld = await holdsAccount(context, userId, password);
    if (purpose === 'change_email' && !isHeld) throw notHeld();
    const { link, former } = await db.transaction(async (sql) => {
      const link = await useLink(sql, token, [purpose], now());
      const former = link.purpose === 'change_email' ? await moveUser(sql, link, now()) : null;
      if (former === null && (await takeProof(sql, link.userId, isHeld, now()))) await endPassword(sql, link.userId);
      if (former === null) await markVerified(sql, link, now());
      return { link, former };
    });
    rememberDevice(context, link.userId);
    context.audit.userId = link.userId;
    if (former !== null) notifyUser(services, former, 'emailChanged');
    return link.email;
  });
}

const purposes: LinkPurpose[] = ['verify_email', 'change_email'];

function notHeld(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'An email is changed only by the user who has the account. Send its password, or log in and send the access token.',
  );
}

/** Nobody knows the password from then on: who registered the address must not. The next one is chosen by a mailed link. */
async function endPassword(sql: Sql, userId: string): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  await typed(sql, 'end_password', users).updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();
}

/** Records that a user has their email. @throws AppError INVALID_TOKEN if they have another one by now */
export async function markVerified(
  sql: Sql,
  { userId, email }: Pick<OpenLink, 'userId' | 'email'>,
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await typed(sql, 'verify_email', users)
    .updateTable('users')
    .set(({ fn, val }) => ({ emailVerifiedAt: fn.coalesce('emailVerifiedAt', val(now)) }))
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
  if (!numUpdatedRows) throw linkNotOpen();
}

/**
 * Gives a user another, verified email, inside the caller's transaction. Links that were mailed to the former one become
 * invalid.
 * @returns the former email
 * @throws AppError CONFLICT if another user has the email
 */
export async function moveUser(
  sql: Sql,
  { userId, email }: Pick<OpenLink, 'userId' | 'email'>,
  now: Date,
): Promise<string> {
  const former = await typed(sql, 'lock_user', users)
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  await typed(sql, 'change_email', users)
    .updateTable('users')
    .set({ email, emailVerifiedAt: now, updatedAt: now })
    .where('id', '=', userId)
    .execute()
    .catch(refuseTaken);
  await deleteLinks(sql, userId);
  return former?.email ?? email;
}

/** Of users who claim one email, the first one gets it. */
function refuseTaken(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'users_email_key' ? emailTaken() : error;
}

export function emailTaken(): AppError {
  return new AppError('CONFLICT', 'A user with this email already exists. Choose another email.');
}
