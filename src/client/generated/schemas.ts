// Written by `npm run codegen` from schema/openapi.json.

/** The token of an invitation, and who accepts it. */
export type AcceptInviteInput = {
  /** The `inviteToken` of the invitation. */
  token: string;
  /** The name of a new user, 1 to 120 characters. Defaults to the part of the email before @. */
  name?: string | null;
  /** The password of a new user, 8 to 200 characters; must not be easy to guess. With an account, its password; not needed with its access token. */
  password?: string | null;
};

/** An assistant: a language model with a prompt and tools. */
export type Agent = {
  /** The ID of the agent. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the agent. */
  name: string;
  /** The system prompt of the assistant. */
  prompt: string | null;
  /** The language model. Defaults to the one that the server's provider is set to. */
  model: string | null;
  /** The sampling temperature: lower values give more predictable answers. */
  temperature: number | null;
  /** The flows with the trigger `ai_tool` that the assistant can call. */
  tools: string[];
  /** The company context that the assistant uses. */
  companyContextId: string | null;
  /** Whether the assistant answers. */
  isActive: boolean;
  /** When the agent was created. */
  createdAt: string;
  /** When the agent was last changed. */
  updatedAt: string;
};

/** Activity of assistants in the period. */
export type AgentAnalytics = {
  /** Number of conversations with an assistant that began. */
  sessions: number;
  /** Number of executions of flows as tools of assistants. */
  toolCalls: number;
  /** The ten assistants with the most conversations. */
  topAgents: TopAgent[];
  /** Every day of the period. */
  timeline: AgentDay[];
};

/** Activity of assistants on one day. */
export type AgentDay = {
  /** Day in the time zone of the workspace, for example 2026-11-21. */
  date: string;
  /** Number of conversations with an assistant that began. */
  sessions: number;
  /** Number of executions of flows as tools of assistants. */
  toolCalls: number;
};

/** Numbers of assistants. */
export type AgentOverview = {
  /** The number of all. */
  total: number;
  /** Number of those that are active. */
  active: number;
  /** Conversations with an assistant that began in the period. */
  sessions: number;
};

/** One task of an assistant: its input, tool calls and answer. */
export type AgentSession = {
  /** The ID of the agent session. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The assistant of the session. */
  agentId: string;
  /** The conversation that it answers in. */
  conversationId: string | null;
  /** The execution whose node ai.agent started it. */
  executionId: string | null;
  /** The status of the session; handed_off if a member of the team took over. */
  status: AgentSessionStatus;
  /** The message or task that it was started with. */
  input: string;
  /** The answer of the assistant; for handed_off, the reason. */
  output: string | null;
  /** Why it failed: code and message. */
  error: string | null;
  /** The number of model calls. */
  turns: number;
  /** The tool calls, in order. */
  toolCalls: AgentToolCall[];
  /** When it was completed, handed off or failed. */
  endedAt: string | null;
  /** When the agent session was created. */
  createdAt: string;
  /** When the agent session was last changed. */
  updatedAt: string;
};

/** What a list of agent sessions can be sorted by. */
export type AgentSessionSortKey = "status" | "turns" | "endedAt" | "createdAt" | "updatedAt";

/** The status of the session; handed_off if a member of the team took over. */
export type AgentSessionStatus = "running" | "completed" | "handed_off" | "failed";

/** What a list of agents can be sorted by. */
export type AgentSortKey = "name" | "createdAt" | "updatedAt";

/** A tool call of an assistant. */
export type AgentToolCall = {
  /** The model's ID of the call, unique in its session. */
  id: string;
  /** The name of the tool. */
  name: string;
  /** The flow of the tool; null if the assistant has no tool with this name. */
  flowId: string | null;
  /** The execution of the flow; null if none was started. */
  executionId: string | null;
  /** The arguments from the model, with the keys that the tool has; null if they are not a JSON object. */
  arguments: {
    [key: string]: unknown;
  } | null;
  /** What happened to the call. */
  status: AgentToolCallStatus;
  /** The output or error that was returned to the assistant: any value. */
  result: unknown;
  /** When the tool was called. */
  at: string;
};

/** What happened to a tool call of an assistant. */
export type AgentToolCallStatus = "running" | "completed" | "failed" | "cancelled" | "refused";

/** The main numbers of a workspace. */
export type AnalyticsOverview = {
  /** Contacts. */
  contacts: TrendOfRecords;
  /** Conversations. */
  conversations: TrendOfRecords;
  /** Messages of conversations. */
  messages: TrendOfRecords;
  /** Flows and their executions. */
  flows: FlowOverview;
  /** Assistants and their conversations. */
  agents: AgentOverview;
  /** Appointments in the calendar. */
  appointments: AppointmentOverview;
};

/** A website to analyze. */
export type AnalyzeSiteInput = {
  /** The URL of the website, starting with `http://` or `https://`, at most 2,000 characters. */
  websiteUrl: string;
};

/** A credential for programs, valid in one workspace. */
export type ApiKey = {
  /** The ID of the API key. */
  id: string;
  /** The name of the API key. */
  name: string;
  /** The first 12 characters of the key, by which to recognise it. */
  prefix: string;
  /** What the key can do: `*` for all capabilities of its creator. A capability that the creator loses is lost to the key too. */
  capabilities: string[];
  /** When the key expires; null for a key that does not. */
  expiresAt: string | null;
  /** When the key was last used, to the minute; null if never. */
  lastUsedAt: string | null;
  /** When the API key was created. */
  createdAt: string;
  /** When the API key was last changed. */
  updatedAt: string;
};

/** What a list of API keys can be sorted by. */
export type ApiKeySortKey = "createdAt" | "updatedAt" | "name" | "lastUsedAt" | "expiresAt";

/** Numbers of appointments. */
export type AppointmentOverview = {
  /** The number of all. */
  total: number;
  /** Scheduled appointments from now on. */
  upcoming: number;
};

/** What a decision by link still needs */
export type ApprovalConfirmation = "sent";

/** The decision on a step that waits for approval */
export type ApprovalDecision = "approved" | "rejected";

/** What a step that waits for approval asks of the holder of its link */
export type ApprovalRequest = {
  /** The name of the flow whose execution waits */
  flowName: string;
  /** The message of the step: what is to be approved */
  message: string | null;
  /** Email address of the approver for whom the link was created; null if the step names no approvers */
  approver: string | null;
  /** Whether a decision is still accepted. False once the request was decided or has timed out, or the execution has ended */
  open: boolean;
  /** When the request times out; null if it has no timeout */
  closesAt: string | null;
};

/** The contact to whom unrouted messages belong. */
export type AssignUnroutedMessageInput = {
  /** Defaults to the contact with the number of the sender, who is created if missing. */
  contactId?: string | null;
};

/** A generated assistant prompt. */
export type AssistantPrompt = {
  /** The prompt. */
  prompt: string;
  /** Whether a model or the template wrote it. */
  writtenBy: PromptAuthor;
  /** The model that wrote it; null if the template did. */
  model: string | null;
  /** Why the configured model did not write it. */
  warning: string | null;
};

/** The kind of actor of an audit entry. */
export type AuditActorKind = "user" | "apiKey" | "link" | "anonymous" | "operator";

/** Something that was done or refused in the workspace: a mutation, an export, a login of a member. */
export type AuditEntry = {
  /** The ID of the audit entry. */
  id: string;
  /** What kind of actor it was. */
  actorKind: AuditActorKind;
  /** The user, or the creator of the API key; otherwise null. */
  userId: string | null;
  /** The API key; null for other actors. */
  keyId: string | null;
  /** For a link, the person that it was created for, for example "ana@example.com by link"; for a failed login, the email; otherwise null. */
  actor: string | null;
  /** Name of the mutation, for example `updateFlow`, or of another action, for example `exportContacts` or `useApiKeyFromNewAddress`. */
  action: string;
  /** ID of the record that was changed or read; null if there is no single one. */
  targetId: string | null;
  /** Names of the input fields that were sent, without their values. */
  fields: string[];
  /** More about the action, with keys that depend on it, or null. For a decision by link: `executionId`, `stepId`, `decision` and `confirmedBy`, which is `none`, `login` or `code`. */
  details: {
    [key: string]: unknown;
  } | null;
  /** The former values, of any type, of the fields that were changed, without credentials; long values are cut. Null for a new record, and without the capability to read what was changed. */
  before: {
    [key: string]: unknown;
  } | null;
  /** Their values afterwards, of any type. Null for a deleted record, and without the capability to read what was changed. */
  after: {
    [key: string]: unknown;
  } | null;
  /** Whether it was done. */
  outcome: AuditOutcome;
  /** Code of the error with which it was refused; null if it was done. */
  code: string | null;
  /** IP address of the client. */
  ip: string | null;
  /** The `X-Request-Id` of the request; `cli` for a command on the server. */
  requestId: string;
  /** When the audit entry was created. */
  createdAt: string;
  /** The number of the entry in the log of its workspace, from 1 without gaps. */
  position: number;
  /** SHA-256 over the hash of the entry before and the content of this one, in hexadecimal. */
  hash: string;
};

/** What a list of audit entries can be sorted by. */
export type AuditEntrySortKey = "createdAt";

/** Whether an action was done. */
export type AuditOutcome = "done" | "refused";

/** What an operation of a batch does. */
export type BatchAction = "create" | "update" | "delete";

/** The result of one operation of a batch. */
export type BatchEntry = {
  /** The ID of the record; null if none was created. */
  id?: string;
  /** The status that the request for one record would have, for example 201 or 404. */
  status: number;
  /** Why the operation failed; null if it succeeded. */
  error?: BatchError;
};

/** Why an operation of a batch failed. */
export type BatchError = {
  /** The code, as of the request for one record. */
  code: string;
  /** What is wrong, and what is accepted. */
  message: string;
  /** All violations. */
  details?: BatchErrorDetail[];
};

/** A violation of the data of an operation of a batch. */
export type BatchErrorDetail = {
  /** The path of the field in the operation. */
  field?: string;
  /** The code of the rule that is violated. */
  rule?: string;
  /** What is wrong, and what is accepted. */
  message: string;
};

/** The operations of a batch. */
export type BatchInput = {
  /** The operations, 1 to 100. They are carried out in this order. */
  operations: BatchOperationInputRow[];
  /** Whether all operations are carried out, or none: the first one that fails is the error of the request. Defaults to false. */
  atomic?: boolean | null;
};

/** One operation of a batch. */
export type BatchOperationInputRow = {
  /** What the operation does. */
  action: BatchAction;
  /** The ID of the record. Required for `update` and `delete`. */
  id?: string | null;
  /** The fields, as in the request for one record. Required for `create` and `update`. */
  data?: {
    [key: string]: unknown;
  } | null;
};

/** The results of a batch. */
export type BatchResult = {
  /** The result of each operation, in order. */
  results: BatchEntry[];
};

/** The result of a bulk operation. Valid rows were stored even if others failed. */
export type BulkResult = {
  /** The number of created contacts. */
  created: number;
  /** The number of updated contacts. */
  updated: number;
  /** The number of rows that changed nothing. */
  unchanged: number;
  /** The number of rows with violations, which were not stored. */
  failed: number;
  /** The result of each row, in order. */
  results: RowResult[];
};

/** What happened to a row of a bulk operation. */
export type BulkRowStatus = "created" | "updated" | "unchanged" | "failed";

/** An appointment, possibly with a contact. */
export type CalendarEvent = {
  /** The ID of the calendar event. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The title of the calendar event. */
  title: string;
  /** The contact of the appointment. */
  contactId: string | null;
  /** The start of the appointment. */
  startsAt: string;
  /** The end of the appointment; not before `startsAt`. */
  endsAt: string;
  /** The IANA time zone of the appointment, for example Europe/Madrid. */
  timezone: string;
  /** The status of the appointment. */
  status: CalendarEventStatus;
  /** The place or the URL of the appointment. */
  location: string | null;
  /** When the calendar event was created. */
  createdAt: string;
  /** When the calendar event was last changed. */
  updatedAt: string;
};

/** What a list of calendar events can be sorted by. */
export type CalendarEventSortKey = "title" | "startsAt" | "endsAt" | "status" | "createdAt" | "updatedAt";

/** The status of the appointment. */
export type CalendarEventStatus = "scheduled" | "completed" | "cancelled" | "no_show";

/** Calls of a voice agent to many contacts. */
export type CallCampaign = {
  /** The ID of the call campaign. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the call campaign. */
  name: string;
  /** The voice agent that makes the calls. */
  voiceAgentId: string | null;
  /** The ID of the caller ID whose number the calls show. */
  callerId: string | null;
  /** The status of the campaign. */
  status: CallCampaignStatus;
  /** The contacts to call, for example {"tags": ["vip"]}. JSON, because it may contain any keys. */
  audience: {
    [key: string]: unknown;
  };
  /** The number of calls of the campaign by outcome. */
  counts: CallCampaignCounts;
  /** When the call campaign was created. */
  createdAt: string;
  /** When the call campaign was last changed. */
  updatedAt: string;
};

/** The number of calls of a campaign by outcome. */
export type CallCampaignCounts = {
  /** All calls. */
  total: number;
  /** Calls that were not held. */
  failed: number;
  /** Calls that were held. */
  completed: number;
};

/** What a list of call campaigns can be sorted by. */
export type CallCampaignSortKey = "name" | "status" | "createdAt" | "updatedAt";

/** The status of the campaign. */
export type CallCampaignStatus = "draft" | "scheduled" | "running" | "paused" | "completed" | "cancelled";

/** A call of a tool. */
export type CallFlowToolInput = {
  /** The arguments, which must match `parameters` of the tool; they become the trigger data. Defaults to no arguments. */
  arguments?: {
    [key: string]: unknown;
  } | null;
};

/** A phone number that calls show. */
export type CallerId = {
  /** The ID of the caller ID. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the caller ID. */
  name: string;
  /** The phone number in E.164 format. Unique in the workspace. */
  phone: string;
  /** Whether the number is verified and calls can show it. */
  verified: boolean;
  /** When the caller ID was created. */
  createdAt: string;
  /** When the caller ID was last changed. */
  updatedAt: string;
};

/** What a list of caller IDs can be sorted by. */
export type CallerIdSortKey = "name" | "createdAt" | "updatedAt";

/** One message to many contacts. */
export type Campaign = {
  /** The ID of the campaign. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the campaign. */
  name: string;
  /** The channel of its messages. */
  channel: CampaignChannel;
  /** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. */
  status: CampaignStatus;
  /** The email template or WhatsApp template to send, depending on the channel. */
  templateId: string | null;
  /** The text of an SMS, or of a WhatsApp message without a template, with placeholders such as {{contact.name}}. */
  message: string | null;
  /** Contacts to send to: `{"all": true}`, or those that match every given filter: `contactIds` (at most 10,000), `tags` (any of them), `status`, `source`, `company`, `assignedTo` and `search`, which require the capability contacts:read when they are set. */
  audience: CampaignAudience;
  /** Why it is paused; `error` has the details. Null while it is not paused. */
  pausedReason: CampaignPausedReason | null;
  /** When it is sent; a time in the past means now. */
  scheduledAt: string | null;
  /** Contacts in its audience when sending started. */
  recipientCount: number;
  /** Messages that were sent and have not failed since. */
  sentCount: number;
  /** Messages that were stored in the sandbox because no provider is configured. */
  sandboxedCount: number;
  /** Messages that the provider reported as delivered. */
  deliveredCount: number;
  /** Messages that could not be sent. */
  failedCount: number;
  /** Contacts with doNotContact, without an address for the channel, or unsubscribed from email. */
  skippedCount: number;
  /** Why it is paused, or ended before all messages were sent. */
  error: string | null;
  /** When the campaign was created. */
  createdAt: string;
  /** When the campaign was last changed. */
  updatedAt: string;
};

/** The contacts that a campaign is sent to: all, or those that match every given filter. Without any, no contacts have been chosen yet. */
export type CampaignAudience = {
  /** Whether it is sent to all contacts. */
  all?: boolean;
  /** Contacts with one of these tags. */
  tags?: string[];
  /** Contacts with this source. */
  source?: string;
  /** Contacts with this text in a field. */
  search?: string;
  /** Contacts with this status. */
  status?: ContactStatus;
  /** Contacts of this company. */
  company?: string;
  /** Contacts that are assigned to this member, by user ID. */
  assignedTo?: string;
  /** These contacts. */
  contactIds?: string[];
};

/** The channel of its messages. */
export type CampaignChannel = "sms" | "whatsapp" | "email";

/** Why it is paused; `error` has the details. Null while it is not paused. */
export type CampaignPausedReason = "credits" | "budget" | "provider" | "content" | "request";

/** A contact that a campaign sends to, and the state of the message. */
export type CampaignRecipient = {
  /** The ID of the campaign recipient. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The ID of the campaign. */
  campaignId: string;
  /** The ID of the contact. */
  contactId: string;
  /** The state of the message to the contact. */
  status: CampaignRecipientStatus;
  /** Why nothing was sent, or why it is retried. */
  error: string | null;
  /** The number of failed attempts so far. */
  tries: number;
  /** When the provider accepted the message. */
  sentAt: string | null;
  /** When the campaign recipient was created. */
  createdAt: string;
  /** When the campaign recipient was last changed. */
  updatedAt: string;
};

/** What a list of campaign recipients can be sorted by. */
export type CampaignRecipientSortKey = "status" | "sentAt" | "createdAt" | "updatedAt";

/** The state of the message to the contact. */
export type CampaignRecipientStatus = "queued" | "sent" | "delivered" | "failed" | "skipped" | "cancelled" | "sandboxed";

/** What a list of campaigns can be sorted by. */
export type CampaignSortKey = "name" | "channel" | "status" | "scheduledAt" | "createdAt" | "updatedAt";

/** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. */
export type CampaignStatus = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";

/** Another email of an account. */
export type ChangeEmailInput = {
  /** The new email. */
  email: string;
  /** Your password. */
  password: string;
};

/** Another role of a member, or other capabilities. */
export type ChangeMemberRoleInput = {
  /** New role of the member, at most your own. */
  role: Role;
  /** Capabilities in addition to those of the role. Defaults to those that the member has. */
  capabilities?: ("flows:read" | "flows:write" | "flows:execute" | "boveda:manage" | "secrets:use" | "members:manage" | "usage:read" | "analytics:read" | "audit:read" | "outbox:read" | "contexts:read" | "contexts:write" | "followups:read" | "followups:write" | "crmEvents:read" | "crmEvents:write" | "contacts:read" | "contacts:write" | "pipelines:read" | "pipelines:write" | "agents:read" | "agents:write" | "voiceAgents:read" | "voiceAgents:write" | "campaigns:read" | "campaigns:write" | "emailTemplates:read" | "emailTemplates:write" | "whatsappTemplates:read" | "whatsappTemplates:write" | "conversations:read" | "conversations:write" | "calendarEvents:read" | "calendarEvents:write" | "knowledgeDocs:read" | "knowledgeDocs:write" | "callCampaigns:read" | "callCampaigns:write" | "callerIds:read" | "callerIds:write" | "webhooks:read" | "webhooks:write")[];
  /** Capabilities of the role that the member does not have, for example `secrets:use`; not allowed for an OWNER. Defaults to those that are denied now. */
  deniedCapabilities?: ("flows:read" | "flows:write" | "flows:execute" | "boveda:manage" | "secrets:use" | "members:manage" | "usage:read" | "analytics:read" | "audit:read" | "outbox:read" | "contexts:read" | "contexts:write" | "followups:read" | "followups:write" | "crmEvents:read" | "crmEvents:write" | "contacts:read" | "contacts:write" | "pipelines:read" | "pipelines:write" | "agents:read" | "agents:write" | "voiceAgents:read" | "voiceAgents:write" | "campaigns:read" | "campaigns:write" | "emailTemplates:read" | "emailTemplates:write" | "whatsappTemplates:read" | "whatsappTemplates:write" | "conversations:read" | "conversations:write" | "calendarEvents:read" | "calendarEvents:write" | "knowledgeDocs:read" | "knowledgeDocs:write" | "callCampaigns:read" | "callCampaigns:write" | "callerIds:read" | "callerIds:write" | "webhooks:read" | "webhooks:write")[];
};

