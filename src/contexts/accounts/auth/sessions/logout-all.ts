import type { GraphContext } from '../../../../platform/graphql/context.js';
import { findLiveUser } from '../../users/index.js';
import { clearRefreshCookie } from './refresh-cookie.js';
import { endSessionsOf } from './session.js';

/** Ends all sessions of the caller with their access tokens. @throws AppError INVALID_TOKEN */
export async function logoutAll(context: GraphContext): Promise<boolean> {
  const { db, now } = context.services;
  const { id } = await findLiveUser(context.services, context.principal({ session: true }));
  await db.transaction((sql) => endSessionsOf(sql, id, now()));
  clearRefreshCookie(context);
  return true;
}
