import type { Capability } from './capabilities.js';

/** What each capability lets its holder do, for the catalogue. */
export const capabilityWords: Readonly<Record<Capability, string>> = {
  'flows:read': 'See flows, folders, templates, global variables, executions and their steps.',
  'flows:write': 'Create, update and delete flows, folders and templates.',
  'flows:execute': 'Start, simulate, retry and cancel executions.',
  'boveda:manage': 'Create, update and delete secrets.',
  'secrets:use': 'Use secrets in flows.',
  'members:manage': 'Invite, change and remove members, and manage the API keys of others.',
  'usage:read': 'See usage, costs and the wallet.',
  'analytics:read': 'See analytics.',
  'audit:read': 'See and export the audit log.',
  'outbox:read': 'See the messages that were sent.',
  ...both('contexts', 'company contexts'),
  ...both('followups', 'follow-up sequences and enrollments'),
  ...both('crmEvents', 'the events that start flows'),
  ...both('contacts', 'contacts'),
  ...both('pipelines', 'pipelines and opportunities'),
  ...both('agents', 'assistants and their sessions'),
  ...both('voiceAgents', 'voice agents and calls'),
  ...both('campaigns', 'campaigns and their recipients'),
  ...both('emailTemplates', 'email templates'),
  ...both('whatsappTemplates', 'WhatsApp templates'),
  ...both('conversations', 'conversations and messages'),
  ...both('calendarEvents', 'appointments'),
  ...both('knowledgeDocs', 'knowledge documents'),
  ...both('callCampaigns', 'call campaigns'),
  ...both('callerIds', 'caller IDs'),
  ...both('webhooks', 'webhooks and their deliveries'),
};

function both<Family extends string>(
  family: Family,
  what: string,
): Readonly<Record<`${Family}:read` | `${Family}:write`, string>> {
  return {
    [`${family}:read`]: `See ${what}.`,
    [`${family}:write`]: `Create, update and delete ${what}.`,
  } as Readonly<Record<`${Family}:read` | `${Family}:write`, string>>;
}