/** The former and the new password. */
export type ChangePasswordInput = {
  /** Your password so far. */
  currentPassword: string;
  /** 8 to 200 characters; must not be easy to guess. */
  newPassword: string;
};

/** Number of conversations of a channel. */
export type ChannelCount = {
  /** The channel. */
  channel: ConversationChannel;
  /** The number in this group. */
  count: number;
};

/** What assistants know about a company. */
export type CompanyContext = {
  /** The ID of the company context. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the context. */
  name: string;
  /** The name of the company. Defaults to the name of the context. */
  companyName: string;
  /** The URL of the company website. */
  websiteUrl: string | null;
  /** What the company does. */
  description: string | null;
  /** The industry of the company. */
  industry: string | null;
  /** The services or products that the company offers, at most 100 of 500 characters each. */
  services: string[];
  /** The opening hours as text. */
  businessHours: string | null;
  /** How to reach the company: `emails`, `phones`, `address`, `social` and any other keys. */
  contactInfo: {
    [key: string]: unknown;
  };
  /** Frequently asked questions, at most 100. */
  faqs: Faq[];
  /** Whether it is the default context. A workspace has at most one: setting it unsets the former one. */
  isDefault: boolean;
  /** Whether the website is analyzed when the context is created. */
  autoScrape: boolean;
  /** When its website was last analyzed. */
  analyzedAt: string | null;
  /** When the company context was created. */
  createdAt: string;
  /** When the company context was last changed. */
  updatedAt: string;
};

/** What a list of company contexts can be sorted by. */
export type CompanyContextSortKey = "name" | "companyName" | "createdAt" | "updatedAt";

/** The current password, and a code of the authenticator app. */
export type ConfirmTotpInput = {
  /** Your password. */
  password: string;
  /** The current code of the authenticator app, 6 digits. */
  code: string;
};

/** A person or company with which the workspace deals. */
export type Contact = {
  /** The ID of the contact. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the contact. */
  name: string | null;
  /** The email address, stored in lower case. Unique in the workspace. */
  email: string | null;
  /** The phone number with its country code, stored in E.164 format. Unique in the workspace. */
  phone: string | null;
  /** The company of the contact. */
  company: string | null;
  /** The status of the contact. */
  status: ContactStatus;
  /** The source of the contact, for example a website or a campaign. */
  source: string | null;
  /** Labels of the contact. */
  tags: string[];
  /** The user ID of the member who is responsible for the contact. */
  assignedTo: string | null;
  /** Whether flows, follow-ups and campaigns must not send messages to the contact. */
  doNotContact: boolean;
  /** When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again. */
  unsubscribedAt: string | null;
  /** How the contact unsubscribed; null while it is subscribed. */
  unsubscribedBy: ContactUnsubscribedBy | null;
  /** Further fields of the contact, of any type, by name. */
  customFields: {
    [key: string]: unknown;
  };
  /** When the contact was created. */
  createdAt: string;
  /** When the contact was last changed. */
  updatedAt: string;
};

/** The fields of a new contact. */
export type ContactRowInputRow = {
  /** At most 200 characters. */
  name?: string | null;
  /** The email address, stored in lower case. Unique in the workspace. */
  email?: string | null;
  /** The phone number with its country code, stored in E.164 format. Unique in the workspace. */
  phone?: string | null;
  /** At most 200 characters. */
  company?: string | null;
  /** The status of the contact. One of: `lead`, `qualified`, `customer`, `lost`. Defaults to `lead`. */
  status?: string | null;
  /** The source of the contact, for example a website or a campaign. At most 200 characters. */
  source?: string | null;
  /** Labels of the contact. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: string[];
  /** The user ID of the member who is responsible for the contact. */
  assignedTo?: string | null;
  /** Whether flows, follow-ups and campaigns must not send messages to the contact. Defaults to `false`. */
  doNotContact?: boolean | null;
  /** When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again. */
  unsubscribedAt?: string | null;
  /** Further fields of the contact, of any type, by name. At most 100 keys. */
  customFields?: {
    [key: string]: unknown;
  } | null;
};

/** What a list of contacts can be sorted by. */
export type ContactSortKey = "name" | "email" | "company" | "status" | "source" | "createdAt" | "updatedAt";

/** The status of the contact. */
export type ContactStatus = "lead" | "qualified" | "customer" | "lost";

/** How the contact unsubscribed; null while it is subscribed. */
export type ContactUnsubscribedBy = "one_click" | "link" | "member";

/** The messages with a contact over one channel. Deleted together with the contact. */
export type Conversation = {
  /** The ID of the conversation. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The contact of the conversation. */
  contactId: string;
  /** The channel of the conversation. */
  channel: ConversationChannel;
  /** The status of the conversation. */
  status: ConversationStatus;
  /** The user ID of the member who is responsible for the conversation. */
  assignedTo: string | null;
  /** The assistant that answers the contact. */
  agentId: string | null;
  /** The time of the last message. */
  lastMessageAt: string | null;
  /** The time at which the status became resolved; null for other statuses. */
  resolvedAt: string | null;
  /** When the conversation was created. */
  createdAt: string;
  /** When the conversation was last changed. */
  updatedAt: string;
};

/** Conversations of the period. */
export type ConversationAnalytics = {
  /** Conversations that began in the period, by their current status. */
  byStatus: StatusCount[];
  /** Conversations that began in the period, by channel. */
  byChannel: ChannelCount[];
  /** Every day of the period. */
  timeline: ConversationDay[];
  /** How long resolved conversations took. */
  resolutionTime: ResolutionTime;
};

/** The channel of the conversation. */
export type ConversationChannel = "whatsapp" | "sms" | "email" | "webchat" | "voice";

/** Conversations of one day. */
export type ConversationDay = {
  /** Day in the time zone of the workspace, for example 2026-11-21. */
  date: string;
  /** Conversations that began. */
  opened: number;
  /** Conversations that were resolved. */
  resolved: number;
};

/** What a list of conversations can be sorted by. */
export type ConversationSortKey = "status" | "lastMessageAt" | "resolvedAt" | "createdAt" | "updatedAt";

/** The status of the conversation. */
export type ConversationStatus = "open" | "pending" | "resolved";

/** The name and folder of a flow that is created from another one or from a template. */
export type CopyFlowInput = {
  /** The name of the new flow, 1 to 200 characters. Defaults to the original name; a duplicate gets the suffix ` (copy)`. */
  name?: string | null;
  /** The folder of the new flow; null for none. Defaults to the folder of the original, if it has one. */
  folderId?: string | null;
};

/** The fields of a new agent. */
export type CreateAgentInput = {
  /** At most 200 characters. */
  name: string;
  /** The system prompt of the assistant. At most 50000 characters. */
  prompt?: string | null;
  /** The language model. Defaults to the one that the server's provider is set to. At most 200 characters. */
  model?: string | null;
  /** The sampling temperature: lower values give more predictable answers. From 0 to 2. */
  temperature?: number | null;
  /** The flows with the trigger `ai_tool` that the assistant can call. At most 50 IDs, without duplicates. */
  tools?: string[];
  /** The company context that the assistant uses. */
  companyContextId?: string | null;
  /** Whether the assistant answers. Defaults to `true`. */
  isActive?: boolean | null;
};

/** A new API key. */
export type CreateApiKeyInput = {
  /** The name of the API key. */
  name: string;
  /** What the key can do; `["*"]` for all of your capabilities. */
  capabilities: ("*" | "flows:read" | "flows:write" | "flows:execute" | "boveda:manage" | "secrets:use" | "members:manage" | "usage:read" | "analytics:read" | "audit:read" | "outbox:read" | "contexts:read" | "contexts:write" | "followups:read" | "followups:write" | "crmEvents:read" | "crmEvents:write" | "contacts:read" | "contacts:write" | "pipelines:read" | "pipelines:write" | "agents:read" | "agents:write" | "voiceAgents:read" | "voiceAgents:write" | "campaigns:read" | "campaigns:write" | "emailTemplates:read" | "emailTemplates:write" | "whatsappTemplates:read" | "whatsappTemplates:write" | "conversations:read" | "conversations:write" | "calendarEvents:read" | "calendarEvents:write" | "knowledgeDocs:read" | "knowledgeDocs:write" | "callCampaigns:read" | "callCampaigns:write" | "callerIds:read" | "callerIds:write" | "webhooks:read" | "webhooks:write")[];
  /** When the key expires. Defaults to never. */
  expiresAt?: string | null;
};

/** The fields of a new calendar event. */
export type CreateCalendarEventInput = {
  /** At most 200 characters. */
  title: string;
  /** The contact of the appointment. */
  contactId?: string | null;
  /** The start of the appointment. */
  startsAt: string;
  /** The end of the appointment; not before `startsAt`. */
  endsAt: string;
  /** The IANA time zone of the appointment, for example Europe/Madrid. Defaults to `UTC`. */
  timezone?: string | null;
  /** The status of the appointment. Defaults to `scheduled`. */
  status?: CalendarEventStatus | null;
  /** The place or the URL of the appointment. At most 500 characters. */
  location?: string | null;
};

/** The fields of a new call campaign. */
export type CreateCallCampaignInput = {
  /** At most 200 characters. */
  name: string;
  /** The voice agent that makes the calls. */
  voiceAgentId?: string | null;
  /** The ID of the caller ID whose number the calls show. */
  callerId?: string | null;
  /** The status of the campaign. Defaults to `draft`. */
  status?: CallCampaignStatus | null;
  /** The contacts to call, for example {"tags": ["vip"]}. JSON, because it may contain any keys. At most 100 keys. */
  audience?: {
    [key: string]: unknown;
  } | null;
};

/** The fields of a new caller ID. */
export type CreateCallerIdInput = {
  /** At most 200 characters. */
  name: string;
  /** The phone number in E.164 format. Unique in the workspace. */
  phone: string;
  /** Whether the number is verified and calls can show it. Defaults to `false`. */
  verified?: boolean | null;
};

/** The fields of a new campaign. */
export type CreateCampaignInput = {
  /** The name of the campaign. At most 200 characters. */
  name: string;
  /** The channel of its messages. */
  channel: CampaignChannel;
  /** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. Defaults to `draft`. */
  status?: CampaignStatus | null;
  /** The email template or WhatsApp template to send, depending on the channel. */
  templateId?: string | null;
  /** The text of an SMS, or of a WhatsApp message without a template, with placeholders such as {{contact.name}}. At most 20000 characters. */
  message?: string | null;
  /** Contacts to send to: `{"all": true}`, or those that match every given filter: `contactIds` (at most 10,000), `tags` (any of them), `status`, `source`, `company`, `assignedTo` and `search`, which require the capability contacts:read when they are set. At most 100 keys. */
  audience?: {
    [key: string]: unknown;
  } | null;
  /** When it is sent; a time in the past means now. */
  scheduledAt?: string | null;
};

/** The fields of a new company context. */
export type CreateCompanyContextInput = {
  /** The name of the context. At most 200 characters. */
  name: string;
  /** The name of the company. Defaults to the name of the context. At most 200 characters. Defaults to an empty string. */
  companyName?: string | null;
  /** The URL of the company website. An HTTP or HTTPS URL of at most 2000 characters. */
  websiteUrl?: string | null;
  /** What the company does. At most 5000 characters. */
  description?: string | null;
  /** The industry of the company. At most 200 characters. */
  industry?: string | null;
  /** The services or products that the company offers, at most 100 of 500 characters each. */
  services?: string[];
  /** The opening hours as text. At most 1000 characters. */
  businessHours?: string | null;
  /** How to reach the company: `emails`, `phones`, `address`, `social` and any other keys. At most 100 keys. */
  contactInfo?: {
    [key: string]: unknown;
  } | null;
  /** Frequently asked questions, at most 100. */
  faqs?: FaqInput[];
  /** Whether it is the default context. A workspace has at most one: setting it unsets the former one. Defaults to `false`. */
  isDefault?: boolean | null;
  /** Whether the website is analyzed when the context is created. Defaults to `false`. */
  autoScrape?: boolean | null;
};

/** The fields of a new contact. */
export type CreateContactInput = {
  /** At most 200 characters. */
  name?: string | null;
  /** The email address, stored in lower case. Unique in the workspace. */
  email?: string | null;
  /** The phone number with its country code, stored in E.164 format. Unique in the workspace. */
  phone?: string | null;
  /** At most 200 characters. */
  company?: string | null;
  /** The status of the contact. Defaults to `lead`. */
  status?: ContactStatus | null;
  /** The source of the contact, for example a website or a campaign. At most 200 characters. */
  source?: string | null;
  /** Labels of the contact. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: string[];
  /** The user ID of the member who is responsible for the contact. */
  assignedTo?: string | null;
  /** Whether flows, follow-ups and campaigns must not send messages to the contact. Defaults to `false`. */
  doNotContact?: boolean | null;
  /** When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again. */
  unsubscribedAt?: string | null;
  /** Further fields of the contact, of any type, by name. At most 100 keys. */
  customFields?: {
    [key: string]: unknown;
  } | null;
};

/** The fields of a new conversation. */
export type CreateConversationInput = {
  /** The contact of the conversation. */
  contactId: string;
  /** The channel of the conversation. */
  channel: ConversationChannel;
  /** The status of the conversation. Defaults to `open`. */
  status?: ConversationStatus | null;
  /** The user ID of the member who is responsible for the conversation. */
  assignedTo?: string | null;
  /** The assistant that answers the contact. */
  agentId?: string | null;
};

/** The fields of a new email template. */
export type CreateEmailTemplateInput = {
  /** At most 200 characters. */
  name: string;
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body: string;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: string[];
  /** A category to group templates by. At most 100 characters. */
  category?: string | null;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null;
  /** At most 500 characters. */
  subject: string;
  /** The status of the template. Defaults to `active`. */
  status?: EmailTemplateStatus | null;
};

/** The fields of a new flow. */
export type CreateFlowInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null;
  /** Free text, at most 5000 characters. */
  description?: string | null;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: string[];
  /** The folder of the flow; null for none. */
  folderId?: string | null;
  /** The name of the flow, 1 to 200 characters. */
  name: string;
};

/** The fields of a new template. */
export type CreateFlowTemplateInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null;
  /** Free text, at most 5000 characters. */
  description?: string | null;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: string[];
  /** Free text to filter by, at most 100 characters. */
  category?: string | null;
  /** The name of the template, 1 to 200 characters. */
  name: string;
};

/** The fields of a new folder. */
export type CreateFolderInput = {
  /** At most 200 characters. */
  name: string;
  /** The folder that contains this one; null at the top level. */
  parentId?: string | null;
};

/** The fields of a new follow-up sequence. */
export type CreateFollowUpSequenceInput = {
  /** The name of the sequence. At most 120 characters. */
  name: string;
  /** The assistant that the sequence applies to. Defaults to all assistants. */
  agentId?: string | null;
  /** Whether contacts are enrolled. Setting it to false stops its enrollments. Defaults to `true`. */
  isActive?: boolean | null;
  /** The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply. Defaults to `NO_RESPONSE`. */
  triggerOn?: FollowUpSequenceTriggerOn | null;
  /** The maximum number of messages to one contact. Defaults to the number of steps. From 1 to 20. */
  maxAttempts?: number | null;
  /** Whether a reply assigns the conversation to the assistant again. Defaults to `true`. */
  reactivateAgent?: boolean | null;
  /** In order, at most 50. An update that includes them replaces all steps. */
  steps?: FollowUpStepInput[];
};

/** The fields of a new global variable. */
export type CreateGlobalVariableInput = {
  /** Unique in the workspace. Flows that use a former name are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name: string;
  /** Visible to all members. Executions that start or continue after a change use the new value. At most 65536 characters. */
  value: string;
  /** At most 2000 characters. Defaults to an empty string. */
  description?: string | null;
};

/** The fields of a new knowledge document. */
export type CreateKnowledgeDocInput = {
  /** At most 300 characters. */
  title: string;
  /** The text of the document. At most 500000 characters. */
  content: string;
  /** Labels of the document. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: string[];
  /** The URL that the text was taken from. An HTTP or HTTPS URL of at most 2000 characters. */
  sourceUrl?: string | null;
};

/** The fields of a new message. */
export type CreateMessageInput = {
  /** Whether the message comes from the contact or goes to them. Defaults to `outbound`. */
  direction?: MessageDirection | null;
  /** The author of the message; always `contact` for inbound messages. Defaults to `member`. */
  author?: MessageAuthor | null;
  /** At most 20000 characters. */
  body: string;
  /** The delivery status. Inbound messages are `received`; `sandboxed` messages were not sent because no provider is set up. Defaults to `queued`. */
  status?: MessageStatus | null;
  /** Why the message could not be sent. At most 2000 characters. */
  error?: string | null;
  /** The time at which the message was sent or, if inbound, received. */
  sentAt?: string | null;
};

/** The fields of a new opportunity. */
export type CreateOpportunityInput = {
  /** At most 200 characters. */
  name: string;
  /** The pipeline of the opportunity. */
  pipelineId: string;
  /** The ID of a stage of the pipeline. At most 100 characters. */
  stageId: string;
  /** The contact of the opportunity. */
  contactId?: string | null;
  /** The expected amount, in `currency`. At most 15 digits before and 2 after the point, for example "1250.50". */
  value?: string | number | null;
  /** The currency of `value`. An ISO 4217 code of three capital letters, for example EUR. */
  currency?: string | null;
  /** The status of the opportunity. Defaults to `open`. */
  status?: OpportunityStatus | null;
  /** The user ID of the member who is responsible for the opportunity. */
  assignedTo?: string | null;
  /** The expected time of the decision. */
  expectedCloseDate?: string | null;
  /** Further fields of the opportunity, of any type, by name. At most 100 keys. */
  customFields?: {
    [key: string]: unknown;
  } | null;
};

/** The fields of a new pipeline. */
export type CreatePipelineInput = {
  /** At most 200 characters. */
  name: string;
  /** The stages in order. An update replaces them all and must keep every stage that has opportunities. At most 100. */
  stages?: PipelineStageInput[];
};

/** The fields of a new secret. */
export type CreateSecretInput = {
  /** Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name: string;
  /** Stored encrypted and never returned. Executions that start or resume after a change use the new value. At most 65536 bytes. */
  value: string;
  /** At most 2000 characters. Defaults to an empty string. */
  description?: string | null;
  /** The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it. At most 50 entries, without protocol, port or path. */
  allowedHosts?: string[];
  /** The only flow that can use it, with which it is deleted; null for every flow of the workspace. */
  flowId?: string | null;
};

