import type { Principal } from '../../../platform/access/principal.js';
import { statement } from '../../../platform/database/statement.js';
import type { Services } from '../../../platform/services.js';
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
  const { rows } = await db.pool.query<LiveUser>(liveUserStatement(principal, now()));
  if (!rows[0]) throw principal.kind === 'user' ? sessionEnded() : keyEnded();
  return rows[0];
}

function liveUserStatement(principal: Principal, now: Date): ReturnType<typeof statement> {
  const columns =
    'u.id, u.account_id as "accountId", u.email, u.name, u.email_verified_at is not null as "emailVerified"';
  if (principal.kind === 'apiKey') {
    return statement(
      `/* find_key_creator */ select ${columns} from api_keys k join users u on u.id = k.created_by
         where k.workspace_id = $1 and k.id = $2 and u.disabled_at is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > $3)`,
      [principal.workspaceId, principal.keyId, now],
    );
  }
  if (principal.sessionId === null) {
    return statement(
      `/* find_external_user */ select ${columns} from users u
         where u.id = $1 and u.disabled_at is null and coalesce(u.signed_out_at <= $2, true)`,
      [principal.userId, principal.issuedAt],
    );
  }
  return statement(
    `/* find_live_user */ select ${columns} from users u join sessions s on s.user_id = u.id
       where u.id = $1 and u.session_version = $2 and s.id = $3 and s.ended_at is null and s.expires_at > $4`,
    [principal.userId, principal.sessionVersion, principal.sessionId, now],
  );
}
