import type { Access, Principal } from '../../../../platform/access/principal.js';
import type { Sql } from '../../../../platform/database/sql.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { ApiKey } from '../../entities/api-key.entity.js';
import { members } from '../../entities/member.entity.js';
import { sessions } from '../../entities/session.entity.js';
import { requireStillHeld } from './can-grant.js';
import { capabilitiesOfKey, capabilitiesOfMember } from './effective-capabilities.js';

/** A caller; absent for a step of an execution and for the server itself, who answer for nothing. */
interface Answering {
  workspaceId: string;
  access?: Pick<Access, 'userId' | 'capabilities' | 'emailVerified'>;
  principal?: Principal;
}

/**
 * Locks the membership of a caller, and their API key, until the transaction ends: called first in one that records who answers
 * for something that runs by itself. Whoever takes rights from them locks the same rows before looking for what runs as them. So
 * one of both sees the other, and as each locks flows and webhooks afterwards, neither waits for the other in a circle.
 * @throws AppError FORBIDDEN if the caller has lost a right since the request was authorized
 */
export async function lockPrincipal(sql: Sql, { workspaceId, access, principal }: Answering): Promise<void> {
  if (!access || !principal) return;
  const member = await typed(sql, 'lock_answering_member', members)
    .selectFrom('members')
    .select(['role', 'capabilities', 'deniedCapabilities'])
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', access.userId)
    .forShare()
    .executeTakeFirst();
  let held = member && capabilitiesOfMember(member);
  if (held && principal.kind === 'apiKey') {
    const key = await typed(sql, 'lock_answering_key', tableOf<ApiKey>()('api_keys'))
      .selectFrom('api_keys')
      .select('capabilities')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', principal.keyId)
      .where('revokedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    held = key && capabilitiesOfKey(key.capabilities, held);
  }
  if (held && principal.kind === 'user' && principal.sessionId && !access.emailVerified) {
    // The first proof of an address ends the sessions of who registered it, and not the membership.
    const session = await typed(sql, 'session_of_answering', sessions)
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', principal.sessionId)
      .where('endedAt', 'is', null)
      .executeTakeFirst();
    held = session && held;
  }
  requireStillHeld(access.capabilities, held);
}
