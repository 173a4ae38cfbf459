import { notFound } from '../../../../platform/errors/errors.js';
import { type GraphContext, requireId } from '../../../../platform/graphql/context.js';
import { findLiveUser } from '../../users/index.js';
import { currentSession } from './current-session.js';

/** Ends a session of the caller with its access tokens. @throws AppError NOT_FOUND, also for a session of another user */
export async function revokeSession(context: GraphContext, sessionId: string): Promise<{ id: string }> {
  const { services } = context;
  const id = requireId(sessionId, 'session');
  const user = await findLiveUser(services, context.principal({ session: true }));
  const { rowCount } = await services.db.pool.query(
    `/* revoke_session */ update sessions set ended_at = $3
       where id = $2 and user_id = $1 and ended_at is null and expires_at > $3`,
    [user.id, id, services.now()],
  );
  if (!rowCount) throw notFound('session');
  return { id };
}

/** Ends all sessions of the caller but the current one. @returns how many */
export async function revokeOtherSessions(context: GraphContext): Promise<number> {
  const { services } = context;
  const user = await findLiveUser(services, context.principal({ session: true }));
  const { rowCount } = await services.db.pool.query(
    `/* revoke_other_sessions */ update sessions set ended_at = $3
       where user_id = $1 and id is distinct from $2 and ended_at is null and expires_at > $3`,
    [user.id, currentSession(context), services.now()],
  );
  return rowCount ?? 0;
}
