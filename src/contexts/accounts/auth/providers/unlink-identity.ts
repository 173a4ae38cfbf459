import { typed } from '../../../../platform/database/typed-sql.js';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { type GraphContext, requireId } from '../../../../platform/graphql/context.js';
import { sessions } from '../../entities/session.entity.js';
import { users } from '../../entities/user.entity.js';
import { findLiveUser } from '../../users/index.js';
import { notifyUser } from '../links/notify-user.js';
import { identitySessions, linkedIdentities } from '../oidc/linked-identity.entity.js';
import { noPassword } from '../password.js';
import { currentSession } from '../sessions/current-session.js';

/**
 * Unlinks an identity of the caller, and ends the other sessions that it began.
 * @throws AppError NOT_FOUND, CONFLICT for the last way to log in
 */
export async function unlinkIdentity(context: GraphContext, identityId: string): Promise<{ id: string }> {
  const { services } = context;
  const { db, settings, now } = services;
  const id = requireId(identityId, 'identity');
  const user = await findLiveUser(services, context.principal({ session: true }));
  const current = currentSession(context);
  await db.transaction(async (sql) => {
    const tables = typed(sql, 'unlink_identity', users, linkedIdentities, identitySessions, sessions);
    // Of two concurrent calls, the second one sees what the first one has left.
    const locked = await tables
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', user.id)
      .forUpdate()
      .executeTakeFirst();
    const linked = await tables
      .selectFrom('linked_identities')
      .select(['id', 'issuer'])
      .where('userId', '=', user.id)
      .execute();
    if (!linked.some((one) => one.id === id)) throw notFound('identity');
    const issuers = new Set(settings.loginProviders.map(({ issuer }) => issuer));
    const isLeft = linked.some((one) => one.id !== id && issuers.has(one.issuer));
    const hasPassword = settings.passwordLogin && locked?.passwordHash !== noPassword;
    if (!isLeft && !hasPassword) throw lastWay(settings.passwordLogin);
    await tables
      .updateTable('sessions')
      .set({ endedAt: now() })
      .where('userId', '=', user.id)
      .where('endedAt', 'is', null)
      .where('id', 'in', (of) => of.selectFrom('identity_sessions').select('sessionId').where('identityId', '=', id))
      .$if(current !== null, (all) => all.where('id', '<>', current as string))
      .execute();
    await tables.deleteFrom('linked_identities').where('id', '=', id).execute();
  });
  notifyUser(services, user.email, 'identityUnlinked');
  return { id };
}

function lastWay(passwordLogin: boolean): AppError {
  const cure = passwordLogin ? 'Set a password by `POST /auth/password/forgot`, or link' : 'Link';
  return new AppError('CONFLICT', `This is your last way to log in. ${cure} another provider first.`);
}
