import type { Sql } from '../../../../platform/database/database.js';
import { validationFailed } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { findLiveUser, sessionEnded } from '../../users/index.js';
import { markVerified } from '../emails/verify-email.js';
import { findUserById } from '../find-user.js';
import { notifyUser } from '../links/notify-user.js';
import { loginProblem } from '../oidc/login-problem.js';
import { oidcClient } from '../oidc/oidc-client.js';
import type { ProviderIdentity } from '../oidc/provider-identity.js';
import { noPassword } from '../password.js';
import { takeProof } from '../proofs/first-proof.js';
import { currentSession } from '../sessions/current-session.js';
import { confirmByPassword } from '../verify-password.js';
import { findPending, startAttempt, usePending } from './attempts.js';
import { findProvider } from './find-provider.js';
import { insertIdentity } from './linked-identities.js';
import { returnPath } from './return-path.js';

/** Seconds after a login in which a user without a password may link identities. */
const recentSeconds = 10 * 60;

/**
 * Starts to link an identity to the caller, who confirms it by their password, or by a recent login if they have none.
 * @returns the page of the provider to which the browser goes
 * @throws AppError NOT_FOUND, VALIDATION_FAILED, SESSION_REQUIRED, UNAVAILABLE
 */
export async function linkIdentity(
  context: GraphContext,
  { providerId, password, returnTo }: { providerId: string; password?: string | null; returnTo?: string | null },
): Promise<string> {
  const { services } = context;
  const { id: userId } = await findLiveUser(services, context.principal({ session: true }));
  const sessionId = currentSession(context);
  if (sessionId === null) throw sessionEnded();
  const { startedAt } = await lockUserOf(services.db.pool, userId, sessionId, services.now());
  const provider = findProvider(services.settings, providerId);
  await confirm(context, userId, startedAt, password);
  const path = returnPath(services.settings.publicUrl, returnTo);
  const attempt = { providerId: provider.id, returnTo: path, userId, sessionId };
  return services.get(oidcClient).authorizeUrl(provider, await startAttempt(context, attempt));
}

/** Links an identity to the user who started it, if the session in which they did has not ended. @throws AppError */
export async function linkTo(
  context: GraphContext,
  userId: string,
  sessionId: string | null,
  identity: Pick<ProviderIdentity, 'issuer' | 'subject' | 'email'>,
): Promise<string> {
  const { services } = context;
  const { db, now } = services;
  context.audit.userId = userId;
  const { id, email } = await db.transaction(async (sql) => {
    const user = await lockUserOf(sql, userId, sessionId, now());
    return { id: await insertIdentity(sql, userId, identity, now()), email: user.email };
  });
  notifyUser(services, email, 'identityLinked');
  return id;
}

/**
 * Links the identity that waits in this browser to the caller, who has its email and has logged in since.
 * @returns the ID of the identity
 * @throws AppError INVALID_TOKEN if nothing waits for the caller, CONFLICT if it is linked to another user
 */
export async function confirmIdentity(context: GraphContext): Promise<string> {
  const { services } = context;
  const { db, now } = services;
  const user = await findLiveUser(services, context.principal({ session: true }));
  const sessionId = currentSession(context);
  const pending = await findPending(context);
  if (!pending || pending.email !== user.email.toLowerCase()) throw loginProblem('LOGIN_ENDED');
  const id = await db.transaction(async (sql) => {
    const { startedAt } = await lockUserOf(sql, user.id, sessionId, now());
    // Who finds an open session in a browser has not logged in.
    if (startedAt < pending.createdAt || !(await usePending(sql, context))) throw loginProblem('LOGIN_ENDED');
    await takeProof(sql, user.id, true, now());
    await markVerified(sql, { userId: user.id, email: user.email }, now());
    return insertIdentity(sql, user.id, pending, now());
  });
  notifyUser(services, user.email, 'identityLinked');
  return id;
}

/** @throws AppError VALIDATION_FAILED */
async function confirm(
  context: GraphContext,
  userId: string,
  startedAt: Date,
  password: string | null | undefined,
): Promise<void> {
  const { db, now } = context.services;
  const user = await findUserById(db.pool, userId);
  if (user?.passwordHash !== noPassword) {
    const message = 'password is required: your account has one.';
    if (!password) throw validationFailed([{ field: 'password', rule: 'REQUIRED_WITH', message }]);
    await confirmByPassword(context, password);
    return;
  }
  if (now().getTime() - startedAt.getTime() <= recentSeconds * 1000) return;
  const message = 'Your login must be at most 10 minutes old. Log out, log in again, and link the provider then.';
  throw validationFailed([{ field: 'providerId', rule: 'STATE_UNSUITABLE', message }]);
}

/** A user whose session has not ended, locked until the end of a transaction. @throws AppError INVALID_TOKEN */
async function lockUserOf(
  sql: Sql,
  userId: string,
  sessionId: string | null,
  now: Date,
): Promise<{ email: string; startedAt: Date }> {
  const { rows } = await sql.query<{ email: string; startedAt: Date }>(
    `/* lock_linking_user */ select u.email, s.created_at as "startedAt" from users u join sessions s on s.user_id = u.id
     where u.id = $1 and s.id = $2 and s.ended_at is null and s.expires_at > $3 and u.disabled_at is null
     for no key update of u`,
    [userId, sessionId, now],
  );
  if (!rows[0]) throw sessionEnded();
  return { email: rows[0].email, startedAt: new Date(rows[0].startedAt) };
}
