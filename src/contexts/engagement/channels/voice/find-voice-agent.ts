import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import { recordInactive, recordNotFound } from '../../../../platform/providers/provider-error.js';
import type { CallerId, Contact, VoiceAgent } from '../../../crm/definitions/index.js';

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
  const tables = [
    tableOf<VoiceAgent>()('voice_agents'),
    tableOf<CallerId>()('caller_ids'),
    tableOf<Contact>()('contacts'),
  ];
  const found = isUuid(voiceAgentId)
    ? await typed(sql, 'find_outbound_call', ...tables)
        .selectFrom('voice_agents as a')
        .select(['a.id', 'a.name', 'a.voice', 'a.language', 'a.firstMessage', 'a.isActive'])
        .select((of) => [
          of
            .selectFrom('caller_ids')
            .select('phone')
            .where('workspaceId', '=', workspaceId)
            .where('verified', '=', true)
            .orderBy('createdAt')
            .orderBy('id')
            .limit(1)
            .as('callerId'),
          of
            .selectFrom('contacts as c')
            .select('c.id')
            .where('c.workspaceId', '=', workspaceId)
            .where('c.phone', '=', to)
            .as('contactId'),
        ])
        .where('a.workspaceId', '=', workspaceId)
        .where('a.id', '=', voiceAgentId)
        .executeTakeFirst()
    : undefined;
  if (!found) throw recordNotFound('The voice agent', voiceAgentId);
  const { isActive, callerId, contactId, ...agent } = found;
  if (!isActive) throw recordInactive('The voice agent', agent.name);
  return { agent, callerId, contactId };
}