/** The fields of a new voice agent. */
export type CreateVoiceAgentInput = {
  /** At most 200 characters. */
  name: string;
  /** The system prompt of the voice agent. At most 50000 characters. */
  prompt?: string | null;
  /** The name of the voice. At most 100 characters. */
  voice?: string | null;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null;
  /** The first sentence of each call. At most 2000 characters. */
  firstMessage?: string | null;
  /** The company context that the voice agent uses. */
  companyContextId?: string | null;
  /** The flow that runs after each call of the voice agent. */
  flowId?: string | null;
  /** Whether the voice agent takes and makes calls. Defaults to `true`. */
  isActive?: boolean | null;
};

/** The fields of a new voice call. */
export type CreateVoiceCallInput = {
  /** The voice agent of the call. */
  voiceAgentId?: string | null;
  /** The contact on the call. */
  contactId?: string | null;
  /** The direction of the call. */
  direction: VoiceCallDirection;
  /** The number of the caller. */
  from: string;
  /** The number that is called. */
  to: string;
  /** The status of the call. A final status does not change any more. Defaults to `ringing`. */
  status?: VoiceCallStatus | null;
  /** The time at which the call was answered. Set when the status becomes in_progress, unless it is sent. */
  startedAt?: string | null;
  /** The time at which the call ended. Set when the status becomes final, unless it is sent. */
  endedAt?: string | null;
  /** The duration in seconds. Computed for completed calls, unless it is sent. From 0 to 1000000. */
  durationSeconds?: number | null;
  /** The URL of the recording. An HTTP or HTTPS URL of at most 2000 characters. */
  recordingUrl?: string | null;
  /** What was said on the call, in order. */
  transcript?: TranscriptLineInput[];
  /** A summary of the call. At most 20000 characters. */
  summary?: string | null;
  /** Further data of the telephony provider, with any keys. At most 100 keys. */
  metadata?: {
    [key: string]: unknown;
  } | null;
};

/** The fields of a new webhook. */
export type CreateWebhookInput = {
  /** Where events are sent by POST. Redirects are not followed. An HTTP or HTTPS URL of at most 2000 characters. */
  url: string;
  /** The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read. 1 to 50 entries, without duplicates. */
  events: ("*" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.tag_added" | "contact.tag_removed" | "opportunity.created" | "opportunity.updated" | "opportunity.stage_changed" | "opportunity.status_changed" | "opportunity.assigned" | "opportunity.value_changed" | "opportunity.deleted" | "conversation.created" | "conversation.status_changed" | "conversation.assigned" | "message.received" | "message.sent" | "appointment.created" | "appointment.updated" | "appointment.deleted" | "budget.exceeded" | "execution.completed" | "execution.failed" | "execution.cancelled" | "approval.requested" | "message.delivered" | "message.failed" | "wallet.low" | "workspace.quotaReached" | "webhook.disabled" | (string & {}))[];
  /** At most 2000 characters. Defaults to an empty string. */
  description?: string | null;
  /** Whether it receives events. While false, no event is kept for it, and what was pending is cancelled. Defaults to `true`. */
  isActive?: boolean | null;
};

/** The fields of a new WhatsApp template. */
export type CreateWhatsappTemplateInput = {
  /** At most 200 characters. */
  name: string;
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body: string;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: string[];
  /** A category to group templates by. At most 100 characters. */
  category?: string | null;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null;
  /** The approval status of the template at WhatsApp. Defaults to `draft`. */
  status?: WhatsappTemplateStatus | null;
};

/** A new workspace. */
export type CreateWorkspaceInput = {
  /** The name of the workspace. */
  name: string;
  /** IANA name of the time zone, for example Europe/Madrid. Defaults to UTC. */
  timezone?: string | null;
  /** The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES. */
  country?: string | null;
};

/** Credentials of a user who is logged in; the refresh token is set as a cookie. */
export type Credentials = {
  /** Access token to send as `Authorization: Bearer …`. */
  accessToken: string;
  /** Seconds until the access token expires. */
  expiresIn: number;
  user: MeOfRegister;
  /** Workspaces of the user, oldest first. */
  workspaces: WorkspaceOfRegister[];
};

/** The price of one unit of a billable operation. */
export type CreditRate = {
  /** The kind of billable operation. */
  eventType: MeterName;
  /** The channel or provider, for example `twilio`. */
  app: string;
  /** ISO 3166 code of the country of the recipient; null for all countries without a rate of their own. */
  country: string | null;
  /** What is counted, for example `segment`. */
  unit: string;
  /** Credits for one unit, as a decimal. */
  creditsPerUnit: string;
  /** When the rate took effect. */
  effectiveFrom: string;
};

/** A type of CRM event that can start flows. */
export type CrmEventTypeEntry = {
  /** The event type, for example `contact.created`. */
  type: string;
  /** The name to show to users. */
  label: string;
  /** The type of record that the event is about, for example `contact`. */
  entity: string;
  /** Whether `conditions` can be set in a subscription. */
  acceptsConditions: boolean;
  /** Whether `pipelineId` is required in a subscription. */
  requiresPipeline: boolean;
  /** Whether `pipelineId` can be set in a subscription. */
  acceptsPipeline: boolean;
};

/** Number of contacts of one day. */
export type DayCountObject = {
  /** Day in the time zone of the workspace, for example 2026-11-21. */
  date: string;
  /** The number in this group. */
  count: number;
};

/** A decision by the link of an approver. */
export type DecideApprovalByLinkInput = {
  /** Whether to approve or reject */
  decision: ApprovalDecision;
  /** The reason for the decision, at most 2,000 characters */
  comment?: string | null;
  /** The code of six digits that the approver received by email, see `confirmation` */
  code?: string | null;
};

/** A decision on a step that waits for approval. */
export type DecideApprovalInput = {
  /** Whether to approve or reject */
  decision: ApprovalDecision;
  /** The reason for the decision, at most 2,000 characters */
  comment?: string | null;
};

/** A deleted record. */
export type Deleted = {
  /** The ID of the record, which exists no more. */
  id: string;
};

/** A change of the email of the caller that must be verified. */
export type EmailChange = {
  /** The email with which you log in now. */
  email: string;
  /** The new email, which takes effect when the link that was mailed to it is opened. */
  pendingEmail: string;
};

/** Whether an address gets marketing email of a workspace. */
export type EmailSubscription = {
  /** The name of the workspace that writes. */
  workspaceName: string;
  /** The address that the email with the link was sent to. */
  email: string;
  /** Whether it gets marketing email. */
  subscribed: boolean;
};

/** The text of an email, with variables. */
export type EmailTemplate = {
  /** The ID of the email template. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the email template. */
  name: string;
  /** The text, with `{{name}}` for each variable. */
  body: string;
  /** The names of the variables in the text. */
  variables: string[];
  /** A category to group templates by. */
  category: string | null;
  /** The language code, for example es or pt_BR. */
  language: string | null;
  /** The subject of the email template. */
  subject: string;
  /** The status of the template. */
  status: EmailTemplateStatus;
  /** When the email template was created. */
  createdAt: string;
  /** When the email template was last changed. */
  updatedAt: string;
};

/** What a list of email templates can be sorted by. */
export type EmailTemplateSortKey = "name" | "category" | "subject" | "createdAt" | "updatedAt";

/** The status of the template. */
export type EmailTemplateStatus = "draft" | "active" | "archived";

/** An expression, and the data that it reads. */
export type EvaluateExpressionInput = {
  /** A text with expressions in double braces, as in a field of a node, or one expression without braces; 1 to 50000 characters. */
  expression: string;
  /** The execution whose recorded data the expression reads; what is redacted there stays redacted. Without it, only `data` can be read. */
  executionId?: string | null;
  /** The node that the expression belongs to: it reads what a step of this node can read, in a loop that of the last iteration. Defaults to the end of the execution. */
  nodeId?: string | null;
  /** Values by root, for example `{"triggerData": {"amount": 5}}`. They take precedence over those of the execution. */
  data?: {
    [key: string]: unknown;
  } | null;
};

/** One run of a flow */
export type Execution = {
  /** The ID of the execution. */
  id: string;
  /** The same as `id` */
  executionId: string;
  /** The ID of the flow. */
  flowId: string;
  /** The name that the flow had at the start, kept if the flow is deleted */
  flowName: string;
  /** The version of the flow that the execution runs, even if the flow is changed meanwhile */
  flowVersion: number;
  /** The status of the execution. */
  status: ExecutionStatus;
  /** What the execution does */
  phase: ExecutionPhase;
  /** What started it */
  trigger: ExecutionTrigger;
  /** ID of the node it started at; null for the trigger */
  startNodeId: string | null;
  error: ExecutionError | null;
  /** ID of the execution that started this one */
  parentExecutionId: string | null;
  /** ID of the execution that this one retries */
  retryOf: string | null;
  /** ID of the user or API key that it runs as: who started it, or, if a trigger did, the `runAs` of the flow. Null for executions from before it was recorded */
  runAs: string | null;
  /** When the execution started. */
  startedAt: string;
  /** When the execution ended. */
  finishedAt: string | null;
  /** Milliseconds from start to end; null before the end */
  durationMs: number | null;
  /** When the execution was created. */
  createdAt: string;
  /** The data it was started with, any value, with secrets redacted */
  triggerData: unknown;
  /** The HTTP request that started it by webhook. Headers that look like secrets are redacted, the token of the webhook is left out */
  request: ExecutionRequest | null;
  /** The output of its end node, any value; of several end nodes, an object by node ID */
  output: unknown;
  /** Credits that its billable operations have cost so far, as a decimal */
  creditsUsed: string;
  /** The steps, in order of their start. Without arguments, all of them */
  steps: Step[];
};

/** The result of an execution whose caller waited for it */
export type ExecutionAnswer = {
  /** The ID of the execution. */
  executionId: string;
  /** The status of the execution; running if it takes longer than the caller waits */
  status: ExecutionStatus;
  /** The output of the execution, any value; null while it runs */
  output: unknown;
  error: ExecutionError | null;
};

/** Which executions to retry or cancel, at most 100 in one request. */
export type ExecutionBulkInput = {
  /** The executions. An empty object means all. */
  filter: ExecutionFilterInput;
  /** The `next` of the previous request, to continue with the others. */
  after?: string | null;
  /** Whether to count the executions only. Defaults to false. */
  dryRun?: boolean | null;
  /** Where each retry starts. Defaults to `failed`, or to `start` for a completed execution or with `triggerData`. Not for a cancellation. */
  from?: RetryFrom | null;
  /** ID of the node that runs again with `from: "step"`. Executions in which it has not run are left as they are. Not for a cancellation. */
  nodeId?: string | null;
  /** The version of its flow that each retry runs. Defaults to `same`. Not for a cancellation. */
  version?: RetryVersion | null;
  /** Other trigger data than that of the executions. Only allowed with `from: "start"`. Not for a cancellation. */
  triggerData?: {
    [key: string]: unknown;
  } | null;
};

/** Why a step or an execution failed */
export type ExecutionError = {
  /** A stable code, for example `STEP_TIMEOUT`; see the list of error codes */
  code: string;
  /** The message of the execution error. */
  message: string;
  /** The ID of the node. */
  nodeId: string | null;
};

/** Failed executions with one cause: the same flow and version, node and error code */
export type ExecutionErrorGroup = {
  /** The flow of the executions */
  flowId: string;
  /** The name that the flow had at the last of them */
  flowName: string;
  /** The version of the flow that they ran */
  flowVersion: number;
  /** The code of the error; see the list of error codes */
  code: string;
  /** The node at which they ended; null if it was none, as for a timeout of the execution */
  nodeId: string | null;
  /** The message of the last error */
  message: string;
  /** The number of executions */
  count: number;
  /** When the first of them was created */
  firstAt: string;
  /** When the last of them was created */
  lastAt: string;
  /** The last of them */
  lastExecutionId: string;
  /** How many were created in each of the last 24 hours, 24 numbers, that of the present hour last */
  hours: number[];
};

/** Why a step or an execution failed */
export type ExecutionErrorOfGetExecution = {
  /** A stable code, for example `STEP_TIMEOUT`; see the list of error codes */
  code: string;
  /** The message of the execution error. */
  message: string;
};

/** The executions to retry or cancel. All conditions that are sent must be met. */
export type ExecutionFilterInput = {
  /** The flow of the executions. */
  flowId?: string | null;
  /** The status of the executions. A retry accepts ended ones, by default `failed`; a cancellation `running`. */
  status?: ExecutionStatus | null;
  /** Created at or after this ISO 8601 time; a date stands for the start of its UTC day. */
  from?: string | null;
  /** Created at or before this ISO 8601 time; a date stands for the end of its UTC day. */
  to?: string | null;
  /** The code of the error that ended the executions. Not for a cancellation. */
  errorCode?: string | null;
  /** The node at which the executions ended; for a cancellation the node at which they are. */
  nodeId?: string | null;
  /** The version of the flow that the executions ran. */
  flowVersion?: number | null;
};

/** One run of a flow */
export type ExecutionOfListExecutions = {
  /** The ID of the execution. */
  id: string;
  /** The same as `id` */
  executionId: string;
  /** The ID of the flow. */
  flowId: string;
  /** The name that the flow had at the start, kept if the flow is deleted */
  flowName: string;
  /** The version of the flow that the execution runs, even if the flow is changed meanwhile */
  flowVersion: number;
  /** The status of the execution. */
  status: ExecutionStatus;
  /** What the execution does */
  phase: ExecutionPhase;
  /** What started it */
  trigger: ExecutionTrigger;
  /** ID of the node it started at; null for the trigger */
  startNodeId: string | null;
  error: ExecutionError | null;
  /** ID of the execution that started this one */
  parentExecutionId: string | null;
  /** ID of the execution that this one retries */
  retryOf: string | null;
  /** ID of the user or API key that it runs as: who started it, or, if a trigger did, the `runAs` of the flow. Null for executions from before it was recorded */
  runAs: string | null;
  /** When the execution started. */
  startedAt: string;
  /** When the execution ended. */
  finishedAt: string | null;
  /** Milliseconds from start to end; null before the end */
  durationMs: number | null;
  /** When the execution was created. */
  createdAt: string;
};

/** What an execution does */
export type ExecutionPhase = "queued" | "active" | "waiting" | "done";

/** The HTTP request that started an execution by webhook */
export type ExecutionRequest = {
  /** The method of the request */
  method: WebhookMethod;
  /** What follows `/flows/run/` in the path of the request; may be empty */
  path: string;
  /** The headers by lower-case name; JSON, because the sender chooses them */
  headers: {
    [key: string]: unknown;
  };
  /** The query parameters; repeated ones are lists. JSON, because the sender chooses them */
  query: {
    [key: string]: unknown;
  };
  /** The body as it was sent; in base64 if it is not text in UTF-8. Null for a long one that the trigger data has already */
  rawBody: string | null;
  /** The `Content-Type` of the request */
  contentType: string | null;
};

/** What a list of executions can be sorted by. */
export type ExecutionSortKey = "createdAt" | "startedAt" | "durationMs";

/** The status of an execution */
export type ExecutionStatus = "running" | "completed" | "failed" | "cancelled";

/** What started an execution */
export type ExecutionTrigger = "manual" | "webhook" | "schedule" | "ai_tool" | "simulation" | "crm_event" | "voice_call" | "execution_failed";

/** Why an expression has no value. */
export type ExpressionProblem = {
  /** The code of a validation rule or step error, for example `EXPR_SYNTAX`. */
  code: string;
  /** What is wrong and how to correct it. */
  message: string;
  /** The characters before the place that is wrong; null if the whole expression is. */
  position: number | null;
  /** What to write instead; null if nothing can be suggested. */
  suggestion: string | null;
};

/** Number of SMS that failed for a reason. */
export type FailureReason = {
  /** Code of the error. */
  reason: string;
  /** The number in this group. */
  count: number;
};

/** A frequently asked question with its answer. */
export type Faq = {
  /** The question. */
  question: string;
  /** The answer. */
  answer: string;
};

/** A frequently asked question with its answer. */
export type FaqInput = {
  /** At most 1,000 characters. */
  question: string;
  /** At most 5,000 characters. */
  answer: string;
};

/** An automation: a graph of nodes that runs when its trigger starts it. */
export type Flow = {
  /** The ID of the flow. */
  id: string;
  /** The name of the flow. */
  name: string;
  /** The description of the flow. */
  description: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow. */
  variables: FlowVariable[];
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** Labels to filter by. */
  tags: string[];
  /** The folder of the flow; null for none. */
  folderId: string | null;
  /** Whether the trigger of the flow can start it. A paused flow (false) can still be started manually. */
  isActive: boolean;
  /** The number of the current version. Starts at 1; each change of the content increases it by one. */
  version: number;
  /** The token of a flow with the trigger `webhook`. Null for other flows, and for callers without `flows:write` or who may not start the flow: that takes `flows:execute` and what the nodes of the flow, and of the flows that it calls, require. */
  webhookToken: string | null;
  /** The URL that starts the flow by webhook. Null if `webhookToken` is null. */
  webhookUrl: string | null;
  /** When the flow was created. */
  createdAt: string;
  /** When the flow was last changed. */
  updatedAt: string;
};

/** Executions that began in the period, without simulations. */
export type FlowAnalytics = {
  /** Executions by status. */
  executions: RunCounts;
  /** Share of completed executions among those that ended, from 0 to 1. */
  successRate: number;
  /** The ten flows with the most executions. */
  topFlows: TopFlow[];
  /** How long executions took. */
  duration: RunDuration;
  /** Every day of the period. */
  timeline: RunDay[];
};

/** The content of a flow that was saved and not published. It may break validation rules. */
export type FlowDraft = {
  /** The ID of the flow. */
  flowId: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow. */
  variables: FlowVariable[];
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** The version of the flow that the draft is based on. If it is not the current version, another change was published meanwhile. */
  baseVersion: number;
  /** Changes with each change of the draft. Send it back, so that a draft that another user saved meanwhile is not overwritten. */
  revision: string;
  /** The user who saved the draft last; for an API key, the user who created the key. */
  updatedBy: string | null;
  /** When the flow draft was last changed. */
  updatedAt: string;
  /** The validation rules that the draft breaks, and the predicted cost of an execution. */
  validation: FlowValidationOfGetFlowDraft;
};

/** The content of a draft. Fields that are not sent stay as they are in the draft or, without one, in the flow. */
export type FlowDraftInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput;
  /** The version of the flow that the draft is based on. Defaults to that of the existing draft or, without one, the current version. */
  baseVersion?: number;
  /** The `revision` of the draft that you read. If the draft has another one, the request fails with `CONFLICT`. Without it, only a draft that you saved yourself is replaced. */
  revision?: string;
};

/** A node, edge or variable that differs between two versions. */
export type FlowElementChange = {
  /** The ID of the node or edge, or the name of the variable. */
  id: string;
  /** The fields that differ. */
  fields: FlowFieldChange[];
};

/** A field that differs between two versions. */
export type FlowFieldChange = {
  /** The path of the field, for example `settings.timeout`, or `data.url` for a node. */
  field: string;
  /** The value in the version `against`, of any type; null if it was not set. */
  before: unknown;
  /** The value in the version `version`, of any type; null if it is not set. */
  after: unknown;
};

/** A flow as a file that can be imported elsewhere. It contains no ID, no token and no secret. */
export type FlowFile = {
  /** Always `workspace-automation/flow`. */
  format: string;
  /** The version of the format, 1. */
  formatVersion: number;
  /** When the flow was exported. */
  exportedAt: string;
  /** The name of the flow file. */
  name: string;
  /** The description of the flow file. */
  description: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow. */
  variables: FlowVariable[];
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** Labels to filter by. */
  tags: string[];
  /** What a workspace must have for the flow to run. */
  requires: FlowFileNeeds;
};

