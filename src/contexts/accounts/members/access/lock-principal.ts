import type { Access, Principal } from '../../../../platform/access/principal.js';
import type { Sql } from '../../../../platform/database/sql.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { members } from '../../entities/member.entity.js';
import { requireStillHeld } from './can-grant.js';
import { capabilitiesOfKey, capabilitiesOfMember } from './effective-capabilities.js';

/** A caller; absent for a step of an execution and for the server itself, who answer for nothing. */
interface Answering {
  workspaceId: string;
  access?: Pick<Access, 'userId' | 'capabilities' | 'emailVerified'>;
  principal?: Principal;
}

// Text, because these tables belong to modules that stand on this one.
const keyText = `/* lock_answering_key */ select capabilities from api_keys
  where workspace_id = $1 and id = $2 and revoked_at is null for share`;
const sessionText = '/* session_of_answering */ select 1 from sessions where id = $1 and ended_at is null';

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
    const { rows } = await sql.query<{ capabilities: string[] }>(keyText, [workspaceId, principal.keyId]);
    held = rows[0] && capabilitiesOfKey(rows[0].capabilities, held);
  }
  if (held && principal.kind === 'user' && principal.sessionId && !access.emailVerified) {
    // The first proof of an address ends the sessions of who registered it, and not the membership.
    const { rows } = await sql.query(sessionText, [principal.sessionId]);
    held = rows[0] && held;
  }
  requireStillHeld(access.capabilities, held);
}
