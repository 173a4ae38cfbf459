import type { Sql } from '../../../../platform/database/sql.js';
import { AppError, validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import {
  acceptInvitation,
  findInvitation,
  listMemberships,
  normalEmail,
  type OpenInvitation,
} from '../../members/index.js';
import { findLiveUser } from '../../users/index.js';
import type { AcceptInviteInput } from '../credentials.input.js';
import { mailVerification } from '../emails/send-verification.js';
import { markVerified } from '../emails/verify-email.js';
import { findUserByEmail, toUser, type UserWithPassword } from '../find-user.js';
import { hashPassword } from '../password.js';
import { requireStrongPassword } from '../passwords/password-strength.js';
import { takeProof } from '../proofs/first-proof.js';
import { requirePasswordLogin } from '../require-password-login.js';
import { requestOriginOf } from '../sessions/origin.js';
import { openSession } from '../sessions/session.js';
import type { SignedIn } from '../sessions/signed-in.js';
import { codeRequired } from '../totp/login-challenge.js';
import { verifyPassword } from '../verify-password.js';
import { insertUser } from './insert-user.js';
import { registrationClosed } from './register.js';

/**
 * Adds a user to a workspace by the token of an invitation, once, and logs them in. A new user gets an account with the
 * password that is sent, unless registration is closed. An existing user authenticates by password or by access token;
 * with the latter the session is kept.
 * @throws AppError FORBIDDEN for a new user if registration is closed, INVALID_TOKEN, UNAUTHENTICATED for an existing user, TOTP_REQUIRED for one with an authenticator app and
 * no access token, VALIDATION_FAILED for a new user without password or with a weak one
 */
export async function acceptInvite(context: GraphContext, input: AcceptInviteInput): Promise<SignedIn> {
  const { db, now } = context.services;
  const invitation = await findInvitation(db.pool, input.token, now());
  context.audit.workspaceId = invitation.workspaceId;
  const user = await findUserByEmail(db.pool, normalEmail(invitation.email));
  return user ? joinAsExisting(context, user, input) : joinAsNew(context, invitation, input);
}

async function joinAsExisting(
  context: GraphContext,
  user: UserWithPassword,
  input: AcceptInviteInput,
): Promise<SignedIn> {
  const { db, now } = context.services;
  const ownSession = await authenticateUser(context, user, input.password);
  return db.transaction(async (sql) => {
    const emailVerified = (await joinWorkspace(sql, input.token, user.id, now())) || user.emailVerified;
    return {
      user: toUser({ ...user, emailVerified }),
      session: ownSession ? { id: ownSession } : await openSession(sql, user, now(), requestOriginOf(context)),
      sessionVersion: user.sessionVersion,
      workspaces: await listMemberships(sql, user.id),
    };
  });
}

/** Verifies that the caller is the user. Returns the session of the caller's access token, null after a password. */
async function authenticateUser(
  context: GraphContext,
  user: UserWithPassword,
  password: string | null | undefined,
): Promise<string | null> {
  if (password) {
    requirePasswordLogin(context.services.settings);
    if (await verifyPassword(context, user, password)) {
      if (user.totpEnabled) throw codeRequired(context.services, user);
      return null;
    }
    throw new AppError('UNAUTHENTICATED', 'password must be the password of the account with the invited email.');
  }
  const { principal } = context.caller;
  if (principal?.kind === 'user' && principal.userId === user.id) {
    await findLiveUser(context.services, principal);
    return principal.sessionId;
  }
  throw new AppError(
    'UNAUTHENTICATED',
    'The invited email already has an account. Send its password, or log in and send the access token.',
  );
}

async function joinAsNew(
  context: GraphContext,
  { email }: OpenInvitation,
  { token, name, password }: AcceptInviteInput,
): Promise<SignedIn> {
  requirePasswordLogin(context.services.settings);
  if (!password) {
    throw validationFailed([
      {
        field: 'password',
        rule: 'REQUIRED_WITH',
        message: 'password is required: the invited email has no account yet.',
      },
    ]);
  }
  const { services } = context;
  const { db, settings, now } = services;
  if (settings.registration === 'closed') throw registrationClosed();
  await requireStrongPassword('password', password, [email, name, settings.publicUrl]);
  const passwordHash = await hashPassword(password);
  const signedIn = await db.transaction(async (sql) => {
    const user = await insertUser(sql, settings, { email, name, passwordHash });
    const emailVerified = await joinWorkspace(sql, token, user.id, now());
    return {
      user: toUser({ ...user, emailVerified }),
      session: await openSession(sql, user, now(), requestOriginOf(context)),
      sessionVersion: user.sessionVersion,
      workspaces: await listMemberships(sql, user.id),
    };
  });
  if (!signedIn.user.emailVerified) mailVerification(services, signedIn.user);
  return signedIn;
}

/**
 * Makes the user a member. A token that was only mailed to their email verifies it: they hold the account too, by its password or
 * a session.
 * @returns whether it was verified so
 */
async function joinWorkspace(sql: Sql, token: string, userId: string, now: Date): Promise<boolean> {
  await takeProof(sql, userId, true, now);
  const { email, provesEmail } = await acceptInvitation(sql, token, userId, now);
  if (provesEmail) await markVerified(sql, { userId, email }, now);
  return provesEmail;
}