/** A flow as a file, in the format of the export. */
export type FlowFileInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null;
  /** Free text, at most 5000 characters. */
  description?: string | null;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: string[];
  /** Must be `workspace-automation/flow`. */
  format: "workspace-automation/flow";
  /** Must be 1. */
  formatVersion: 1;
  /** The name of the flow, 1 to 200 characters. */
  name: string;
  /** Ignored. */
  exportedAt?: unknown;
  /** Ignored: the import checks what this workspace lacks. */
  requires?: unknown;
};

/** What a workspace must have for an exported flow to run. */
export type FlowFileNeeds = {
  /** Names of the secrets that the flow uses. */
  secrets: string[];
  /** Names of the global variables that the flow uses. */
  globalVars: string[];
  /** The flows that it calls or names otherwise. */
  flows: NeededFlow[];
  /** Other records that it refers to. */
  records: NeededRecord[];
  /** Plain-text secrets that were removed from the file. */
  values: RemovedValue[];
};

/** A validation rule that a flow breaks. */
export type FlowIssue = {
  /** The code of the rule, for example `TRIGGER_MISSING`. */
  ruleId: string;
  /** Only errors prevent the flow from being activated and run. */
  severity: IssueSeverity;
  /** What is wrong and what is accepted. */
  message: string;
  /** The node that breaks the rule. */
  nodeId: string | null;
  /** The edge that breaks the rule. */
  edgeId: string | null;
  /** The field that breaks the rule, for example `url`. */
  field: string | null;
};

/** The nodes, edges or variables that differ between two versions. */
export type FlowListChanges = {
  /** Only in the version `version`: as JSON, because a list contains nodes, edges or variables. */
  added: ({
    [key: string]: unknown;
  })[];
  /** Only in the version `against`: as JSON, because a list contains nodes, edges or variables. */
  removed: ({
    [key: string]: unknown;
  })[];
  /** In both versions, with different fields. */
  changed: FlowElementChange[];
};

/** An automation: a graph of nodes that runs when its trigger starts it. */
export type FlowOfListFlows = {
  /** The ID of the flow. */
  id: string;
  /** The name of the flow. */
  name: string;
  /** The description of the flow. */
  description: string;
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** Labels to filter by. */
  tags: string[];
  /** The folder of the flow; null for none. */
  folderId: string | null;
  /** Whether the trigger of the flow can start it. A paused flow (false) can still be started manually. */
  isActive: boolean;
  /** The number of the current version. Starts at 1; each change of the content increases it by one. */
  version: number;
  /** The token of a flow with the trigger `webhook`. Null for other flows, and for callers without `flows:write` or who may not start the flow: that takes `flows:execute` and what the nodes of the flow, and of the flows that it calls, require. */
  webhookToken: string | null;
  /** The URL that starts the flow by webhook. Null if `webhookToken` is null. */
  webhookUrl: string | null;
  /** When the flow was created. */
  createdAt: string;
  /** When the flow was last changed. */
  updatedAt: string;
};

/** Numbers of flows. */
export type FlowOverview = {
  /** The number of all. */
  total: number;
  /** Number of those that are active. */
  active: number;
  /** Executions that began in the period, without simulations. */
  executions: number;
};

/** How a flow starts, and its limits. */
export type FlowSettings = {
  /** How the flow starts. */
  triggerType: TriggerType;
  /** The configuration of the trigger as it is stored: the fields that were set. JSON, because a flow that is not active may contain any values. */
  triggerConfig: {
    [key: string]: unknown;
  };
  /** Seconds that an execution may run. */
  timeout: number;
  /** Executions that may be active at the same time. */
  maxConcurrent: number;
  /** Free text. */
  environment?: string;
  /** Credits that executions may spend in a day in the time zone of the workspace, as a decimal. */
  dailyBudget?: string;
  /** Credits that executions may spend in a month in the time zone of the workspace, as a decimal. */
  monthlyBudget?: string;
  /** The flow that starts when an execution of this flow fails. Null for the default of the workspace. */
  errorFlowId?: string;
};

/** Settings of a flow. Keys that are not sent have their defaults. */
export type FlowSettingsInput = {
  /** How the flow starts. Defaults to the type of the trigger node, or `manual` without one. */
  triggerType?: TriggerType | null;
  /** The configuration of the trigger, also written into the trigger node. Its keys depend on the trigger. */
  triggerConfig?: {
    [key: string]: unknown;
  } | null;
  /** Seconds that an execution may run, at least 1. Defaults to 300, at most 86400. */
  timeout?: number | null;
  /** Executions that may be active at the same time, at least 1. Defaults to 10, at most 1000. */
  maxConcurrent?: number | null;
  /** Free text, at most 200 characters; null removes it. */
  environment?: string | null;
  /** Credits that executions of the flow may spend in a day in the time zone of the workspace, as a decimal, for example `10` or `0.5`; null removes it. */
  dailyBudget?: string | null;
  /** Credits that executions of the flow may spend in a month in the time zone of the workspace, as a decimal; null removes it. */
  monthlyBudget?: string | null;
  /** The flow that starts when an execution of this flow fails, whatever its trigger, with the failure as its trigger data; null for the default of the workspace. */
  errorFlowId?: string | null;
};

/** What a list of flows can be sorted by. */
export type FlowSortKey = "createdAt" | "updatedAt" | "name";

/** Whether a flow can be started. */
export type FlowStatus = "active" | "paused";

/** A template to create flows from. It is built in or belongs to the workspace. */
export type FlowTemplate = {
  /** The ID of the flow template. */
  id: string;
  /** The name of the flow template. */
  name: string;
  /** The description of the flow template. */
  description: string;
  /** Free text to filter by, for example `sales`. */
  category: string;
  /** Labels to filter by. */
  tags: string[];
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow. */
  variables: FlowVariable[];
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** The names of the secrets that flows from this template use. */
  requiredSecrets: string[];
  /** Whether the template is part of the server. Built-in templates cannot be changed or deleted. */
  builtIn: boolean;
  /** The number of flows that this workspace created from it. */
  usageCount: number;
  /** When the flow template was created. */
  createdAt: string;
  /** When the flow template was last changed. */
  updatedAt: string;
};

/** A template to create flows from. It is built in or belongs to the workspace. */
export type FlowTemplateOfListFlowTemplates = {
  /** The ID of the flow template. */
  id: string;
  /** The name of the flow template. */
  name: string;
  /** The description of the flow template. */
  description: string;
  /** Free text to filter by, for example `sales`. */
  category: string;
  /** Labels to filter by. */
  tags: string[];
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** The names of the secrets that flows from this template use. */
  requiredSecrets: string[];
  /** Whether the template is part of the server. Built-in templates cannot be changed or deleted. */
  builtIn: boolean;
  /** The number of flows that this workspace created from it. */
  usageCount: number;
  /** When the flow template was created. */
  createdAt: string;
  /** When the flow template was last changed. */
  updatedAt: string;
};

/** What a list of templates can be sorted by. */
export type FlowTemplateSortKey = "createdAt" | "updatedAt" | "name" | "category" | "usageCount";

/** An active flow with the trigger `ai_tool`, which assistants can call as a tool. */
export type FlowTool = {
  /** The flow that is called. */
  flowId: string;
  /** The name by which assistants call the tool: `toolName` of the trigger. */
  name: string;
  /** What the tool does and when to call it, written for the assistant. */
  description: string;
  /** JSON Schema (2020-12) of the arguments. */
  parameters: {
    [key: string]: unknown;
  };
};

/** What a list of tools can be sorted by. */
export type FlowToolSortKey = "name" | "createdAt" | "updatedAt";

/** The result of a validation: whether a flow can be activated and run. */
export type FlowValidation = {
  /** True if no issue has the severity `error`. */
  valid: boolean;
  /** The validation rules that the flow breaks. */
  issues: FlowIssue[];
  /** What an execution of the flow is expected to cost. */
  predictedCost: PredictedRunCost;
};

/** The result of a validation: whether a flow can be activated and run. */
export type FlowValidationOfGetFlowDraft = {
  /** True if no issue has the severity `error`. */
  valid: boolean;
  /** The validation rules that the flow breaks. */
  issues: FlowIssue[];
};

/** A variable of a flow. */
export type FlowVariable = {
  /** Unique in the flow. */
  name: string;
  /** A value of the type `type`, or null: what the user chose. */
  value: unknown;
  /** The type of the value; `json` accepts any value. */
  type: FlowVariableType;
  /** With `flow`, each execution starts with `value`. */
  scope: FlowVariableScope;
};

/** A variable of a flow. */
export type FlowVariableInput = {
  /** Unique in the flow. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name: string;
  /** A value of the type `type`, or null. Defaults to null. */
  value?: unknown;
  /** The type of the value; `json` accepts any value. Defaults to the type of the value, `json` for null. */
  type?: FlowVariableType | null;
  /** With `flow`, each execution starts with `value`. Defaults to `flow`. */
  scope?: FlowVariableScope | null;
};

/** How long a variable keeps its value. */
export type FlowVariableScope = "flow" | "execution";

/** The type of a variable of a flow. */
export type FlowVariableType = "string" | "number" | "boolean" | "object" | "array" | "json";

/** The content of a flow at one time; it never changes. */
export type FlowVersion = {
  /** The ID of the flow. */
  flowId: string;
  /** The number of the version, from 1. */
  version: number;
  /** The name of the flow version. */
  name: string;
  /** The description of the flow version. */
  description: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow. */
  variables: FlowVariable[];
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** Labels to filter by. */
  tags: string[];
  /** The folder of the flow; null for none. */
  folderId: string | null;
  /** The user who made the change; for an API key, the user who created the key. */
  createdBy: string | null;
  /** What the version changes, as the user who published it wrote; null without a message. */
  message: string | null;
  /** When the flow version was created. */
  createdAt: string;
};

/** The differences between two versions of a flow. */
export type FlowVersionDiff = {
  /** The version that is compared. */
  version: number;
  /** The version to compare with; 0 is an empty flow. */
  against: number;
  /** Changes of name, description, tags, folder and settings. */
  fields: FlowFieldChange[];
  /** Changes of nodes. */
  nodes: FlowListChanges;
  /** Changes of edges. */
  edges: FlowListChanges;
  /** Changes of variables. */
  variables: FlowListChanges;
};

/** The content of a flow at one time; it never changes. */
export type FlowVersionOfListFlowVersions = {
  /** The ID of the flow. */
  flowId: string;
  /** The number of the version, from 1. */
  version: number;
  /** The name of the flow version. */
  name: string;
  /** The description of the flow version. */
  description: string;
  /** How the flow starts, and its limits. */
  settings: FlowSettings;
  /** Labels to filter by. */
  tags: string[];
  /** The folder of the flow; null for none. */
  folderId: string | null;
  /** The user who made the change; for an API key, the user who created the key. */
  createdBy: string | null;
  /** What the version changes, as the user who published it wrote; null without a message. */
  message: string | null;
  /** When the flow version was created. */
  createdAt: string;
};

/** What a list of versions can be sorted by. */
export type FlowVersionSortKey = "version" | "createdAt";

/** A folder for flows and other folders. */
export type Folder = {
  /** The ID of the folder. */
  id: string;
  /** The name of the folder. */
  name: string;
  /** The folder that contains this one; null at the top level. */
  parentId: string | null;
  /** The number of flows in the folder itself, without its subfolders. */
  flowCount: number;
  /** When the folder was created. */
  createdAt: string;
  /** When the folder was last changed. */
  updatedAt: string;
};

/** What a list of folders can be sorted by. */
export type FolderSortKey = "name" | "createdAt" | "updatedAt";

/** One contact's place in a follow-up sequence. */
export type FollowUpEnrollment = {
  /** The ID of the follow-up enrollment. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The ID of the follow-up sequence. */
  followUpSequenceId: string;
  /** The ID of the contact. */
  contactId: string;
  /** The conversation that its messages are sent in. */
  conversationId: string | null;
  /** The assistant that got no reply. */
  agentId: string | null;
  /** The status of the enrollment. */
  status: FollowUpEnrollmentStatus;
  /** Why it was stopped. */
  reason: FollowUpEnrollmentReason | null;
  /** The number of messages sent so far. */
  attempts: number;
  /** The number of the last step that ran; 0 before the first. */
  stepNumber: number;
  /** When the next step runs. */
  dueAt: string | null;
  /** The error of the last step that failed. */
  lastError: string | null;
  /** When it was completed or stopped. */
  endedAt: string | null;
  /** When the follow-up enrollment was created. */
  createdAt: string;
  /** When the follow-up enrollment was last changed. */
  updatedAt: string;
};

/** Why it was stopped. */
export type FollowUpEnrollmentReason = "replied" | "sequence_inactive" | "do_not_contact" | "unsubscribed" | "stopped";

/** What a list of follow-up enrollments can be sorted by. */
export type FollowUpEnrollmentSortKey = "status" | "dueAt" | "endedAt" | "createdAt" | "updatedAt";

/** The status of the enrollment. */
export type FollowUpEnrollmentStatus = "active" | "completed" | "stopped";

/** Messages that are sent one after another until a contact replies. */
export type FollowUpSequence = {
  /** The ID of the follow-up sequence. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the sequence. */
  name: string;
  /** The assistant that the sequence applies to. Defaults to all assistants. */
  agentId: string | null;
  /** Whether contacts are enrolled. Setting it to false stops its enrollments. */
  isActive: boolean;
  /** The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply. */
  triggerOn: FollowUpSequenceTriggerOn;
  /** The maximum number of messages to one contact. Defaults to the number of steps. */
  maxAttempts: number | null;
  /** Whether a reply assigns the conversation to the assistant again. */
  reactivateAgent: boolean;
  /** Whether it is the default sequence, created by `createDefaultFollowUpSequence`. */
  isDefault: boolean;
  /** In order, at most 50. An update that includes them replaces all steps. */
  steps: FollowUpStepOfCreateDefaultFollowUpSequence[];
  /** When the follow-up sequence was created. */
  createdAt: string;
  /** When the follow-up sequence was last changed. */
  updatedAt: string;
};

/** What a list of follow-up sequences can be sorted by. */
export type FollowUpSequenceSortKey = "name" | "createdAt" | "updatedAt";

/** The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply. */
export type FollowUpSequenceTriggerOn = "NO_RESPONSE";

/** A step of a follow-up sequence: a message to send, or a flow to run. */
export type FollowUpStep = {
  /** The ID of the follow-up step. */
  id: string;
  /** The position in the sequence, starting at 1. */
  stepNumber: number;
  /** Minutes to wait after the previous step; for the first step, after the message that got no reply. */
  delayMinutes: number;
  /** What the step sends or does. */
  stepType: FollowUpStepType;
  /** The text that a TEXT step sends, with placeholders. */
  message: string | null;
  /** The prompt of a PROMPT_TEMPLATE step, or additional instructions of an AI_GENERATED step. */
  promptTemplate: string | null;
  /** The WhatsApp template that a WHATSAPP_TEMPLATE step sends. */
  templateId: string | null;
  /** The flow that a FLOW step runs. */
  flowId: string | null;
  /** When its sequence was last changed. Null in `steps` of a sequence, which has its own. */
  updatedAt: string | null;
};

/** A step of a follow-up sequence. */
export type FollowUpStepInput = {
  /** What the step sends or does. Defaults to TEXT. */
  stepType?: FollowUpStepType | null;
  /** Required for TEXT, at most 4096 characters. Placeholders such as {{contact.name}} are filled in. */
  message?: string | null;
  /** Required for PROMPT_TEMPLATE; additional instructions for AI_GENERATED. At most 4096 characters, with placeholders. */
  promptTemplate?: string | null;
  /** Required for WHATSAPP_TEMPLATE: a WhatsApp template in this workspace. */
  templateId?: string | null;
  /** Required for FLOW: a flow in this workspace. */
  flowId?: string | null;
  /** The position in the sequence, starting at 1; the steps from there on move back. Defaults to the end. */
  stepNumber?: number | null;
  /** The ID of an existing step to keep when you replace all steps. Generated by default. */
  id?: string | null;
  /** Minutes to wait after the previous step, at least 1. */
  delayMinutes: number;
};

/** A step of a follow-up sequence: a message to send, or a flow to run. */
export type FollowUpStepOfCreateDefaultFollowUpSequence = {
  /** The ID of the follow-up step. */
  id: string;
  /** The position in the sequence, starting at 1. */
  stepNumber: number;
  /** Minutes to wait after the previous step; for the first step, after the message that got no reply. */
  delayMinutes: number;
  /** What the step sends or does. */
  stepType: FollowUpStepType;
  /** The text that a TEXT step sends, with placeholders. */
  message: string | null;
  /** The prompt of a PROMPT_TEMPLATE step, or additional instructions of an AI_GENERATED step. */
  promptTemplate: string | null;
  /** The WhatsApp template that a WHATSAPP_TEMPLATE step sends. */
  templateId: string | null;
  /** The flow that a FLOW step runs. */
  flowId: string | null;
};

/** What a step of a follow-up sequence sends or does. */
export type FollowUpStepType = "TEXT" | "AI_GENERATED" | "PROMPT_TEMPLATE" | "WHATSAPP_TEMPLATE" | "FLOW";

/** Whose password is to be reset. */
export type ForgotPasswordInput = {
  /** The email address. */
  email: string;
};

/** Number of contacts with a status. */
export type FunnelStep = {
  /** The status. */
  status: ContactStatus;
  /** The number in this group. */
  count: number;
  /** Share of all contacts, from 0 to 1. */
  rate: number;
};

/** Options of the prompt. */
export type GeneratePromptInput = {
  /** Additional instructions for the assistant, at most 2,000 characters. */
  instructions?: string | null;
  /** The language that the assistant answers in, at most 100 characters. Defaults to the language of the customer. */
  language?: string | null;
};

/** A text that all flows of the workspace can read as `globalVars.name`. It is not secret. */
export type GlobalVariable = {
  /** The ID of the global variable. */
  id: string;
  /** Unique in the workspace. Flows that use a former name are not rewritten. */
  name: string;
  /** Visible to all members. Executions that start or continue after a change use the new value. */
  value: string;
  /** The description of the global variable. */
  description: string;
  /** When the global variable was created. */
  createdAt: string;
  /** When the global variable was last changed. */
  updatedAt: string;
  /** The flows whose current version uses the variable. */
  usedBy: ReferringFlow[];
};

/** A text that all flows of the workspace can read as `globalVars.name`. It is not secret. */
export type GlobalVariableOfListGlobalVariables = {
  /** The ID of the global variable. */
  id: string;
  /** Unique in the workspace. Flows that use a former name are not rewritten. */
  name: string;
  /** Visible to all members. Executions that start or continue after a change use the new value. */
  value: string;
  /** The description of the global variable. */
  description: string;
  /** When the global variable was created. */
  createdAt: string;
  /** When the global variable was last changed. */
  updatedAt: string;
};

/** What a list of global variables can be sorted by. */
export type GlobalVariableSortKey = "name" | "createdAt" | "updatedAt";

