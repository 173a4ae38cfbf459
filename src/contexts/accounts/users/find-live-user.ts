import type { Principal } from '../../../platform/access/principal.js';
import type { Sql } from '../../../platform/database/sql.js';
import { tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Services } from '../../../platform/services.js';
import type { ApiKey } from '../entities/api-key.entity.js';
import { sessions } from '../entities/session.entity.js';
import { users } from '../entities/user.entity.js';
import { keyEnded, sessionEnded } from './ended-credential.js';

/** The user of a principal: that of the session, or the creator of the API key. */
export interface LiveUser {
  id: string;
  accountId: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

/**
 * Finds the user of a principal, for operations outside workspaces; those inside use `findAccess`.
 * @throws AppError INVALID_TOKEN if the session ended or the key was revoked or expired
 */
export async function findLiveUser({ db, now }: Services, principal: Principal): Promise<LiveUser> {
  const user = await userOf(db.pool, principal, now());
  if (!user) throw principal.kind === 'user' ? sessionEnded() : keyEnded();
  const { emailVerifiedAt, ...rest } = user;
  return { ...rest, emailVerified: emailVerifiedAt !== null };
}

const columns = ['u.id', 'u.accountId', 'u.email', 'u.name', 'u.emailVerifiedAt'] as const;

function userOf(sql: Sql, principal: Principal, now: Date) {
  if (principal.kind === 'apiKey') {
    return typed(sql, 'find_key_creator', tableOf<ApiKey>()('api_keys'), users)
      .selectFrom('api_keys as k')
      .innerJoin('users as u', 'u.id', 'k.createdBy')
      .select(columns)
      .where('k.workspaceId', '=', principal.workspaceId)
      .where('k.id', '=', principal.keyId)
      .where('u.disabledAt', 'is', null)
      .where('k.revokedAt', 'is', null)
      .where((key) => key.or([key('k.expiresAt', 'is', null), key('k.expiresAt', '>', now)]))
      .executeTakeFirst();
  }
  if (principal.sessionId === null) {
    const { userId, issuedAt } = principal;
    return typed(sql, 'find_external_user', users)
      .selectFrom('users as u')
      .select(columns)
      .where('u.id', '=', userId)
      .where('u.disabledAt', 'is', null)
      .where((user) => user.or([user('u.signedOutAt', 'is', null), user('u.signedOutAt', '<=', issuedAt)]))
      .executeTakeFirst();
  }
  const { userId, sessionId, sessionVersion } = principal;
  return typed(sql, 'find_live_user', users, sessions)
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.userId', 'u.id')
    .select(columns)
    .where('u.id', '=', userId)
    .where('u.sessionVersion', '=', sessionVersion)
    .where('s.id', '=', sessionId)
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', now)
    .executeTakeFirst();
}
