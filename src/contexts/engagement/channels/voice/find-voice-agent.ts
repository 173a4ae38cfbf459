import type { Sql } from '../../../../platform/database/database.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import { ProviderError } from '../../../../platform/providers/provider-error.js';

/** Who calls, from which number, and whom he finds there. */
export interface Calling {
  agent: { id: string; name: string; voice: string | null; language: string | null; firstMessage: string | null };
  /** A verified number of the workspace; null where there is none. */
  callerId: string | null;
  contactId: string | null;
}

/** What a call needs to know before it is placed. @throws ProviderError where the workspace has no such agent at work */
export async function findCalling(sql: Sql, workspaceId: string, voiceAgentId: string, to: string): Promise<Calling> {
  const text = `/* find_calling */ select json_build_object('id', a.id, 'name', a.name, 'voice', a.voice,
      'language', a.language, 'firstMessage', a.first_message) as agent, a.is_active as "isActive",
      (select phone from caller_ids where workspace_id = $1 and verified order by created_at, id limit 1) as "callerId",
      (select id from contacts where workspace_id = $1 and phone = $3) as "contactId"
    from voice_agents a where a.workspace_id = $1 and a.id = $2`;
  const { rows } = isUuid(voiceAgentId)
    ? await sql.query<Calling & { isActive: boolean }>(text, [workspaceId, voiceAgentId, to])
    : { rows: [] };
  const [calling] = rows;
  if (!calling) throw new ProviderError('REFUSED', `The workspace has no voice agent ${voiceAgentId}.`, false);
  if (!calling.isActive)
    throw new ProviderError('REFUSED', `The voice agent ${calling.agent.name} is switched off.`, false);
  return calling;
}