/** An exported file, and the name and folder of the new flow. */
export type ImportFlowInput = {
  /** The name of the new flow, 1 to 200 characters. Defaults to the original name; a duplicate gets the suffix ` (copy)`. */
  name?: string | null;
  /** The folder of the new flow; null for none. Defaults to the folder of the original, if it has one. */
  folderId?: string | null;
  /** The exported file. */
  file: FlowFileInput;
};

/** The result of an import. */
export type ImportedFlow = {
  /** The new flow. It is paused. */
  flow: Flow;
  /** The validation rules that the flow breaks, for example because the workspace lacks a secret. */
  issues: FlowIssue[];
};

/** An invitation to a workspace. */
export type InviteMemberInput = {
  /** The email address. */
  email: string;
  /** Role of the member, at most your own. */
  role: Role;
  /** Capabilities in addition to those of the role. Defaults to none. */
  capabilities?: ("flows:read" | "flows:write" | "flows:execute" | "boveda:manage" | "secrets:use" | "members:manage" | "usage:read" | "analytics:read" | "audit:read" | "outbox:read" | "contexts:read" | "contexts:write" | "followups:read" | "followups:write" | "crmEvents:read" | "crmEvents:write" | "contacts:read" | "contacts:write" | "pipelines:read" | "pipelines:write" | "agents:read" | "agents:write" | "voiceAgents:read" | "voiceAgents:write" | "campaigns:read" | "campaigns:write" | "emailTemplates:read" | "emailTemplates:write" | "whatsappTemplates:read" | "whatsappTemplates:write" | "conversations:read" | "conversations:write" | "calendarEvents:read" | "calendarEvents:write" | "knowledgeDocs:read" | "knowledgeDocs:write" | "callCampaigns:read" | "callCampaigns:write" | "callerIds:read" | "callerIds:write" | "webhooks:read" | "webhooks:write")[];
  /** Capabilities of the role that the member does not have, for example `secrets:use`; not allowed for an OWNER. Defaults to none. */
  deniedCapabilities?: ("flows:read" | "flows:write" | "flows:execute" | "boveda:manage" | "secrets:use" | "members:manage" | "usage:read" | "analytics:read" | "audit:read" | "outbox:read" | "contexts:read" | "contexts:write" | "followups:read" | "followups:write" | "crmEvents:read" | "crmEvents:write" | "contacts:read" | "contacts:write" | "pipelines:read" | "pipelines:write" | "agents:read" | "agents:write" | "voiceAgents:read" | "voiceAgents:write" | "campaigns:read" | "campaigns:write" | "emailTemplates:read" | "emailTemplates:write" | "whatsappTemplates:read" | "whatsappTemplates:write" | "conversations:read" | "conversations:write" | "calendarEvents:read" | "calendarEvents:write" | "knowledgeDocs:read" | "knowledgeDocs:write" | "callCampaigns:read" | "callCampaigns:write" | "callerIds:read" | "callerIds:write" | "webhooks:read" | "webhooks:write")[];
};

/** An invitation that was just created or resent. */
export type InvitedMember = {
  /** The user; null for an invited email without an account. */
  userId: string | null;
  /** The invitation, to resend or revoke it; null for active members. */
  invitationId: string | null;
  /** The email address. */
  email: string;
  /** Name of the user; null for invitations. */
  name: string | null;
  /** Role of the member in the workspace. */
  role: Role;
  /** Capabilities in addition to those of the role. */
  capabilities: string[];
  /** Capabilities of the role that the member does not have. */
  deniedCapabilities: string[];
  /** The status of the invited member. */
  status: MemberStatus;
  /** When the invitation expires or expired; null for active members. */
  expiresAt: string | null;
  /** When the member joined, or was first invited. */
  createdAt: string;
  /** When the invited member was last changed. */
  updatedAt: string;
  /** The token for `POST /auth/accept-invite`, only where no email can be sent. Store it now: it is returned only once. Otherwise null: only the invited person gets it, by email. */
  inviteToken: string | null;
  /** Whether a mail server accepted the invitation; false too if neither the server nor the workspace has one (`SMTP_URL`). */
  mailed: boolean;
};

/** How much a broken rule matters. */
export type IssueSeverity = "error" | "warning" | "info";

/** A text of the workspace that assistants can search. */
export type KnowledgeDoc = {
  /** The ID of the knowledge document. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The title of the knowledge document. */
  title: string;
  /** The text of the document. */
  content: string;
  /** Labels of the document. */
  tags: string[];
  /** The URL that the text was taken from. */
  sourceUrl: string | null;
  /** When the knowledge document was created. */
  createdAt: string;
  /** When the knowledge document was last changed. */
  updatedAt: string;
};

/** What a list of knowledge documents can be sorted by. */
export type KnowledgeDocSortKey = "title" | "createdAt" | "updatedAt";

/** Contacts that were created in the period. */
export type LeadAnalytics = {
  /** Contacts by their current status. */
  funnel: FunnelStep[];
  /** The 50 most frequent sources. Empty without the capability contacts:read. */
  sources: SourceCount[];
  /** Every day of the period. */
  timeline: DayCountObject[];
};

/** The level of a line of a log */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Email and password of an account. */
export type LoginInput = {
  /** The email address. */
  email: string;
  /** 8 to 200 characters. */
  password: string;
};

/** The token of a link to log in. */
export type LoginLinkInput = {
  /** What is behind `token=` in the link. */
  token: string;
};

/** The second step of a login. */
export type LoginTotpInput = {
  /** The `challengeToken` in the details of `TOTP_REQUIRED`; valid for 5 minutes. */
  challengeToken: string;
  /** The current code of the authenticator app, or an unused recovery code. */
  code: string;
};

/** The caller; for an API key, the user who created it. */
export type Me = {
  /** The ID of the me. */
  id: string;
  /** The email address. */
  email: string;
  /** The name of the me. */
  name: string;
  /** Whether the user has opened a link that was mailed to the email. */
  emailVerified: boolean;
};

/** The caller; for an API key, the user who created it. */
export type MeOfRegister = {
  /** The ID of the me. */
  id: string;
  /** The email address. */
  email: string;
  /** The name of the me. */
  name: string;
};

/** A member of the workspace, or an invitation to it. */
export type Member = {
  /** The user; null for an invited email without an account. */
  userId: string | null;
  /** The invitation, to resend or revoke it; null for active members. */
  invitationId: string | null;
  /** The email address. */
  email: string;
  /** Name of the user; null for invitations. */
  name: string | null;
  /** Role of the member in the workspace. */
  role: Role;
  /** Capabilities in addition to those of the role. */
  capabilities: string[];
  /** Capabilities of the role that the member does not have. */
  deniedCapabilities: string[];
  /** The status of the member. */
  status: MemberStatus;
  /** When the invitation expires or expired; null for active members. */
  expiresAt: string | null;
  /** When the member joined, or was first invited. */
  createdAt: string;
  /** When the member was last changed. */
  updatedAt: string;
  /** What runs as the member or their API keys, and stops when they are removed; with `role`, when they get that role. Null for invitations, and without the capability `members:manage`, unless you are the member. */
  owns: OwnedAutomations | null;
};

/** A member of the workspace, or an invitation to it. */
export type MemberOfListMembers = {
  /** The user; null for an invited email without an account. */
  userId: string | null;
  /** The invitation, to resend or revoke it; null for active members. */
  invitationId: string | null;
  /** The email address. */
  email: string;
  /** Name of the user; null for invitations. */
  name: string | null;
  /** Role of the member in the workspace. */
  role: Role;
  /** Capabilities in addition to those of the role. */
  capabilities: string[];
  /** Capabilities of the role that the member does not have. */
  deniedCapabilities: string[];
  /** The status of the member. */
  status: MemberStatus;
  /** When the invitation expires or expired; null for active members. */
  expiresAt: string | null;
  /** When the member joined, or was first invited. */
  createdAt: string;
  /** When the member was last changed. */
  updatedAt: string;
};

/** A member of the workspace, or an invitation to it. */
export type MemberOfUpdateMember = {
  /** The user; null for an invited email without an account. */
  userId: string | null;
  /** The invitation, to resend or revoke it; null for active members. */
  invitationId: string | null;
  /** The email address. */
  email: string;
  /** Name of the user; null for invitations. */
  name: string | null;
  /** Role of the member in the workspace. */
  role: Role;
  /** Capabilities in addition to those of the role. */
  capabilities: string[];
  /** Capabilities of the role that the member does not have. */
  deniedCapabilities: string[];
  /** The status of the member. */
  status: MemberStatus;
  /** When the invitation expires or expired; null for active members. */
  expiresAt: string | null;
  /** When the member joined, or was first invited. */
  createdAt: string;
  /** When the member was last changed. */
  updatedAt: string;
  /** What this change of the role or capabilities has paused; null unless the member was just changed. */
  paused: Paused | null;
};

/** What a list of members can be sorted by. */
export type MemberSortKey = "createdAt" | "name" | "email" | "role";

/** Whether a member has joined. */
export type MemberStatus = "active" | "invited";

/** A message of a conversation. */
export type Message = {
  /** The ID of the message. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The ID of the conversation. */
  conversationId: string;
  /** Whether the message comes from the contact or goes to them. */
  direction: MessageDirection;
  /** The author of the message; always `contact` for inbound messages. */
  author: MessageAuthor;
  /** The body of the message. */
  body: string;
  /** The delivery status. Inbound messages are `received`; `sandboxed` messages were not sent because no provider is set up. */
  status: MessageStatus;
  /** Why the message could not be sent. */
  error: string | null;
  /** The time at which the message was sent or, if inbound, received. */
  sentAt: string | null;
  /** When the message was created. */
  createdAt: string;
  /** When the message was last changed. */
  updatedAt: string;
};

/** The author of the message; always `contact` for inbound messages. */
export type MessageAuthor = "contact" | "member" | "agent" | "flow" | "campaign";

/** Whether the message comes from the contact or goes to them. */
export type MessageDirection = "inbound" | "outbound";

/** What a list of messages can be sorted by. */
export type MessageSortKey = "createdAt" | "updatedAt";

/** The delivery status. Inbound messages are `received`; `sandboxed` messages were not sent because no provider is set up. */
export type MessageStatus = "queued" | "sent" | "delivered" | "failed" | "received" | "sandboxed";

/** A kind of billable operation. */
export type MeterName = "ai_call" | "voice_minute" | "whatsapp_message" | "sms_sent" | "email_sent" | "flow_execution" | "site_analysis";

/** A flow that an exported flow refers to. */
export type NeededFlow = {
  /** The ID of the flow in the workspace of the export. */
  id: string;
  /** The name of the flow. Null if it does not exist any more. */
  name: string | null;
};

/** A record that an exported flow refers to. */
export type NeededRecord = {
  /** The kind of the record, for example `pipeline`. */
  kind: string;
  /** The ID of the record in the workspace of the export, or its name. */
  id: string;
};

/** An API key as it was just created. */
export type NewApiKey = {
  /** The ID of the key. */
  id: string;
  /** The name of the new API key. */
  name: string;
  /** The first 12 characters of the key, by which to recognise it. */
  prefix: string;
  /** What the key can do; `*` for all capabilities of its creator. */
  capabilities: string[];
  /** When the key expires; null for a key that does not. */
  expiresAt: string | null;
  /** When the key was last used: never. */
  lastUsedAt: string | null;
  /** When the new API key was created. */
  createdAt: string;
  /** When the new API key was last changed. */
  updatedAt: string;
  /** The key itself. Store it now: it is returned only once. */
  key: string;
};

/** The group of a node type in an editor. */
export type NodeCategory = "trigger" | "logic" | "flow" | "data" | "http" | "ai" | "message" | "wait" | "crm" | "voice" | "webhook";

/** A type of node, with all that an editor needs to show and configure it. */
export type NodeType = {
  /** The type, for example `logic.if`. */
  type: string;
  /** The title of the node type. */
  title: string;
  /** The group of the type in an editor. */
  category: NodeCategory;
  /** The description of the node type. */
  description: string;
  /** The capability that is required to store, activate or start a flow with this node, and of the user or API key that its executions run as; null for none. */
  capability: string | null;
  /** For triggers, the `settings.triggerType` that the node stands for; otherwise null. */
  trigger: TriggerType | null;
  /** JSON Schema (2020-12) of the `data` of the node. */
  fields: {
    [key: string]: unknown;
  };
  /** The fields that are not resolved before the node runs, by name: `cel` (one expression without braces), `code`, or `template` (resolved each time it is needed). */
  verbatim: {
    [key: string]: unknown;
  };
  /** The fields that accept secrets, by name: `uses` sends them in a request, `handsOn` passes them to another flow. No other field may depend on a secret. */
  sinks: {
    [key: string]: unknown;
  };
  /** The exits of the node; `error` is the last. Handles that depend on `data` are patterns, for example `case:ID`. */
  sourceHandles: string[];
  /** The entries of the node; empty for triggers. */
  targetHandles: string[];
  /** Whether the flow can continue at the handle `error` when a step fails. */
  errorHandle: boolean;
  /** Whether the node affects anything outside the execution. In a simulation such a node returns `sample` and does not run. */
  effects: boolean;
  /** The output in a simulation: any value. */
  sample: unknown;
  /** The `data` of a new node in an editor, with fields that depend on the type. */
  example: {
    [key: string]: unknown;
  };
};

/** Why an execution was not replayed */
export type NotReplayedReason = "running" | "cancelled" | "notBegun" | "startNodeMissing" | "tooLarge" | "timeLimit";

/** A possible sale, in a stage of a pipeline. */
export type Opportunity = {
  /** The ID of the opportunity. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the opportunity. */
  name: string;
  /** The pipeline of the opportunity. */
  pipelineId: string;
  /** The ID of a stage of the pipeline. */
  stageId: string;
  /** The contact of the opportunity. */
  contactId: string | null;
  /** The expected amount, in `currency`. */
  value: string | null;
  /** The currency of `value`. */
  currency: string | null;
  /** The status of the opportunity. */
  status: OpportunityStatus;
  /** The user ID of the member who is responsible for the opportunity. */
  assignedTo: string | null;
  /** The expected time of the decision. */
  expectedCloseDate: string | null;
  /** Further fields of the opportunity, of any type, by name. */
  customFields: {
    [key: string]: unknown;
  };
  /** When the opportunity was created. */
  createdAt: string;
  /** When the opportunity was last changed. */
  updatedAt: string;
};

/** What a list of opportunities can be sorted by. */
export type OpportunitySortKey = "name" | "value" | "status" | "expectedCloseDate" | "createdAt" | "updatedAt";

/** The status of the opportunity. */
export type OpportunityStatus = "open" | "won" | "lost";

/** A message that was sent from the workspace, or failed to be sent. */
export type OutboxMessage = {
  /** The ID of the outbox message. */
  id: string;
  /** The execution that sent it; null for messages of follow-ups, campaigns, assistants and members. */
  executionId: string | null;
  /** The node of the flow that sent it. */
  nodeId: string | null;
  /** What the message belongs to. */
  origin: OutboxMessageOrigin;
  /** How it was sent. */
  channel: OutboxMessageChannel;
  /** Email addresses separated by commas, or a phone number. */
  to: string;
  /** The subject of an email; null if the caller may not read the body. */
  subject: string | null;
  /** The first 100,000 characters, with secrets and the tokens of links redacted. Null without the capability to read its origin: flows:read, conversations:read or campaigns:read. */
  body: string | null;
  /** Whether it was sent and delivered. */
  status: OutboxMessageStatus;
  /** Whether it was stored in the sandbox instead of being sent; its status is sandboxed then. */
  sandbox: boolean;
  /** Whose credentials sent it. */
  source: OutboxMessageSource;
  /** The provider's ID of the message. */
  messageId: string | null;
  /** Why it was not sent or not delivered. */
  error: OutboxMessageError | null;
  /** When the outbox message was created. */
  createdAt: string;
};

/** The channel of an outbox message. */
export type OutboxMessageChannel = "email" | "sms" | "whatsapp";

/** Why a message was not sent or not delivered. */
export type OutboxMessageError = {
  /** The code of the error, as of steps, or why a provider did not deliver it. */
  code: string;
  /** The message of the outbox message error. */
  message: string;
};

/** What an outbox message belongs to. */
export type OutboxMessageOrigin = "flow" | "conversation" | "campaign";

/** What a list of outbox messages can be sorted by. */
export type OutboxMessageSortKey = "createdAt";

/** Whose credentials sent a message. */
export type OutboxMessageSource = "platform" | "byok" | "sandbox";

/** Whether an outbox message was sent and delivered. */
export type OutboxMessageStatus = "sent" | "delivered" | "failed" | "sandboxed";

/** What runs as a user, their API keys, or one API key, and stops when they lose the right to. */
export type OwnedAutomations = {
  /** Active flows, at most 100. */
  flows: OwnedFlow[];
  /** Active webhooks, at most 100. */
  webhooks: OwnedWebhook[];
  /** Whether there are more flows or webhooks than are listed. */
  hasMore: boolean;
};

/** An active flow that would stop. */
export type OwnedFlow = {
  /** The ID of the flow. */
  id: string;
  /** Its name; null without the capability `flows:read`. */
  name: string | null;
  /** What starts it: `schedule`, `webhook`, `crm_event` … */
  triggerType: string;
  /** The user or API key that it runs as. */
  runAs: string;
};

/** An active webhook that would stop. */
export type OwnedWebhook = {
  /** The ID of the webhook. */
  id: string;
  /** Its URL; null without the capability `webhooks:read`. */
  url: string | null;
  /** The user or API key that it runs as. */
  runAs: string;
};

/** The current password. */
export type PasswordInput = {
  /** Your password. */
  password: string;
};

/** What ran as a user or API key that may not do it any more, and is paused. Who activates it again answers for it. */
export type Paused = {
  /** IDs of flows. */
  flows: string[];
  /** IDs of webhooks. */
  webhooks: string[];
};

/** What was done with an event of a payment provider */
export type PaymentOutcome = "booked" | "repeated" | "ignored";

/** The answer to an event of a payment provider. */
export type PaymentReceipt = {
  /** What was done with the event. */
  outcome: PaymentOutcome;
};

/** A sales process that opportunities pass through in stages. */
export type Pipeline = {
  /** The ID of the pipeline. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the pipeline. */
  name: string;
  /** The stages in order. An update replaces them all and must keep every stage that has opportunities. At most 100. */
  stages: PipelineStage[];
  /** When the pipeline was created. */
  createdAt: string;
  /** When the pipeline was last changed. */
  updatedAt: string;
};

/** What a list of pipelines can be sorted by. */
export type PipelineSortKey = "name" | "createdAt" | "updatedAt";

/** A stage of a pipeline. */
export type PipelineStage = {
  /** The name of the stage within its pipeline. */
  id: string;
  /** The name of the stage. */
  name: string;
  /** The position of the stage; stages are sorted by it. */
  order: number;
  /** The probability that an opportunity in this stage is won, in percent. */
  probability: number | null;
};

/** A stage of a pipeline. */
export type PipelineStageInput = {
  /** The ID of the stage, 1 to 100 characters. Defaults to a new ID; send the ID of an existing stage to keep it. */
  id?: string | null;
  /** The name of the stage, 1 to 200 characters. */
  name: string;
  /** The position of the stage, at least 0. Defaults to its index in the list. */
  order?: number | null;
  /** The probability that an opportunity in this stage is won, from 0 to 100 percent. */
  probability?: number | null;
};

/** What an execution is expected to cost. Operations with the workspace's own credentials cost nothing. */
export type PredictedRunCost = {
  /** Credits of all billable nodes, each run once, as a decimal. */
  credits: string;
  /** The cost of each billable node. */
  steps: PredictedStepCost[];
};

