import type { Sql } from '../../../../platform/database/database.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import { recordInactive, recordNotFound } from '../../../../platform/providers/provider-error.js';

/** The parties of a call: the voice agent, the number it calls from, and the contact it calls. */
export interface OutboundCall {
  agent: { id: string; name: string; voice: string | null; language: string | null; firstMessage: string | null };
  /** A verified number of the workspace; null if it has none. */
  callerId: string | null;
  contactId: string | null;
}

/** Reads what placing a call requires. @throws ProviderError if the voice agent does not exist or is inactive */
export async function findOutboundCall(
  sql: Sql,
  workspaceId: string,
  voiceAgentId: string,
  to: string,
): Promise<OutboundCall> {
  const text = `/* find_outbound_call */ select json_build_object('id', a.id, 'name', a.name, 'voice', a.voice,
      'language', a.language, 'firstMessage', a.first_message) as agent, a.is_active as "isActive",
      (select phone from caller_ids where workspace_id = $1 and verified order by created_at, id limit 1) as "callerId",
      (select id from contacts where workspace_id = $1 and phone = $3) as "contactId"
    from voice_agents a where a.workspace_id = $1 and a.id = $2`;
  const { rows } = isUuid(voiceAgentId)
    ? await sql.query<OutboundCall & { isActive: boolean }>(text, [workspaceId, voiceAgentId, to])
    : { rows: [] };
  const [call] = rows;
  if (!call) throw recordNotFound('The voice agent', voiceAgentId);
  if (!call.isActive) throw recordInactive('The voice agent', call.agent.name);
  return call;
}
