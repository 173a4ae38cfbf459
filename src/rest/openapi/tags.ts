/** A tag of the OpenAPI document. */
export interface Tag {
  name: string;
  description: string;
}

const executions = tag('Executions', 'Read, cancel and retry executions of flows, and decide their approvals.');

const jobs = tag('Jobs', 'Export, import and change many records in the background.');

/**
 * The tags by the path below the workspace whose operations they group, in the order of the documentation. The longest
 * matching path decides.
 */
export const tags: Readonly<Record<string, Tag>> = {
  auth: tag('Authentication', 'Register, log in and manage sessions.'),
  workspaces: tag('Workspaces', 'Create, rename, leave and delete the workspaces of a user.'),
  'api-keys': tag('API keys', 'Create, list and revoke API keys.'),
  flows: tag('Flows', 'Create, change, validate, version and run flows.'),
  'flows/folders': tag('Folders', 'Group flows in a tree of folders.'),
  'flows/templates': tag('Flow templates', 'Create flows from templates.'),
  'flows/secrets': tag('Secrets', 'Store encrypted values that flows read by name. Values are never returned.'),
  'flows/global-vars': tag('Global variables', 'Store values that all flows of a workspace read by name.'),
  'flows/executions': executions,
  'flows/:flowId/executions': executions,
  'flows/run': tag('Webhook trigger', 'Run a flow by the token of its webhook.'),
  forms: tag('Forms', 'Show and send the forms of flows.'),
  callbacks: tag('Callbacks', 'Continue a waiting step by its address.'),
  approvals: tag('Approvals', 'Decide an approval by the token of its link.'),
  members: tag('Members', 'Manage the members of a workspace and their roles.'),
  'members/invitations': tag('Invitations', 'Resend and revoke invitations to a workspace.'),
  search: tag('Search', 'Search all types of records at once.'),
  'company-contexts': tag('Company contexts', 'Manage what assistants know about a company.'),
  'crm-events': tag('CRM events', 'List CRM event types and subscribe flows to them.'),
  events: tag('Events', 'Publish events of your own, which start flows and go to webhooks.'),
  webhooks: tag('Webhooks', 'Subscribe URLs to events, read what was delivered, and send it again.'),
  'follow-up': tag('Follow-up', 'Create the default follow-up sequence.'),
  'follow-up/sequences': tag('Follow-up sequences', 'Manage follow-up sequences, their steps and enrollments.'),
  'voice-agents': tag('Voice agents', 'Manage the assistants that talk on the phone.'),
  'voice-calls': tag('Voice calls', 'Read and record phone calls.'),
  voice: tag('Voice callbacks', 'Receive call statuses from the telephony provider.'),
  'call-campaigns': tag('Call campaigns', 'Manage calls of a voice agent to many contacts.'),
  'caller-ids': tag('Caller IDs', 'Manage the phone numbers that calls show.'),
  usage: tag('Usage and credits', 'Read usage, and read and top up the wallet.'),
  payments: tag('Payments', 'Receive payments from providers, which add credits.'),
  'credit-rates': tag('Credit rates', 'List what billable operations cost.'),
  analytics: tag('Analytics', 'Read aggregated figures of a period.'),
  exports: jobs,
  imports: jobs,
  jobs,
  contacts: tag('Contacts', 'Manage, import and export contacts.'),
  pipelines: tag('Pipelines', 'Manage sales pipelines and their stages.'),
  opportunities: tag('Opportunities', 'Manage opportunities in the stages of a pipeline.'),
  conversations: tag('Conversations', 'Manage conversations with contacts and their messages.'),
  messages: tag('Message callbacks', 'Receive messages and delivery statuses from providers.'),
  'calendar-events': tag('Calendar events', 'Manage appointments with contacts.'),
  campaigns: tag('Campaigns', 'Send one message to many contacts.'),
  'email-templates': tag('Email templates', 'Manage templates of emails.'),
  'whatsapp-templates': tag('WhatsApp templates', 'Manage templates of WhatsApp messages.'),
  'knowledge-docs': tag('Knowledge documents', 'Manage the texts that assistants search.'),
  agents: tag('Agents', 'Manage the assistants of a workspace.'),
  'agent-sessions': tag('Agent sessions', 'Read the tasks of assistants: what they were asked, used and answered.'),
  inbox: tag('Inbox', 'Read received messages that no contact could be found for, and assign them.'),
  outbox: tag('Outbox', 'List the messages that the workspace sent or tried to send.'),
  files: tag('Files', 'Store files, and read them in whole or in parts.'),
  quotas: tag('Quotas', 'Read how much of each quota the workspace has used.'),
  'audit-log': tag('Audit log', 'List who changed what in a workspace.'),
};

function tag(name: string, description: string): Tag {
  return { name, description };
}