/** What one step of a node costs with the credentials of the server. */
export type PredictedStepCost = {
  /** The ID of the node. */
  nodeId: string;
  /** The billable operation. */
  eventType: MeterName;
  /** What is counted, for example `segment`. */
  unit: string;
  /** Credits for one unit, as a decimal. */
  creditsPerUnit: string;
  /** Units that a step uses; 1 if the number depends on the execution. */
  quantity: number;
};

/** What wrote a prompt. */
export type PromptAuthor = "template" | "model";

/** An event that a caller publishes. */
export type PublishEventInput = {
  /** The type: `custom.` and a name of letters, digits, `.`, `_` and `-`, for example `custom.order_paid`. At most 100 characters. */
  type: string;
  /** What flows and webhooks get as `data`. At most 256 KiB as JSON. */
  data: {
    [key: string]: unknown;
  };
  /** What the event is about, for example the ID of an order: `wait.event` can require it, and webhooks get events with the same key in order. 1 to 200 characters. */
  key?: string | null;
  /** The ID of the event, unique in the workspace for 30 days; the same event with the same ID is published once. 1 to 100 letters, digits, `_`, `-` and `:`. Defaults to a new one. */
  id?: string | null;
  /** Seconds within which a `wait.event` that begins later gets the event, too. From 0 to 86400, defaults to 0. */
  ttlSeconds?: number | null;
};

/** How a draft is published. */
export type PublishFlowInput = {
  /** The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`. Without it, the flow must be at the version that the draft is based on. */
  expectedVersion?: number | null;
  /** What the new version changes, at most 500 characters. */
  message?: string | null;
  /** The `revision` of the draft that you read. If the draft has another one, the request fails with `CONFLICT`. */
  revision?: string | null;
};

/** A published event. */
export type PublishedEvent = {
  /** The `id` that was sent, or a new one. */
  eventId: string;
  /** The executions that it started. */
  executionIds: string[];
};

/** A quota of a workspace and its use. */
export type Quota = {
  /** The name of the quota. */
  name: QuotaName;
  /** The highest use that is allowed. */
  limit: number;
  /** The use now; for executionsStartedPerMinute the starts of the last 60 seconds, for descendantsOfRoot the use of the execution with the most, of the last 24 hours. */
  used: number;
  /** How often the quota was reached, and something was refused. */
  refused: number;
  /** When the quota was last reached. Null if it never was. */
  refusedAt: string | null;
};

/** What a workspace has a quota of. */
export type QuotaName = "executionsInFlight" | "executionsQueued" | "executionsStartedPerMinute" | "descendantsOfRoot" | "storageBytes";

/** A flow that uses a secret or a global variable by its name. */
export type ReferringFlow = {
  /** The ID of the flow. */
  id: string;
  /** The name of the referring flow. */
  name: string;
  /** Whether the flow is active. */
  isActive: boolean;
};

/** A new account and its first workspace. */
export type RegisterInput = {
  /** The email address. */
  email: string;
  /** 8 to 200 characters. */
  password: string;
  /** 1 to 120 characters. Defaults to the part of the email before @. */
  name?: string | null;
  /** Name of the first workspace, 1 to 120 characters. Defaults to the name of the user. Not allowed if `WORKSPACE_CREATION` is `operator`. */
  workspaceName?: string | null;
};

/** A member or an API key that was removed, and what stopped with it. */
export type Removed = {
  /** The ID of the user or API key, which has no access any more. */
  id: string;
  /** What ran as the user or API key, and is paused. */
  paused: Paused;
};

/** A value that an export left out. */
export type RemovedValue = {
  /** The node that contained it. Null for a variable. */
  nodeId?: string;
  /** The path of the field that contained it. */
  field: string;
};

/** How a replay compares with its execution */
export type ReplayResult = "same" | "different" | "notReplayed";

/** A value of a step that is another in the replay. */
export type ReplayedChange = {
  /** The part of the step. */
  part: StepPart;
  /** Where the value is in this part, for example `body.items[0].total`; null for the whole part. */
  path: string | null;
  /** The recorded value as JSON; null if the execution has no value there. */
  before: string | null;
  /** The value in the replay as JSON; null if the replay has no value there. */
  after: string | null;
  /** Whether only the beginning of a value is shown, or nothing of it, because it is too large. */
  isCut: boolean;
};

/** What a shadow replay runs */
export type ReplayedContent = "draft" | "version";

/** An execution, compared with its replay. */
export type ReplayedExecution = {
  /** The execution. */
  executionId: string;
  /** The version of the flow that the execution ran. */
  flowVersion: number;
  /** When the execution was created. */
  createdAt: string;
  /** How the replay compares with the execution. */
  result: ReplayResult;
  /** Why it was not replayed; null if it was. */
  reason: NotReplayedReason | null;
  /** The status of the execution. */
  statusBefore: ExecutionStatus;
  /** The status with which the replay ends; null without a replay. */
  statusAfter: ExecutionStatus | null;
  /** Why the execution failed; null if it did not. */
  errorBefore: ExecutionError | null;
  /** Why the replay fails; null if it does not. */
  errorAfter: ExecutionError | null;
  /** The first step that is not the same; null if every step is. */
  firstDivergence: ReplayedStep | null;
  /** How many steps compare in which way. */
  counts: ReplayedStepCounts;
  /** The steps in the order of their end, at most 200: those that are the same are left out first. */
  steps: ReplayedStep[];
};

/** A step of a replay, compared with the recorded one. */
export type ReplayedStep = {
  /** The node of the step. */
  nodeId: string;
  /** The index of the item in a loop, `0.2` in nested loops; null outside of loops. */
  iteration: string | null;
  /** The name of the node. */
  name: string;
  /** The type of the node. */
  nodeType: string;
  /** How it compares with the recorded step. */
  comparison: StepComparison;
  /** The recorded status; null if the execution did not reach the node. */
  statusBefore: StepStatus | null;
  /** The status in the replay; null if the replay does not reach the node. */
  statusAfter: StepStatus | null;
  /** What is different, at most 10 values. */
  changes: ReplayedChange[];
};

/** The numbers of steps of a replay, by how they compare. */
export type ReplayedStepCounts = {
  /** Steps that are the same. */
  same: number;
  /** Steps with changes. */
  changed: number;
  /** Steps that only the replay has. */
  added: number;
  /** Steps that only the execution has. */
  removed: number;
  /** Steps whose effect or wait was not recorded. */
  unrecorded: number;
};

/** A new password, with the token of the mailed link. */
export type ResetPasswordInput = {
  /** The token of the mailed link; valid once, for 30 minutes. */
  token: string;
  /** The new password, 8 to 200 characters; must not be easy to guess. */
  password: string;
};

/** How long conversations that were resolved in the period took; percentiles are accurate to 1 %. */
export type ResolutionTime = {
  /** Average in minutes. */
  averageMinutes: number;
  /** Median in minutes. */
  p50Minutes: number;
  /** 90th percentile in minutes. */
  p90Minutes: number;
};

/** The condition under which a version is restored. */
export type RestoreFlowVersionInput = {
  /** The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`. */
  expectedVersion?: number | null;
};

/** How an execution is retried. */
export type RetryExecutionInput = {
  /** Where to start. Defaults to `failed`, or to `start` if the execution completed or `triggerData` is sent */
  from?: RetryFrom | null;
  /** ID of the node that runs again with `from: "step"`: one that has run, outside of loops */
  nodeId?: string | null;
  /** The version of the flow to run. Defaults to `same` */
  version?: RetryVersion | null;
  /** Other trigger data than that of the execution. Only allowed with `from: "start"` */
  triggerData?: {
    [key: string]: unknown;
  } | null;
};

/** Where a retry starts */
export type RetryFrom = "start" | "failed" | "step";

/** Which version of the flow a retry runs */
export type RetryVersion = "same" | "current";

/** Role of a member in a workspace. */
export type Role = "OWNER" | "ADMIN" | "EDITOR" | "VIEWER";

/** A violation in a row. */
export type RowError = {
  /** The field; empty for the row as a whole. */
  field: string;
  /** What is wrong, and what is accepted. */
  message: string;
};

/** The result of one row. */
export type RowResult = {
  /** The index of the row in the request, from 0. */
  index: number;
  /** What happened to the row. */
  status: BulkRowStatus;
  /** The ID of the contact; null for a failed row. */
  id: string | null;
  /** The violations of a failed row; otherwise empty. */
  errors: RowError[];
};

/** Executions by status. */
export type RunCounts = {
  /** All executions. */
  total: number;
  /** Executions that completed. */
  completed: number;
  /** Executions that failed. */
  failed: number;
  /** Executions that were cancelled. */
  cancelled: number;
  /** Executions that have not ended. */
  running: number;
};

/** Executions that began on one day. */
export type RunDay = {
  /** Day in the time zone of the workspace, for example 2026-11-21. */
  date: string;
  /** All executions. */
  total: number;
  /** Executions that completed. */
  completed: number;
  /** Executions that failed. */
  failed: number;
};

/** Duration of executions that completed or failed; percentiles are accurate to 1 %. */
export type RunDuration = {
  /** Average in milliseconds. */
  averageMs: number;
  /** Median in milliseconds. */
  p50Ms: number;
  /** 95th percentile in milliseconds. */
  p95Ms: number;
};

/** A record that matches a search. */
export type SearchHit = {
  /** ID of the record. */
  id: string;
  /** Type of the record. */
  type: SearchType;
  /** The title of the search hit. */
  title: string;
  /** Further text to recognise the record by, for example an email. */
  subtitle: string | null;
  /** When the search hit was last changed. */
  updatedAt: string;
};

/** A type of records that the search finds. */
export type SearchType = "contacts" | "flows" | "pipelines" | "agents" | "voiceAgents" | "campaigns" | "emailTemplates" | "whatsappTemplates" | "conversations" | "calendarEvents" | "knowledgeDocs" | "callCampaigns" | "callerIds";

/** A value that flows use as `boveda.name`; it is never returned. */
export type Secret = {
  /** The ID of the secret. */
  id: string;
  /** Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten. */
  name: string;
  /** The last 4 characters; empty for values of fewer than 12. */
  preview: string | null;
  /** The description of the secret. */
  description: string;
  /** The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it. */
  allowedHosts: string[];
  /** The only flow that can use it, with which it is deleted; null for every flow of the workspace. */
  flowId: string | null;
  /** `••••` followed by the preview. */
  maskedValue: string;
  /** When the secret was created. */
  createdAt: string;
  /** When the secret was last changed. */
  updatedAt: string;
  /** The flows whose current version uses the secret. */
  usedBy: ReferringFlow[];
};

/** A value that flows use as `boveda.name`; it is never returned. */
export type SecretOfListSecrets = {
  /** The ID of the secret. */
  id: string;
  /** Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten. */
  name: string;
  /** The last 4 characters; empty for values of fewer than 12. */
  preview: string | null;
  /** The description of the secret. */
  description: string;
  /** The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it. */
  allowedHosts: string[];
  /** The only flow that can use it, with which it is deleted; null for every flow of the workspace. */
  flowId: string | null;
  /** `••••` followed by the preview. */
  maskedValue: string;
  /** When the secret was created. */
  createdAt: string;
  /** When the secret was last changed. */
  updatedAt: string;
};

/** What a list of secrets can be sorted by. */
export type SecretSortKey = "name" | "createdAt" | "updatedAt";

/** A session of the caller that has not ended. Each login opens one. */
export type Session = {
  /** The ID of the session. */
  id: string;
  /** The `User-Agent` of the browser or program at the last use; null if unknown. */
  device: string | null;
  /** IP address of the client at the last use; null if unknown. */
  address: string | null;
  /** Whether the request belongs to this session. */
  current: boolean;
  /** When the session was last refreshed. An access token is valid for 15 minutes. */
  lastUsedAt: string;
  /** When the session ends if it is not refreshed before. */
  expiresAt: string;
  /** When the session was created. */
  createdAt: string;
};

/** What a list of sessions can be sorted by. */
export type SessionSortKey = "lastUsedAt" | "createdAt" | "expiresAt";

/** The draft of a flow, compared with what its executions recorded. */
export type ShadowReplay = {
  /** What was replayed. */
  content: ReplayedContent;
  /** The current version of the flow. */
  flowVersion: number;
  /** The `revision` of the draft; null without one. */
  draftRevision: string | null;
  /** Executions whose replay is the same. */
  same: number;
  /** Executions whose replay is different. */
  different: number;
  /** Executions that could not be replayed. */
  notReplayed: number;
  /** The executions: as they were named, or the newest first. */
  executions: ReplayedExecution[];
};

/** Which executions of a flow are replayed. */
export type ShadowReplayInput = {
  /** The executions, 1 to 50: of this flow, and no simulations. Defaults to those that completed or failed last. */
  executionIds?: string[];
  /** How many of the last executions, 1 to 50. Defaults to 10. Not allowed with `executionIds`. */
  limit?: number | null;
};

/** How a flow is simulated. With `nodes`, `edges`, `variables` or `settings`, content that is not saved runs; what is not sent is that of the flow. That requires `flows:write` */
export type SimulateFlowInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null;
  /** `triggerData` of the execution. Defaults to the pinned data of the trigger node, the trigger data of `fromExecutionId`, or the `sample` of the trigger node */
  triggerData?: {
    [key: string]: unknown;
  } | null;
  /** ID of the node to start at. Defaults to the trigger */
  startNodeId?: string | null;
  /** ID of the node to end with. Only the nodes that lead to it run, and only these must be valid. Defaults to the whole flow */
  untilNodeId?: string | null;
  /** An execution whose recorded data answers instead of running nodes: all nodes before `untilNodeId` or, without it, nodes with effects. What is redacted there stays redacted. Mocks and pinned data take precedence */
  fromExecutionId?: string | null;
  /** The flow that content belongs to, if it is not an argument: its secrets, settings and name apply. Defaults to that of `fromExecutionId`; without either, `nodes` is required */
  flowId?: string | null;
  /** Outputs by node ID, used instead of running the nodes. `{handle, output}` with one of the node's handles also selects the handle by which the step continues */
  mocks?: {
    [key: string]: unknown;
  } | null;
};

/** What was found on a website about its company. It is not stored. */
export type SiteAnalysis = {
  /** The URL of the page after redirects. */
  websiteUrl: string;
  /** The URLs of the pages that were read. */
  pages: string[];
  /** The title of the page. */
  title: string | null;
  /** The description of the company, at most 5,000 characters. */
  description: string | null;
  /** The headings of the pages, at most 40. */
  headings: string[];
  /** The name of the company. */
  companyName: string | null;
  /** The industry of the company. */
  industry: string | null;
  /** The services or products that the company offers, at most 100. */
  services: string[];
  /** The opening hours as text. */
  businessHours: string | null;
  /** How to reach the company. */
  contactInfo: SiteContactInfo;
  /** Frequently asked questions, at most 100. */
  faqs: Faq[];
  /** The language that the website declares, for example en or es-ES. */
  language: string | null;
};

/** How to reach a company, as far as its website says it. */
export type SiteContactInfo = {
  /** The email addresses. */
  emails?: string[];
  /** The phone numbers as they were written. */
  phones?: string[];
  /** The postal address as text. */
  address?: string;
  /** The URLs of profiles by the name of the network; JSON, because any network can occur. */
  social?: {
    [key: string]: unknown;
  };
};

/** An execution that could not be retried or cancelled. */
export type SkippedExecution = {
  /** The execution. */
  executionId: string;
  /** The code of the error. */
  code: string;
  /** Why it was left as it is. */
  message: string;
};

/** SMS of the period. */
export type SmsAnalytics = {
  /** SMS that the provider accepted, including those that were delivered. */
  sent: number;
  /** SMS that were delivered. */
  delivered: number;
  /** SMS that failed. */
  failed: number;
  /** Share of failed SMS, from 0 to 1. */
  errorRate: number;
  /** The 20 most frequent reasons of failure. */
  failureReasons: FailureReason[];
  /** Every day of the period. */
  timeline: SmsDay[];
};

/** SMS of one day. */
export type SmsDay = {
  /** Day in the time zone of the workspace, for example 2026-11-21. */
  date: string;
  /** SMS that the provider accepted, including those that were delivered. */
  sent: number;
  /** SMS that were delivered. */
  delivered: number;
  /** SMS that failed. */
  failed: number;
};

/** The direction in which a list is sorted. */
export type SortOrder = "asc" | "desc";

/** Number of contacts of a source. */
export type SourceCount = {
  /** Where the contacts come from; null if unknown. */
  source: string | null;
  /** The number in this group. */
  count: number;
};

/** An accepted execution, which continues in the background */
export type StartedExecution = {
  /** The ID of the execution. */
  executionId: string;
};

/** Number of conversations with a status. */
export type StatusCount = {
  /** The status. */
  status: ConversationStatus;
  /** The number in this group. */
  count: number;
};

/** One visit of a node in an execution, with its input, output and log */
export type Step = {
  /** The ID, by which `Execution.step(id)` finds it */
  id: string;
  /** The ID of the node. */
  nodeId: string;
  /** URL of a page on which anyone who has it can approve or reject. Set while the step waits for approval, for callers with `flows:execute`; if the step names approvers, for a signed-in approver only */
  approvalUrl: string | null;
  /** Type of the node, for example `http.request` */
  nodeType: string;
  /** The label of the node, or its ID if it has none */
  name: string;
  /** Inside a loop, the index of the item, from 0; in nested loops one index for each, for example `0.2` */
  iteration: string | null;
  /** Number of the current attempt, from 1 */
  attempt: number;
  /** How often a server stopped or died while the step was in progress. It was then started again with the same idempotency key */
  interruptions: number;
  /** The status of the step */
  status: StepStatus;
  /** The fields of the node, which depend on its type, with expressions resolved and secrets redacted */
  input: unknown;
  /** The output, any value, with secrets redacted; null while the step runs or waits */
  output: unknown;
  /** Whether `output` is the beginning of a value over 1 MiB: `{truncated, bytes, preview}`. Later steps read the whole value */
  truncated: boolean;
  /** The log of all attempts, at most 64 KiB */
  logs: StepLog[];
  error: ExecutionErrorOfGetExecution | null;
  /** When the step started. */
  startedAt: string;
  /** When the step ended. */
  finishedAt: string | null;
  /** Milliseconds from start to end; null before the end */
  durationMs: number | null;
};

/** How a step of a replay compares with the recorded one */
export type StepComparison = "same" | "changed" | "added" | "removed" | "unrecorded";

/** A line of the log of a step */
export type StepLog = {
  /** When the line was written */
  at: string;
  /** The level of the line */
  level: LogLevel;
  /** The message of the step log. */
  message: string;
};

/** A part of a step that a replay compares */
export type StepPart = "status" | "handle" | "type" | "input" | "output" | "error";

/** The status of a step */
export type StepStatus = "running" | "waiting" | "completed" | "failed" | "skipped" | "cancelled";

/** The CRM event that starts a flow, and the conditions that the event must meet. */
export type SubscribeFlowInput = {
  /** The `type` of one of the CRM event types, or `custom.<name>` for events that callers publish. */
  eventType: string;
  /** The pipeline of the opportunity. Required for `opportunity.created`, optional for the other opportunity events, not allowed for the rest. */
  pipelineId?: string | null;
  /** Conditions on the event, each with `left`, `operator` and `right`; `left` is usually an expression, for example `{{triggerData.data.status}}`. All must be true; at most 50. */
  conditions?: ({
    [key: string]: unknown;
  })[];
};

