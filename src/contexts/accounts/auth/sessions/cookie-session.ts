import type { Principal } from '../../../../platform/access/principal.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError } from '../../../../platform/errors/errors.js';
import type { GraphContext } from '../../../../platform/graphql/context.js';
import { hashToken } from '../../../../platform/token-hash.js';
import { readRefreshToken } from './refresh-cookie.js';
import { partsOf } from './session.js';

/**
 * The user whose session the cookie of a browser belongs to, for pages that another site leads to: these have no access token. The
 * session goes on as it is. Null without one that is open.
 */
export async function cookieSession(context: GraphContext): Promise<Principal | null> {
  const { db, now } = context.services;
  const parts = partsIn(readRefreshToken(context));
  if (!parts) return null;
  const text = `/* cookie_session */ select u.id, u.session_version as "sessionVersion", s.expires_at as "expiresAt"
    from sessions s join users u on u.id = s.user_id and u.disabled_at is null
    where s.id = $1 and s.token_hash = $2 and s.ended_at is null and s.expires_at > $3`;
  const { rows } = await db.pool.query<{ id: string; sessionVersion: number; expiresAt: string }>(
    statement(text, [parts.id, hashToken(parts.random), now()]),
  );
  const found = rows[0];
  if (!found) return null;
  const { id: userId, sessionVersion, expiresAt } = found;
  return { kind: 'user', userId, sessionId: parts.id, sessionVersion, expiresAt: new Date(expiresAt) };
}

function partsIn(token: string | undefined): { id: string; random: string } | null {
  try {
    return token === undefined ? null : partsOf(token);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
