import { typed } from '../../../../platform/database/typed-sql.js';
import { notFound } from '../../../../platform/errors/errors.js';
import { type GraphContext, requireId } from '../../../../platform/graphql/context.js';
import type { Services } from '../../../../platform/services.js';
import { sessions } from '../../entities/session.entity.js';
import { findLiveUser } from '../../users/index.js';
import { currentSession } from './current-session.js';

/** Ends a session of the caller with its access tokens. @throws AppError NOT_FOUND, also for a session of another user */
export async function revokeSession(context: GraphContext, sessionId: string): Promise<{ id: string }> {
  const { services } = context;
  const id = requireId(sessionId, 'session');
  const user = await findLiveUser(services, context.principal({ session: true }));
  const { numUpdatedRows } = await endOpen(services, 'revoke_session', user.id).where('id', '=', id).executeTakeFirst();
  if (!numUpdatedRows) throw notFound('session');
  return { id };
}

/** Ends all sessions of the caller but the current one. @returns how many */
export async function revokeOtherSessions(context: GraphContext): Promise<number> {
  const { services } = context;
  const user = await findLiveUser(services, context.principal({ session: true }));
  const { numUpdatedRows } = await endOpen(services, 'revoke_other_sessions', user.id)
    .where('id', 'is distinct from', currentSession(context))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends those sessions of a user that have not ended. */
function endOpen({ db, now }: Services, label: string, userId: string) {
  const at = now();
  return typed(db.pool, label, sessions)
    .updateTable('sessions')
    .set({ endedAt: at })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at);
}