/** An assistant with many conversations. */
export type TopAgent = {
  /** The ID of the agent. */
  agentId: string;
  /** Name of the assistant; null if it was deleted, and without the capability agents:read. */
  name: string | null;
  /** Number of conversations with an assistant that began. */
  sessions: number;
};

/** A flow with many executions. */
export type TopFlow = {
  /** The ID of the flow. */
  flowId: string;
  /** Name of the flow; null if the flow and all of its executions were deleted, and without the capability flows:read. */
  name: string | null;
  /** Executions that began in the period. */
  executions: number;
  /** Share of completed executions among those that ended, from 0 to 1. */
  successRate: number;
};

/** Credits to add to the wallet. */
export type TopUpWalletInput = {
  /** Credits as a decimal with at most six places, for example "12.5". */
  amount: string;
  /** Your unique reference for the payment, at most 200 characters. A repeated reference adds nothing. */
  reference: string;
};

/** An authenticator app to set up. */
export type TotpEnrollment = {
  /** The secret in base32, to type into an authenticator app. It is not shown again. */
  secret: string;
  /** The same as an `otpauth://` URI, to show as a QR code. */
  uri: string;
};

/** The two-step login of a user. */
export type TotpState = {
  /** Whether a login requires a code of an authenticator app. */
  enabled: boolean;
  /** Unused recovery codes of the authenticator app. */
  recoveryCodesLeft: number;
};

/** One utterance of a call. */
export type TranscriptLine = {
  /** The time of the utterance, in ISO 8601 format. */
  at: string | null;
  /** Who spoke, for example agent or contact. */
  speaker: string;
  /** What was said. */
  text: string;
};

/** One utterance of a call. */
export type TranscriptLineInput = {
  /** The time of the utterance, in ISO 8601 format. */
  at?: string | null;
  /** Who spoke, for example agent or contact; 1 to 100 characters. */
  speaker: string;
  /** What was said, at most 20000 characters. */
  text: string;
};

/** A number of records and its trend. */
export type TrendOfRecords = {
  /** Number of records now. */
  total: number;
  /** Number of records that were created in the period. */
  new: number;
  /** Change of `new` against the period before, as a fraction: 0.5 is 50 % more. Null if there were none before. */
  change: number | null;
};

/** What an execution starts with. */
export type TriggerFlowInput = {
  /** `triggerData` of the execution. Defaults to `{}` */
  triggerData?: {
    [key: string]: unknown;
  } | null;
  /** ID of the node to start at. Defaults to the trigger */
  startNodeId?: string | null;
};

/** How a flow starts. */
export type TriggerType = "manual" | "webhook" | "schedule" | "ai_tool" | "crm_event" | "voice_call" | "execution_failed";

/** A received message whose sender is no contact of the workspace. */
export type UnroutedMessage = {
  /** The ID of the unrouted message. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The channel of the message. */
  channel: UnroutedMessageChannel;
  /** The number of the sender, in E.164 format if it is one. */
  sender: string;
  /** The name of the sender, if the provider sent it. */
  senderName: string | null;
  /** The number that received the message. */
  recipient: string | null;
  /** The body of the unrouted message. */
  body: string;
  /** True if the sender opted out with the message, false if they opted in again. */
  optOut: boolean | null;
  /** The time at which the message was received. */
  receivedAt: string;
  /** When the unrouted message was created. */
  createdAt: string;
  /** When the unrouted message was last changed. */
  updatedAt: string;
};

/** The channel of the message. */
export type UnroutedMessageChannel = "sms" | "whatsapp";

/** What a list of unrouted messages can be sorted by. */
export type UnroutedMessageSortKey = "receivedAt" | "createdAt" | "updatedAt";

/** The fields of an agent to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateAgentInput = {
  /** At most 200 characters. */
  name?: string;
  /** The system prompt of the assistant. At most 50000 characters. */
  prompt?: string | null;
  /** The language model. Defaults to the one that the server's provider is set to. At most 200 characters. */
  model?: string | null;
  /** The sampling temperature: lower values give more predictable answers. From 0 to 2. */
  temperature?: number | null;
  /** The flows with the trigger `ai_tool` that the assistant can call. At most 50 IDs, without duplicates. */
  tools?: string[];
  /** The company context that the assistant uses. */
  companyContextId?: string | null;
  /** Whether the assistant answers. */
  isActive?: boolean;
};

/** The fields of a calendar event to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCalendarEventInput = {
  /** At most 200 characters. */
  title?: string;
  /** The contact of the appointment. */
  contactId?: string | null;
  /** The start of the appointment. */
  startsAt?: string;
  /** The end of the appointment; not before `startsAt`. */
  endsAt?: string;
  /** The IANA time zone of the appointment, for example Europe/Madrid. */
  timezone?: string | null;
  /** The status of the appointment. */
  status?: CalendarEventStatus;
  /** The place or the URL of the appointment. At most 500 characters. */
  location?: string | null;
};

/** The fields of a call campaign to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCallCampaignInput = {
  /** At most 200 characters. */
  name?: string;
  /** The voice agent that makes the calls. */
  voiceAgentId?: string | null;
  /** The ID of the caller ID whose number the calls show. */
  callerId?: string | null;
  /** The status of the campaign. */
  status?: CallCampaignStatus;
  /** The contacts to call, for example {"tags": ["vip"]}. JSON, because it may contain any keys. At most 100 keys. */
  audience?: {
    [key: string]: unknown;
  };
};

/** The fields of a caller ID to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCallerIdInput = {
  /** At most 200 characters. */
  name?: string;
  /** The phone number in E.164 format. Unique in the workspace. */
  phone?: string | null;
  /** Whether the number is verified and calls can show it. */
  verified?: boolean;
};

/** The fields of a campaign to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCampaignInput = {
  /** The name of the campaign. At most 200 characters. */
  name?: string;
  /** The channel of its messages. */
  channel?: CampaignChannel;
  /** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. */
  status?: CampaignStatus;
  /** The email template or WhatsApp template to send, depending on the channel. */
  templateId?: string | null;
  /** The text of an SMS, or of a WhatsApp message without a template, with placeholders such as {{contact.name}}. At most 20000 characters. */
  message?: string | null;
  /** Contacts to send to: `{"all": true}`, or those that match every given filter: `contactIds` (at most 10,000), `tags` (any of them), `status`, `source`, `company`, `assignedTo` and `search`, which require the capability contacts:read when they are set. At most 100 keys. */
  audience?: {
    [key: string]: unknown;
  };
  /** When it is sent; a time in the past means now. */
  scheduledAt?: string | null;
};

/** The fields of a company context to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCompanyContextInput = {
  /** The name of the context. At most 200 characters. */
  name?: string;
  /** The name of the company. Defaults to the name of the context. At most 200 characters. */
  companyName?: string;
  /** The URL of the company website. An HTTP or HTTPS URL of at most 2000 characters. */
  websiteUrl?: string | null;
  /** What the company does. At most 5000 characters. */
  description?: string | null;
  /** The industry of the company. At most 200 characters. */
  industry?: string | null;
  /** The services or products that the company offers, at most 100 of 500 characters each. */
  services?: string[];
  /** The opening hours as text. At most 1000 characters. */
  businessHours?: string | null;
  /** How to reach the company: `emails`, `phones`, `address`, `social` and any other keys. At most 100 keys. */
  contactInfo?: {
    [key: string]: unknown;
  };
  /** Frequently asked questions, at most 100. */
  faqs?: FaqInput[];
  /** Whether it is the default context. A workspace has at most one: setting it unsets the former one. */
  isDefault?: boolean;
  /** Whether the website is analyzed when the context is created. */
  autoScrape?: boolean;
};

/** The fields of a contact to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateContactInput = {
  /** At most 200 characters. */
  name?: string | null;
  /** The email address, stored in lower case. Unique in the workspace. */
  email?: string | null;
  /** The phone number with its country code, stored in E.164 format. Unique in the workspace. */
  phone?: string | null;
  /** At most 200 characters. */
  company?: string | null;
  /** The status of the contact. */
  status?: ContactStatus;
  /** The source of the contact, for example a website or a campaign. At most 200 characters. */
  source?: string | null;
  /** Labels of the contact. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: string[];
  /** The user ID of the member who is responsible for the contact. */
  assignedTo?: string | null;
  /** Whether flows, follow-ups and campaigns must not send messages to the contact. */
  doNotContact?: boolean;
  /** When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again. */
  unsubscribedAt?: string | null;
  /** Further fields of the contact, of any type, by name. At most 100 keys. */
  customFields?: {
    [key: string]: unknown;
  };
};

/** The fields of a conversation to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateConversationInput = {
  /** The status of the conversation. */
  status?: ConversationStatus;
  /** The user ID of the member who is responsible for the conversation. */
  assignedTo?: string | null;
  /** The assistant that answers the contact. */
  agentId?: string | null;
};

/** The fields of an email template to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateEmailTemplateInput = {
  /** At most 200 characters. */
  name?: string;
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body?: string;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: string[];
  /** A category to group templates by. At most 100 characters. */
  category?: string | null;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null;
  /** At most 500 characters. */
  subject?: string;
  /** The status of the template. */
  status?: EmailTemplateStatus;
};

/** The fields of a flow to change. Fields that are not sent stay as they are. */
export type UpdateFlowInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: UpdateFlowSettingsInput;
  /** Free text, at most 5000 characters. */
  description?: string | null;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: string[];
  /** The folder of the flow; null for none. */
  folderId?: string | null;
  /** The name of the flow, 1 to 200 characters. */
  name?: string;
  /** True activates the flow, false pauses it. */
  isActive?: boolean;
  /** The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`. */
  expectedVersion?: number;
};

/** Settings of a flow to change. Keys that are not sent stay as they are. */
export type UpdateFlowSettingsInput = {
  /** How the flow starts. Defaults to the type of the trigger node, or `manual` without one. */
  triggerType?: TriggerType;
  /** The configuration of the trigger, also written into the trigger node. Its keys depend on the trigger. */
  triggerConfig?: {
    [key: string]: unknown;
  };
  /** Seconds that an execution may run, at least 1. Defaults to 300, at most 86400. */
  timeout?: number;
  /** Executions that may be active at the same time, at least 1. Defaults to 10, at most 1000. */
  maxConcurrent?: number;
  /** Free text, at most 200 characters; null removes it. */
  environment?: string | null;
  /** Credits that executions of the flow may spend in a day in the time zone of the workspace, as a decimal, for example `10` or `0.5`; null removes it. */
  dailyBudget?: string | null;
  /** Credits that executions of the flow may spend in a month in the time zone of the workspace, as a decimal; null removes it. */
  monthlyBudget?: string | null;
  /** The flow that starts when an execution of this flow fails, whatever its trigger, with the failure as its trigger data; null for the default of the workspace. */
  errorFlowId?: string | null;
};

/** The fields of a template to change. Fields that are not sent stay as they are. */
export type UpdateFlowTemplateInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: UpdateFlowSettingsInput;
  /** Free text, at most 5000 characters. */
  description?: string | null;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: string[];
  /** Free text to filter by, at most 100 characters. */
  category?: string;
  /** The name of the template, 1 to 200 characters. */
  name?: string;
};

/** The fields of a folder to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateFolderInput = {
  /** At most 200 characters. */
  name?: string;
  /** The folder that contains this one; null at the top level. */
  parentId?: string | null;
};

/** The fields of a follow-up sequence to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateFollowUpSequenceInput = {
  /** The name of the sequence. At most 120 characters. */
  name?: string;
  /** The assistant that the sequence applies to. Defaults to all assistants. */
  agentId?: string | null;
  /** Whether contacts are enrolled. Setting it to false stops its enrollments. */
  isActive?: boolean;
  /** The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply. */
  triggerOn?: FollowUpSequenceTriggerOn;
  /** The maximum number of messages to one contact. Defaults to the number of steps. From 1 to 20. */
  maxAttempts?: number | null;
  /** Whether a reply assigns the conversation to the assistant again. */
  reactivateAgent?: boolean;
  /** In order, at most 50. An update that includes them replaces all steps. */
  steps?: FollowUpStepInput[];
};

/** Changes only the fields that are sent. */
export type UpdateFollowUpStepInput = {
  /** What the step sends or does. Defaults to TEXT. */
  stepType?: FollowUpStepType;
  /** Required for TEXT, at most 4096 characters. Placeholders such as {{contact.name}} are filled in. */
  message?: string | null;
  /** Required for PROMPT_TEMPLATE; additional instructions for AI_GENERATED. At most 4096 characters, with placeholders. */
  promptTemplate?: string | null;
  /** Required for WHATSAPP_TEMPLATE: a WhatsApp template in this workspace. */
  templateId?: string | null;
  /** Required for FLOW: a flow in this workspace. */
  flowId?: string | null;
  /** The position in the sequence, starting at 1; the steps from there on move back. Defaults to the end. */
  stepNumber?: number;
  /** Minutes to wait after the previous step, at least 1. */
  delayMinutes?: number;
};

/** The fields of a global variable to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateGlobalVariableInput = {
  /** Unique in the workspace. Flows that use a former name are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name?: string;
  /** Visible to all members. Executions that start or continue after a change use the new value. At most 65536 characters. */
  value?: string;
  /** At most 2000 characters. */
  description?: string;
};

/** The fields of a knowledge document to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateKnowledgeDocInput = {
  /** At most 300 characters. */
  title?: string;
  /** The text of the document. At most 500000 characters. */
  content?: string;
  /** Labels of the document. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: string[];
  /** The URL that the text was taken from. An HTTP or HTTPS URL of at most 2000 characters. */
  sourceUrl?: string | null;
};

/** What changes of the own account. */
export type UpdateMeInput = {
  /** 1 to 120 characters. */
  name?: string | null;
};

/** The fields of a message to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateMessageInput = {
  /** The delivery status. Inbound messages are `received`; `sandboxed` messages were not sent because no provider is set up. */
  status?: MessageStatus;
  /** Why the message could not be sent. At most 2000 characters. */
  error?: string | null;
  /** The time at which the message was sent or, if inbound, received. */
  sentAt?: string | null;
};

/** The fields of an opportunity to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateOpportunityInput = {
  /** At most 200 characters. */
  name?: string;
  /** The pipeline of the opportunity. */
  pipelineId?: string;
  /** The ID of a stage of the pipeline. At most 100 characters. */
  stageId?: string;
  /** The contact of the opportunity. */
  contactId?: string | null;
  /** The expected amount, in `currency`. At most 15 digits before and 2 after the point, for example "1250.50". */
  value?: string | number | null;
  /** The currency of `value`. An ISO 4217 code of three capital letters, for example EUR. */
  currency?: string | null;
  /** The status of the opportunity. */
  status?: OpportunityStatus;
  /** The user ID of the member who is responsible for the opportunity. */
  assignedTo?: string | null;
  /** The expected time of the decision. */
  expectedCloseDate?: string | null;
  /** Further fields of the opportunity, of any type, by name. At most 100 keys. */
  customFields?: {
    [key: string]: unknown;
  };
};

/** The fields of a pipeline to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdatePipelineInput = {
  /** At most 200 characters. */
  name?: string;
  /** The stages in order. An update replaces them all and must keep every stage that has opportunities. At most 100. */
  stages?: PipelineStageInput[];
};

/** The fields of a secret to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateSecretInput = {
  /** Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name?: string;
  /** Stored encrypted and never returned. Executions that start or resume after a change use the new value. At most 65536 bytes. */
  value?: string;
  /** At most 2000 characters. */
  description?: string;
  /** The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it. At most 50 entries, without protocol, port or path. */
  allowedHosts?: string[];
};

/** The fields of a voice agent to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateVoiceAgentInput = {
  /** At most 200 characters. */
  name?: string;
  /** The system prompt of the voice agent. At most 50000 characters. */
  prompt?: string | null;
  /** The name of the voice. At most 100 characters. */
  voice?: string | null;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null;
  /** The first sentence of each call. At most 2000 characters. */
  firstMessage?: string | null;
  /** The company context that the voice agent uses. */
  companyContextId?: string | null;
  /** The flow that runs after each call of the voice agent. */
  flowId?: string | null;
  /** Whether the voice agent takes and makes calls. */
  isActive?: boolean;
};

/** The fields of a voice call to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateVoiceCallInput = {
  /** The contact on the call. */
  contactId?: string | null;
  /** The status of the call. A final status does not change any more. */
  status?: VoiceCallStatus;
  /** The time at which the call was answered. Set when the status becomes in_progress, unless it is sent. */
  startedAt?: string | null;
  /** The time at which the call ended. Set when the status becomes final, unless it is sent. */
  endedAt?: string | null;
  /** The duration in seconds. Computed for completed calls, unless it is sent. From 0 to 1000000. */
  durationSeconds?: number | null;
  /** The URL of the recording. An HTTP or HTTPS URL of at most 2000 characters. */
  recordingUrl?: string | null;
  /** What was said on the call, in order. */
  transcript?: TranscriptLineInput[];
  /** A summary of the call. At most 20000 characters. */
  summary?: string | null;
  /** Further data of the telephony provider, with any keys. At most 100 keys. */
  metadata?: {
    [key: string]: unknown;
  };
};

/** The fields of a webhook to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateWebhookInput = {
  /** Where events are sent by POST. Redirects are not followed. An HTTP or HTTPS URL of at most 2000 characters. */
  url?: string;
  /** The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read. 1 to 50 entries, without duplicates. */
  events?: ("*" | "contact.created" | "contact.updated" | "contact.deleted" | "contact.tag_added" | "contact.tag_removed" | "opportunity.created" | "opportunity.updated" | "opportunity.stage_changed" | "opportunity.status_changed" | "opportunity.assigned" | "opportunity.value_changed" | "opportunity.deleted" | "conversation.created" | "conversation.status_changed" | "conversation.assigned" | "message.received" | "message.sent" | "appointment.created" | "appointment.updated" | "appointment.deleted" | "budget.exceeded" | "execution.completed" | "execution.failed" | "execution.cancelled" | "approval.requested" | "message.delivered" | "message.failed" | "wallet.low" | "workspace.quotaReached" | "webhook.disabled" | (string & {}))[];
  /** At most 2000 characters. */
  description?: string;
  /** Whether it receives events. While false, no event is kept for it, and what was pending is cancelled. */
  isActive?: boolean;
};

/** The fields of a WhatsApp template to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateWhatsappTemplateInput = {
  /** At most 200 characters. */
  name?: string;
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body?: string;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: string[];
  /** A category to group templates by. At most 100 characters. */
  category?: string | null;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null;
  /** The approval status of the template at WhatsApp. */
  status?: WhatsappTemplateStatus;
};

/** What changes of a workspace. */
export type UpdateWorkspaceInput = {
  /** The name of the workspace. */
  name?: string;
  /** IANA name of the time zone, for example Europe/Madrid. */
  timezone?: string | null;
  /** The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES. Null for none. */
  country?: string | null;
  /** The flow that starts when an execution fails whose flow has no error flow of its own; null for none. */
  defaultErrorFlowId?: string | null;
  /** Credits that the workspace may spend in a day in its time zone, as a decimal, for example `10` or `0.5`; null for no limit. */
  dailyBudget?: string | null;
  /** Credits that the workspace may spend in a month in its time zone, as a decimal; null for no limit. */
  monthlyBudget?: string | null;
  /** The postal address in the footer of marketing emails, in one or several lines; null for none. */
  postalAddress?: string | null;
};

