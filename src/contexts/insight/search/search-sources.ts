import type { Capability } from '../../../platform/access/capabilities.js';

/** Where the hits of one type come from. All text is SQL of ours, on the row `r`. */
export interface SearchSource {
  table: string;
  title: string;
  subtitle: string;
  /** Beside the title: what was looked through. */
  content: string;
  /** Found by the document of another type, which this column of `r` names. */
  by?: { type: string; column: string };
}

/** A record with a name and nothing else to look at. */
function named(table: string, subtitle: string, content = 'null', title = 'r.name'): SearchSource {
  return { table, title, subtitle, content };
}

/** Every type that can be searched, in the order of the answer. */
export const searchSources = {
  contacts: named(
    'contacts',
    'coalesce(case when r.name is not null then coalesce(r.email, r.phone) end, r.company)',
    "concat_ws(' ', r.email, r.phone, r.company)",
    'coalesce(r.name, r.email, r.phone)',
  ),
  flows: named(
    'flows',
    "nullif(left(r.description, 120), '')",
    "concat_ws(' ', r.description, array_to_string(r.tags, ' '))",
  ),
  pipelines: named('pipelines', 'null'),
  agents: named('agents', 'r.model'),
  voiceAgents: named('voice_agents', 'r.language'),
  campaigns: named('campaigns', "r.channel || ' · ' || r.status"),
  emailTemplates: named('email_templates', 'r.subject', 'r.subject'),
  whatsappTemplates: named('whatsapp_templates', 'left(r.body, 120)'),
  conversations: {
    table: 'conversations',
    title: `(select coalesce(c.name, c.email, c.phone) from contacts c where c.workspace_id = $1 and c.id = r.contact_id)`,
    subtitle: "r.channel || ' · ' || r.status",
    content: `(select concat_ws(' ', c.email, c.phone, c.company) from contacts c where c.workspace_id = $1 and c.id = r.contact_id)`,
    by: { type: 'contacts', column: 'contact_id' },
  },
  calendarEvents: named('calendar_events', 'r.location', 'r.location', 'r.title'),
  knowledgeDocs: named('knowledge_docs', 'left(r.content, 120)', 'left(r.content, 2000)', 'r.title'),
  callCampaigns: named('call_campaigns', 'r.status'),
  callerIds: named('caller_ids', 'r.phone', 'r.phone'),
} satisfies Record<string, SearchSource>;

export type SearchType = keyof typeof searchSources;

export const searchTypes = Object.keys(searchSources) as SearchType[];

/** What a caller must hold for a type to be looked through. */
export function capabilityOf(type: SearchType): Capability {
  return `${type}:read`;
}