/** The contacts to create or update. */
export type UpsertContactsInput = {
  /** The contacts, 1 to 1000. Each updates the contact with the same email, otherwise the one with the same phone, or creates one. */
  contacts: ContactRowInputRow[];
};

/** A billable operation that was performed. */
export type UsageEvent = {
  /** The ID of the event in REST and in exports. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The kind of operation. */
  eventType: MeterName;
  /** The channel or provider, for example `twilio`. */
  app: string;
  /** ISO 3166 code of the country of the recipient; null if the rate does not depend on it. */
  country: string | null;
  /** `platform`, or `byok` for the workspace's own provider credentials, which cost no credits. */
  source: UsageSource;
  /** Number of units. */
  quantity: number;
  /** What is counted, for example `segment`. */
  unit: string;
  /** Credits that it cost, as a decimal. */
  credits: string;
  /** The ID of the flow. */
  flowId: string | null;
  /** The ID of the execution. */
  executionId: string | null;
  /** Further data, with keys that depend on the operation, for example the ID of the node. */
  metadata: {
    [key: string]: unknown;
  };
  /** When the usage event was created. */
  createdAt: string;
};

/** What a list of usage events can be sorted by. */
export type UsageEventSortKey = "createdAt";

/** Usage of one day. */
export type UsageOfDay = {
  /** The day in UTC, for example 2026-11-21. */
  date: string;
  /** Credits, as a decimal. */
  credits: string;
};

/** Usage of one kind of operation and source. */
export type UsageOfType = {
  /** The kind of operation. */
  eventType: MeterName;
  /** `platform`, or `byok` for the workspace's own provider credentials, which cost no credits. */
  source: UsageSource;
  /** The number of usage events. */
  events: number;
  /** Number of units. */
  quantity: number;
  /** Credits, as a decimal. */
  credits: string;
};

/** Usage of one workspace. */
export type UsageOfWorkspace = {
  /** The ID of the workspace. */
  workspaceId: string;
  /** Name of the workspace; null if it was deleted. */
  name: string | null;
  /** The number of usage events. */
  events: number;
  /** Credits, as a decimal. */
  credits: string;
};

/** Whose usage is shown. */
export type UsageScope = "account" | "workspace";

/** Whose credentials an operation used. */
export type UsageSource = "platform" | "byok";

/** Usage in a range of time. */
export type UsageSummary = {
  /** Start of the range, inclusive. */
  from: string;
  /** End of the range, inclusive. */
  to: string;
  /** Whose usage it is. */
  scope: UsageScope;
  /** Sums of the whole range. */
  totals: UsageTotals;
  /** Usage by kind of operation and source. */
  byType: UsageOfType[];
  /** Usage by workspace. */
  byWorkspace: UsageOfWorkspace[];
  /** Usage by day, including days without any. */
  daily: UsageOfDay[];
  /** The wallet that pays for the workspace. */
  wallet: Wallet;
};

/** Sums of usage. */
export type UsageTotals = {
  /** Credits, as a decimal. */
  credits: string;
  /** The number of usage events. */
  events: number;
};

/** Content to validate. With `flowId`, fields that are not sent are those of the flow. */
export type ValidateFlowContentInput = {
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: ({
    [key: string]: unknown;
  })[];
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: ({
    [key: string]: unknown;
  })[];
  /** Variables of the flow, at most 200. */
  variables?: FlowVariableInput[];
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null;
  /** The flow that the content belongs to; null for a new one. */
  flowId?: string | null;
};

/** The token of the mailed link. */
export type VerifyEmailInput = {
  /** The token of the mailed link; valid once, for 24 hours. */
  token: string;
  /** The password of the account; not needed with its access token. Without either, the first verification discards what was made in the account before, with its password. */
  password?: string | null;
};

/** An assistant that talks on the phone. */
export type VoiceAgent = {
  /** The ID of the voice agent. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the voice agent. */
  name: string;
  /** The system prompt of the voice agent. */
  prompt: string | null;
  /** The name of the voice. */
  voice: string | null;
  /** The language code, for example es or pt_BR. */
  language: string | null;
  /** The first sentence of each call. */
  firstMessage: string | null;
  /** The company context that the voice agent uses. */
  companyContextId: string | null;
  /** The flow that runs after each call of the voice agent. */
  flowId: string | null;
  /** Whether the voice agent takes and makes calls. */
  isActive: boolean;
  /** When the voice agent was created. */
  createdAt: string;
  /** When the voice agent was last changed. */
  updatedAt: string;
};

/** What a list of voice agents can be sorted by. */
export type VoiceAgentSortKey = "name" | "createdAt" | "updatedAt";

/** A phone call, as reported by the telephony provider. */
export type VoiceCall = {
  /** The ID of the voice call. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The voice agent of the call. */
  voiceAgentId: string | null;
  /** The contact on the call. */
  contactId: string | null;
  /** The direction of the call. */
  direction: VoiceCallDirection;
  /** The number of the caller. */
  from: string;
  /** The number that is called. */
  to: string;
  /** The status of the call. A final status does not change any more. */
  status: VoiceCallStatus;
  /** The time at which the call was answered. Set when the status becomes in_progress, unless it is sent. */
  startedAt: string | null;
  /** The time at which the call ended. Set when the status becomes final, unless it is sent. */
  endedAt: string | null;
  /** The duration in seconds. Computed for completed calls, unless it is sent. */
  durationSeconds: number | null;
  /** The URL of the recording. */
  recordingUrl: string | null;
  /** What was said on the call, in order. */
  transcript: TranscriptLine[];
  /** A summary of the call. */
  summary: string | null;
  /** Further data of the telephony provider, with any keys. */
  metadata: {
    [key: string]: unknown;
  };
  /** When the voice call was created. */
  createdAt: string;
  /** When the voice call was last changed. */
  updatedAt: string;
};

/** The direction of the call. */
export type VoiceCallDirection = "inbound" | "outbound";

/** What a list of voice calls can be sorted by. */
export type VoiceCallSortKey = "status" | "startedAt" | "endedAt" | "durationSeconds" | "createdAt" | "updatedAt";

/** The status of the call. A final status does not change any more. */
export type VoiceCallStatus = "ringing" | "in_progress" | "completed" | "failed" | "no_answer" | "busy";

/** The credits of an account, which all of its workspaces share. */
export type Wallet = {
  /** The ID of the account. */
  accountId: string;
  /** Credits in the wallet, as a decimal: the sum of its ledger. */
  balance: string;
  /** Credits of the balance that are reserved for operations in progress, as a decimal. */
  reserved: string;
  /** Credits that can be spent, as a decimal: the balance without `reserved`. */
  available: string;
  /** Always `credits`. */
  currency: string;
  /** When the wallet was last changed. */
  updatedAt: string;
};

/** An address that receives events of the workspace by signed HTTP requests. */
export type Webhook = {
  /** The ID of the webhook. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** Where events are sent by POST. Redirects are not followed. */
  url: string;
  /** The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read. */
  events: string[];
  /** The description of the webhook. */
  description: string;
  /** Whether it receives events. While false, no event is kept for it, and what was pending is cancelled. */
  isActive: boolean;
  /** The user or API key that switched it on, or changed its URL or events, last. It receives only events whose data they may read. */
  runAs: string | null;
  /** When the server switched it off; null unless it did. */
  disabledAt: string | null;
  /** Why the server switched it off: three days of failures, or because the receiver answered 410 Gone; null unless it did. */
  disabledReason: WebhookDisabledReason | null;
  /** Since when all attempts have failed; null after a success. */
  failingSince: string | null;
  /** Since when events were not kept because too many were pending; null after the next success. */
  queueFullSince: string | null;
  /** When the webhook was created. */
  createdAt: string;
  /** When the webhook was last changed. */
  updatedAt: string;
};

/** One attempt to deliver an event. */
export type WebhookAttempt = {
  /** When the webhook attempt started. */
  startedAt: string;
  /** Milliseconds until the response or the error. */
  durationMs: number;
  /** The HTTP status of the response; null without one. */
  status: number | null;
  /** Why the attempt failed; null if it succeeded. */
  error: string | null;
};

/** An event that is sent to a webhook, and the result. */
export type WebhookDelivery = {
  /** The ID of the webhook delivery. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The ID of the webhook. */
  webhookId: string;
  /** The ID of the event, which is also `webhook-id`: the same in every attempt and redelivery. */
  eventId: string;
  /** For example `contact.created`. */
  eventType: string;
  /** Pending until the receiver has answered with a status of 200 to 299, or for three days; cancelled if the webhook was switched off, or the capability to read the event is missing. */
  status: WebhookDeliveryStatus;
  /** The JSON text that is sent; null for callers who may not read the event. */
  body: string | null;
  /** The attempts so far, oldest first. */
  attempts: WebhookAttempt[];
  /** The last request; null before the first. */
  request: WebhookRequest | null;
  /** The last response; null without one, and for callers who may not read the event. */
  response: WebhookResponse | null;
  /** When it is tried next; null when it has ended. */
  dueAt: string | null;
  /** When it has ended. */
  finishedAt: string | null;
  /** When the webhook delivery was created. */
  createdAt: string;
  /** When the webhook delivery was last changed. */
  updatedAt: string;
};

/** What a list of webhook deliveries can be sorted by. */
export type WebhookDeliverySortKey = "createdAt" | "updatedAt";

/** Pending until the receiver has answered with a status of 200 to 299, or for three days; cancelled if the webhook was switched off, or the capability to read the event is missing. */
export type WebhookDeliveryStatus = "pending" | "succeeded" | "failed" | "cancelled";

/** Why the server switched it off: three days of failures, or because the receiver answered 410 Gone; null unless it did. */
export type WebhookDisabledReason = "failing" | "gone";

/** The HTTP method of a webhook call */
export type WebhookMethod = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

/** The last request of a delivery; its body is that of the delivery. */
export type WebhookRequest = {
  /** The URL of the webhook request. */
  url: string;
  /** The headers by lower-case name. */
  headers: {
    [key: string]: unknown;
  };
};

/** The last response to a delivery. */
export type WebhookResponse = {
  /** The status of the webhook response. */
  status: number;
  /** Some of the headers, by lower-case name. */
  headers: {
    [key: string]: unknown;
  };
  /** The first 2,048 characters. Secrets of the webhook are redacted. */
  body: string;
  /** Whether `body` is only a part of what the receiver sent. */
  truncated: boolean;
};

/** What a list of webhooks can be sorted by. */
export type WebhookSortKey = "createdAt" | "updatedAt";

/** A webhook with its new secret. */
export type WebhookWithSecret = {
  /** The ID of the webhook. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** Where events are sent by POST. Redirects are not followed. */
  url: string;
  /** The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read. */
  events: string[];
  /** The description of the webhook with secret. */
  description: string;
  /** Whether it receives events. While false, no event is kept for it, and what was pending is cancelled. */
  isActive: boolean;
  /** When the server switched it off; null unless it did. */
  disabledAt: string | null;
  /** Why the server switched it off: three days of failures, or because the receiver answered 410 Gone; null unless it did. */
  disabledReason: WebhookDisabledReason | null;
  /** Since when all attempts have failed; null after a success. */
  failingSince: string | null;
  /** Since when events were not kept because too many were pending; null after the next success. */
  queueFullSince: string | null;
  /** The user or API key that switched it on, or changed its URL or events, last. It receives only events whose data they may read. */
  runAs: string | null;
  /** When the webhook with secret was created. */
  createdAt: string;
  /** When the webhook with secret was last changed. */
  updatedAt: string;
  /** The secret that signs the requests: `whsec_` and base64. Store it now: it is returned only once. */
  secret: string;
};

/** The text of a WhatsApp message, with variables. Its name is the one of the approved template at WhatsApp. */
export type WhatsappTemplate = {
  /** The ID of the WhatsApp template. */
  id: string;
  /** The ID of the workspace. */
  workspaceId: string;
  /** The name of the WhatsApp template. */
  name: string;
  /** The text, with `{{name}}` for each variable. */
  body: string;
  /** The names of the variables in the text. */
  variables: string[];
  /** A category to group templates by. */
  category: string | null;
  /** The language code, for example es or pt_BR. */
  language: string | null;
  /** The approval status of the template at WhatsApp. */
  status: WhatsappTemplateStatus;
  /** When the WhatsApp template was created. */
  createdAt: string;
  /** When the WhatsApp template was last changed. */
  updatedAt: string;
};

/** What a list of WhatsApp templates can be sorted by. */
export type WhatsappTemplateSortKey = "name" | "category" | "createdAt" | "updatedAt";

/** The approval status of the template at WhatsApp. */
export type WhatsappTemplateStatus = "draft" | "pending" | "approved" | "rejected";

/** A workspace, to which flows, contacts and all other records belong. */
export type Workspace = {
  /** The ID of the workspace. */
  id: string;
  /** The name of the workspace. */
  name: string;
  /** Role of the caller; for an API key, that of its creator. */
  role: Role;
  /** IANA name of the time zone, for example Europe/Madrid. */
  timezone: string;
  /** The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES. Without it, such numbers are rejected. */
  country: string | null;
  /** The flow that starts when an execution fails whose flow has no active `settings.errorFlowId`; null for none. */
  defaultErrorFlowId: string | null;
  /** Credits that the workspace may spend in a day in its time zone, as a decimal; null for no limit. */
  dailyBudget: string | null;
  /** Credits that the workspace may spend in a month in its time zone, as a decimal; null for no limit. */
  monthlyBudget: string | null;
  /** The postal address of the sender, in the footer of marketing emails. Laws such as CAN-SPAM require one; without it, the footer has only the name and the link to unsubscribe. */
  postalAddress: string | null;
  /** When the workspace was created. */
  createdAt: string;
  /** When the workspace was last changed. */
  updatedAt: string;
};

/** Analytics of the last days, including today, by days in the time zone of the workspace. */
export type WorkspaceAnalytics = {
  /** The main numbers. */
  overview: AnalyticsOverview;
  /** Conversations by status, channel and day. */
  conversations: ConversationAnalytics;
  /** New contacts by status, source and day. */
  leads: LeadAnalytics;
  /** Executions of flows by outcome, duration and day. */
  flows: FlowAnalytics;
  /** Activity of assistants by day. */
  agents: AgentAnalytics;
};

/** A workspace, to which flows, contacts and all other records belong. */
export type WorkspaceOfRegister = {
  /** The ID of the workspace. */
  id: string;
  /** The name of the workspace. */
  name: string;
  /** Role of the caller; for an API key, that of its creator. */
  role: Role;
};

/** What a list of workspaces can be sorted by. */
export type WorkspaceSortKey = "createdAt" | "updatedAt" | "name";

/** One violation. */
export type ErrorDetail = {
  /** The path of a field in the body, or the name of a parameter. */
  field?: string;
  /** The code of the rule that is violated. */
  rule?: string;
  /** What is wrong, and what is accepted. */
  message: string;
  [key: string]: unknown;
};

/** The response of a failed request. */
export type Failure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "BAD_REQUEST" | "PERSISTED_QUERY_NOT_FOUND" | "VALIDATION_FAILED" | "FLOW_INVALID" | "EXECUTION_NOT_RUNNING" | "TRIGGER_TYPE_NOT_WEBHOOK" | "ANSWER_TOO_LARGE" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOTP_REQUIRED" | "TOTP_INVALID" | "INSUFFICIENT_CREDITS" | "BUDGET_EXCEEDED" | "FORBIDDEN" | "SESSION_REQUIRED" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "VERSION_CONFLICT" | "NAME_TAKEN" | "FLOW_PAUSED" | "LAST_OWNER" | "CURSOR_EXPIRED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "MISDIRECTED_REQUEST" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL" | "UNAVAILABLE";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type BadRequestFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "BAD_REQUEST" | "VALIDATION_FAILED" | "FLOW_INVALID" | "EXECUTION_NOT_RUNNING" | "TRIGGER_TYPE_NOT_WEBHOOK" | "ANSWER_TOO_LARGE";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type UnauthorizedFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOTP_REQUIRED" | "TOTP_INVALID";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type PaymentRequiredFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "INSUFFICIENT_CREDITS" | "BUDGET_EXCEEDED";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type ForbiddenFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "FORBIDDEN" | "SESSION_REQUIRED" | "EMAIL_NOT_VERIFIED";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type NotFoundFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "PERSISTED_QUERY_NOT_FOUND" | "NOT_FOUND";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type MethodNotAllowedFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "METHOD_NOT_ALLOWED";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type RequestTimeoutFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "REQUEST_TIMEOUT";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type ConflictFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "CONFLICT" | "VERSION_CONFLICT" | "NAME_TAKEN" | "FLOW_PAUSED" | "LAST_OWNER";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type PreconditionFailedFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "PRECONDITION_FAILED";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type PayloadTooLargeFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "PAYLOAD_TOO_LARGE";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type UnsupportedMediaTypeFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "UNSUPPORTED_MEDIA_TYPE";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type MisdirectedRequestFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "MISDIRECTED_REQUEST";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type TooManyRequestsFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "RATE_LIMITED" | "QUOTA_EXCEEDED";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type InternalServerErrorFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "INTERNAL";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The response of a failed request. */
export type ServiceUnavailableFailure = {
  /** Always false. */
  success: false;
  /** The error. */
  error: {
    /** The error code. */
    code: "UNAVAILABLE";
    /** What is wrong, and what is accepted. */
    message: string;
    /** All violations. */
    details?: ErrorDetail[];
    /** The ID of the request, which is also in its log lines. */
    requestId: string;
  };
};

/** The same error as RFC 9457 problem details, for clients that list `application/problem+json` in `Accept`. */
export type Problem = {
  /** Always `about:blank`. */
  type: string;
  /** The phrase of the status. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong, and what is accepted. */
  detail: string;
  /** The error code. */
  code: "BAD_REQUEST" | "PERSISTED_QUERY_NOT_FOUND" | "VALIDATION_FAILED" | "FLOW_INVALID" | "EXECUTION_NOT_RUNNING" | "TRIGGER_TYPE_NOT_WEBHOOK" | "ANSWER_TOO_LARGE" | "UNAUTHENTICATED" | "INVALID_TOKEN" | "TOTP_REQUIRED" | "TOTP_INVALID" | "INSUFFICIENT_CREDITS" | "BUDGET_EXCEEDED" | "FORBIDDEN" | "SESSION_REQUIRED" | "EMAIL_NOT_VERIFIED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "VERSION_CONFLICT" | "NAME_TAKEN" | "FLOW_PAUSED" | "LAST_OWNER" | "CURSOR_EXPIRED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "MISDIRECTED_REQUEST" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL" | "UNAVAILABLE";
  /** All violations. */
  details?: ErrorDetail[];
  /** The ID of the request, which is also in its log lines. */
  requestId: string;
};

/** The position of a page in its list. */
export type Pagination = {
  /** The page number, from 1. Null for a page after a `cursor`. */
  page: number | null;
  /** The number of items per page. */
  limit: number;
  /** The number of items on all pages. After a `cursor`: as it was counted for the first page. */
  total: number;
  /** The number of pages. */
  totalPages: number;
  /** The `cursor` of the next page, which begins behind the last item of this one, whatever was added meanwhile. Null at the end of the list. */
  nextCursor: string | null;
};

/** Always true: the request succeeded. */
export type Success = true;
