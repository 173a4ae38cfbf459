/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** The decision on a step that waits for approval */
export type ApprovalDecision =
  /** The step continues by its `approved` handle */
  | 'approved'
  /** The step continues by its `rejected` handle */
  | 'rejected';

/** The contact to whom unrouted messages belong. */
export type AssignUnroutedMessageInput = {
  /** Defaults to the contact with the number of the sender, who is created if missing. */
  contactId?: string | null | undefined;
};

/** The kind of actor of an audit entry. */
export type AuditActorKind =
  /** Another caller without a credential. */
  | 'anonymous'
  /** An API key. */
  | 'apiKey'
  /** A person without a credential who used a link. */
  | 'link'
  /** A command on the server. */
  | 'operator'
  /** A user. */
  | 'user';

/** Whether an action was done. */
export type AuditOutcome =
  /** It was done. */
  | 'done'
  /** It was refused; see `code`. */
  | 'refused';

/** What an operation of a batch does. */
export type BatchAction =
  /** Creates a record from `data`. */
  | 'create'
  /** Deletes the record `id`. */
  | 'delete'
  /** Changes the fields in `data` of the record `id`. */
  | 'update';

/** The operations of a batch. */
export type BatchInput = {
  /** Whether all operations are carried out, or none: the first one that fails is the error of the request. Defaults to false. */
  atomic?: boolean | null | undefined;
  /** The operations, 1 to 100. They are carried out in this order. */
  operations: Array<BatchOperationInput>;
};

/** One operation of a batch. */
export type BatchOperationInput = {
  /** What the operation does. */
  action: BatchAction;
  /** The fields, as in the request for one record. Required for `create` and `update`. */
  data?: Record<string, unknown> | null | undefined;
  /** The ID of the record. Required for `update` and `delete`. */
  id?: string | null | undefined;
};

/** What happened to a row of a bulk operation. */
export type BulkRowStatus =
  /** A contact was created. */
  | 'created'
  /** The row breaks a rule, and nothing was stored. */
  | 'failed'
  /** The contact had these values already. */
  | 'unchanged'
  /** A contact was updated. */
  | 'updated';

/** The status of the appointment. */
export type CalendarEventStatus =
  /** It does not take place. */
  | 'cancelled'
  /** It has taken place. */
  | 'completed'
  /** The contact did not come. */
  | 'no_show'
  /** It is going to take place. */
  | 'scheduled';

/** The channel of its messages. */
export type CampaignChannel =
  /** Email. */
  | 'email'
  /** SMS. */
  | 'sms'
  /** WhatsApp. */
  | 'whatsapp';

/** The state of the message to the contact. */
export type CampaignRecipientStatus =
  /** The campaign was cancelled first. */
  | 'cancelled'
  /** The provider reported the delivery. */
  | 'delivered'
  /** It could not be sent or delivered; see `error`. */
  | 'failed'
  /** It is going to be sent. */
  | 'queued'
  /** No provider is set up, and nothing was sent. */
  | 'sandboxed'
  /** The provider accepted it. */
  | 'sent'
  /** Nothing is sent to this contact; see `error`. */
  | 'skipped';

/** What a list of campaigns can be sorted by. */
export type CampaignSortKey =
  /** The field `channel`. */
  | 'channel'
  /** When it was created. */
  | 'createdAt'
  /** The field `name`. */
  | 'name'
  /** The field `scheduledAt`. */
  | 'scheduledAt'
  /** The field `status`. */
  | 'status'
  /** When it was last changed. */
  | 'updatedAt';

/** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. */
export type CampaignStatus =
  /** It was ended before all messages were sent. */
  | 'cancelled'
  /** It is being prepared. */
  | 'draft'
  /** It cannot go on or was paused, see `pausedReason`; it can be resumed. */
  | 'paused'
  /** It is sent at `scheduledAt`. */
  | 'scheduled'
  /** Its messages are being sent. */
  | 'sending'
  /** All of its messages were sent. */
  | 'sent';

/** Another role of a member, or other capabilities. */
export type ChangeMemberRoleInput = {
  /** Capabilities in addition to those of the role. Defaults to those that the member has. */
  capabilities?: Array<string> | null | undefined;
  /** Capabilities of the role that the member does not have, for example `secrets:use`; not allowed for an OWNER. Defaults to those that are denied now. */
  deniedCapabilities?: Array<string> | null | undefined;
  /** New role of the member, at most your own. */
  role: Role;
};

/** The former and the new password. */
export type ChangePasswordInput = {
  /** Your password so far. */
  currentPassword: string;
  /** 8 to 200 characters; must not be easy to guess. */
  newPassword: string;
};

/** The type of a record that changed. */
export type ChangedType =
  /** A calendar event. */
  | 'calendar_event'
  /** A campaign, also as its messages are sent. */
  | 'campaign'
  /** A contact. */
  | 'contact'
  /** A conversation. */
  | 'conversation'
  /** A flow, also as its draft is saved or discarded. */
  | 'flow'
  /** An invitation to the workspace, until it is accepted or revoked. Its expiry changes nothing. */
  | 'invitation'
  /** A member. */
  | 'member'
  /** A message of a conversation. */
  | 'message'
  /** An opportunity. */
  | 'opportunity'
  /** The wallet that pays for the workspace. */
  | 'wallet';

/** The current password, and a code of the authenticator app. */
export type ConfirmTotpInput = {
  /** The current code of the authenticator app, 6 digits. */
  code: string;
  /** Your password. */
  password: string;
};

/** What a list of contacts can be sorted by. */
export type ContactSortKey =
  /** The field `company`. */
  | 'company'
  /** When it was created. */
  | 'createdAt'
  /** The field `email`. */
  | 'email'
  /** The field `name`. */
  | 'name'
  /** The field `source`. */
  | 'source'
  /** The field `status`. */
  | 'status'
  /** When it was last changed. */
  | 'updatedAt';

/** The status of the contact. */
export type ContactStatus =
  /** It has bought. */
  | 'customer'
  /** A possible customer, not yet qualified. */
  | 'lead'
  /** It is not going to buy. */
  | 'lost'
  /** A possible customer that suits. */
  | 'qualified';

/** How the contact unsubscribed; null while it is subscribed. */
export type ContactUnsubscribedBy =
  /** On the page of the link in an email. */
  | 'link'
  /** A member or an API key set it. */
  | 'member'
  /** With one click in a mail program. */
  | 'one_click';

/** The channel of the conversation. */
export type ConversationChannel =
  /** Email. */
  | 'email'
  /** SMS. */
  | 'sms'
  /** Voice calls. */
  | 'voice'
  /** The chat of a web page, which reads the conversation itself. */
  | 'webchat'
  /** WhatsApp. */
  | 'whatsapp';

/** The status of the conversation. */
export type ConversationStatus =
  /** The contact waits for an answer, or the conversation goes on. */
  | 'open'
  /** It waits for something, for example for the contact. */
  | 'pending'
  /** It has ended. A new message of the contact opens it again. */
  | 'resolved';

/** The name and folder of a flow that is created from another one or from a template. */
export type CopyFlowInput = {
  /** The folder of the new flow; null for none. Defaults to the folder of the original, if it has one. */
  folderId?: string | null | undefined;
  /** The name of the new flow, 1 to 200 characters. Defaults to the original name; a duplicate gets the suffix ` (copy)`. */
  name?: string | null | undefined;
};

/** A new API key. */
export type CreateApiKeyInput = {
  /** What the key can do; `["*"]` for all of your capabilities. */
  capabilities: Array<string>;
  /** When the key expires. Defaults to never. */
  expiresAt?: string | null | undefined;
  name: string;
};

/** The fields of a new calendar event. */
export type CreateCalendarEventInput = {
  /** The contact of the appointment. */
  contactId?: string | null | undefined;
  /** The end of the appointment; not before `startsAt`. */
  endsAt: string;
  /** The place or the URL of the appointment. At most 500 characters. */
  location?: string | null | undefined;
  /** The start of the appointment. */
  startsAt: string;
  /** The status of the appointment. Defaults to `scheduled`. */
  status?: CalendarEventStatus | null | undefined;
  /** The IANA time zone of the appointment, for example Europe/Madrid. Defaults to `UTC`. */
  timezone?: string | null | undefined;
  /** At most 200 characters. */
  title: string;
};

/** The fields of a new campaign. */
export type CreateCampaignInput = {
  /** Contacts to send to: `{"all": true}`, or those that match every given filter: `contactIds` (at most 10,000), `tags` (any of them), `status`, `source`, `company`, `assignedTo` and `search`, which require the capability contacts:read when they are set. At most 100 keys. */
  audience?: Record<string, unknown> | null | undefined;
  /** The channel of its messages. */
  channel: CampaignChannel;
  /** The text of an SMS, or of a WhatsApp message without a template, with placeholders such as {{contact.name}}. At most 20000 characters. */
  message?: string | null | undefined;
  /** The name of the campaign. At most 200 characters. */
  name: string;
  /** When it is sent; a time in the past means now. */
  scheduledAt?: string | null | undefined;
  /** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. Defaults to `draft`. */
  status?: CampaignStatus | null | undefined;
  /** The email template or WhatsApp template to send, depending on the channel. */
  templateId?: string | null | undefined;
};

/** The fields of a new contact. */
export type CreateContactInput = {
  /** The user ID of the member who is responsible for the contact. */
  assignedTo?: string | null | undefined;
  /** At most 200 characters. */
  company?: string | null | undefined;
  /** Further fields of the contact, of any type, by name. At most 100 keys. */
  customFields?: Record<string, unknown> | null | undefined;
  /** Whether flows, follow-ups and campaigns must not send messages to the contact. Defaults to `false`. */
  doNotContact?: boolean | null | undefined;
  /** The email address, stored in lower case. Unique in the workspace. */
  email?: string | null | undefined;
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The phone number with its country code, stored in E.164 format. Unique in the workspace. */
  phone?: string | null | undefined;
  /** The source of the contact, for example a website or a campaign. At most 200 characters. */
  source?: string | null | undefined;
  /** The status of the contact. Defaults to `lead`. */
  status?: ContactStatus | null | undefined;
  /** Labels of the contact. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: Array<string> | null | undefined;
  /** When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again. */
  unsubscribedAt?: string | null | undefined;
};

/** The fields of a new conversation. */
export type CreateConversationInput = {
  /** The assistant that answers the contact. */
  agentId?: string | null | undefined;
  /** The user ID of the member who is responsible for the conversation. */
  assignedTo?: string | null | undefined;
  /** The channel of the conversation. */
  channel: ConversationChannel;
  /** The contact of the conversation. */
  contactId: string;
  /** The status of the conversation. Defaults to `open`. */
  status?: ConversationStatus | null | undefined;
};

/** The fields of a new email template. */
export type CreateEmailTemplateInput = {
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body: string;
  /** A category to group templates by. At most 100 characters. */
  category?: string | null | undefined;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null | undefined;
  /** At most 200 characters. */
  name: string;
  /** The status of the template. Defaults to `active`. */
  status?: EmailTemplateStatus | null | undefined;
  /** At most 500 characters. */
  subject: string;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: Array<string> | null | undefined;
};

/** The fields of a new flow. */
export type CreateFlowInput = {
  /** Free text, at most 5000 characters. */
  description?: string | null | undefined;
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** The folder of the flow; null for none. */
  folderId?: string | null | undefined;
  /** The name of the flow, 1 to 200 characters. */
  name: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null | undefined;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: Array<string> | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** The fields of a new template. */
export type CreateFlowTemplateInput = {
  /** Free text to filter by, at most 100 characters. */
  category?: string | null | undefined;
  /** Free text, at most 5000 characters. */
  description?: string | null | undefined;
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** The name of the template, 1 to 200 characters. */
  name: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null | undefined;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: Array<string> | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** The fields of a new folder. */
export type CreateFolderInput = {
  /** At most 200 characters. */
  name: string;
  /** The folder that contains this one; null at the top level. */
  parentId?: string | null | undefined;
};

/** The fields of a new global variable. */
export type CreateGlobalVariableInput = {
  /** At most 2000 characters. Defaults to an empty string. */
  description?: string | null | undefined;
  /** Unique in the workspace. Flows that use a former name are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name: string;
  /** Visible to all members. Executions that start or continue after a change use the new value. At most 65536 characters. */
  value: string;
};

/** The fields of a new opportunity. */
export type CreateOpportunityInput = {
  /** The user ID of the member who is responsible for the opportunity. */
  assignedTo?: string | null | undefined;
  /** The contact of the opportunity. */
  contactId?: string | null | undefined;
  /** The currency of `value`. An ISO 4217 code of three capital letters, for example EUR. */
  currency?: string | null | undefined;
  /** Further fields of the opportunity, of any type, by name. At most 100 keys. */
  customFields?: Record<string, unknown> | null | undefined;
  /** The expected time of the decision. */
  expectedCloseDate?: string | null | undefined;
  /** At most 200 characters. */
  name: string;
  /** The pipeline of the opportunity. */
  pipelineId: string;
  /** The ID of a stage of the pipeline. At most 100 characters. */
  stageId: string;
  /** The status of the opportunity. Defaults to `open`. */
  status?: OpportunityStatus | null | undefined;
  /** The expected amount, in `currency`. At most 15 digits before and 2 after the point, for example "1250.50". */
  value?: string | null | undefined;
};

/** The fields of a new pipeline. */
export type CreatePipelineInput = {
  /** At most 200 characters. */
  name: string;
  /** The stages in order. An update replaces them all and must keep every stage that has opportunities. At most 100. */
  stages?: Array<PipelineStageInput> | null | undefined;
};

/** The fields of a new secret. */
export type CreateSecretInput = {
  /** The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it. At most 50 entries, without protocol, port or path. */
  allowedHosts?: Array<string> | null | undefined;
  /** At most 2000 characters. Defaults to an empty string. */
  description?: string | null | undefined;
  /** The only flow that can use it, with which it is deleted; null for every flow of the workspace. */
  flowId?: string | null | undefined;
  /** Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name: string;
  /** Stored encrypted and never returned. Executions that start or resume after a change use the new value. At most 65536 bytes. */
  value: string;
};

/** The fields of a new webhook. */
export type CreateWebhookInput = {
  /** At most 2000 characters. Defaults to an empty string. */
  description?: string | null | undefined;
  /** The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read. 1 to 50 entries, without duplicates. */
  events: Array<string>;
  /** Whether it receives events. While false, no event is kept for it, and what was pending is cancelled. Defaults to `true`. */
  isActive?: boolean | null | undefined;
  /** Where events are sent by POST. Redirects are not followed. An HTTP or HTTPS URL of at most 2000 characters. */
  url: string;
};

/** The fields of a new WhatsApp template. */
export type CreateWhatsappTemplateInput = {
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body: string;
  /** A category to group templates by. At most 100 characters. */
  category?: string | null | undefined;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null | undefined;
  /** At most 200 characters. */
  name: string;
  /** The approval status of the template at WhatsApp. Defaults to `draft`. */
  status?: WhatsappTemplateStatus | null | undefined;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: Array<string> | null | undefined;
};

/** A new workspace. */
export type CreateWorkspaceInput = {
  /** The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES. */
  country?: string | null | undefined;
  name: string;
  /** IANA name of the time zone, for example Europe/Madrid. Defaults to UTC. */
  timezone?: string | null | undefined;
};

/** A decision on a step that waits for approval. */
export type DecideApprovalInput = {
  /** The reason for the decision, at most 2,000 characters */
  comment?: string | null | undefined;
  /** Whether to approve or reject */
  decision: ApprovalDecision;
};

/** The status of the template. */
export type EmailTemplateStatus =
  /** It is ready to be used. */
  | 'active'
  /** It is kept, but not offered any more. */
  | 'archived'
  /** It is being written. */
  | 'draft';

/** An expression, and the data that it reads. */
export type EvaluateExpressionInput = {
  /** Values by root, for example `{"triggerData": {"amount": 5}}`. They take precedence over those of the execution. */
  data?: Record<string, unknown> | null | undefined;
  /** The execution whose recorded data the expression reads; what is redacted there stays redacted. Without it, only `data` can be read. */
  executionId?: string | null | undefined;
  /** A text with expressions in double braces, as in a field of a node, or one expression without braces; 1 to 50000 characters. */
  expression: string;
  /** The node that the expression belongs to: it reads what a step of this node can read, in a loop that of the last iteration. Defaults to the end of the execution. */
  nodeId?: string | null | undefined;
};

/** Which executions to retry or cancel, at most 100 in one request. */
export type ExecutionBulkInput = {
  /** The `next` of the previous request, to continue with the others. */
  after?: string | null | undefined;
  /** Whether to count the executions only. Defaults to false. */
  dryRun?: boolean | null | undefined;
  /** The executions. An empty object means all. */
  filter: ExecutionFilterInput;
  /** Where each retry starts. Defaults to `failed`, or to `start` for a completed execution or with `triggerData`. Not for a cancellation. */
  from?: RetryFrom | null | undefined;
  /** ID of the node that runs again with `from: "step"`. Executions in which it has not run are left as they are. Not for a cancellation. */
  nodeId?: string | null | undefined;
  /** Other trigger data than that of the executions. Only allowed with `from: "start"`. Not for a cancellation. */
  triggerData?: Record<string, unknown> | null | undefined;
  /** The version of its flow that each retry runs. Defaults to `same`. Not for a cancellation. */
  version?: RetryVersion | null | undefined;
};

/** The executions to retry or cancel. All conditions that are sent must be met. */
export type ExecutionFilterInput = {
  /** The code of the error that ended the executions. Not for a cancellation. */
  errorCode?: string | null | undefined;
  /** The flow of the executions. */
  flowId?: string | null | undefined;
  /** The version of the flow that the executions ran. */
  flowVersion?: number | null | undefined;
  /** Created at or after this ISO 8601 time; a date stands for the start of its UTC day. */
  from?: string | null | undefined;
  /** The node at which the executions ended; for a cancellation the node at which they are. */
  nodeId?: string | null | undefined;
  /** The status of the executions. A retry accepts ended ones, by default `failed`; a cancellation `running`. */
  status?: ExecutionStatus | null | undefined;
  /** Created at or before this ISO 8601 time; a date stands for the end of its UTC day. */
  to?: string | null | undefined;
};

/** What an execution does */
export type ExecutionPhase =
  /** A worker drives it */
  | 'active'
  /** It has ended */
  | 'done'
  /** It waits for a free slot */
  | 'queued'
  /** It waits for a time, a signal or an event */
  | 'waiting';

/** The status of an execution */
export type ExecutionStatus =
  /** The execution was cancelled */
  | 'cancelled'
  /** The execution ended without an error */
  | 'completed'
  /** The execution ended with an error */
  | 'failed'
  /** The execution is queued, in progress or waiting; see `phase` */
  | 'running';

/** What started an execution */
export type ExecutionTrigger =
  /** An assistant that used the flow as a tool */
  | 'ai_tool'
  /** A change of a record */
  | 'crm_event'
  /** The failure of another execution */
  | 'execution_failed'
  /** A user or API key */
  | 'manual'
  /** The schedule of the flow */
  | 'schedule'
  /** A simulation, which affects nothing outside the execution */
  | 'simulation'
  /** A phone call */
  | 'voice_call'
  /** A request to the webhook of the flow */
  | 'webhook';

/** What an import does with contacts that exist. */
export type ExistingContacts =
  /** Leaves them as they are. */
  | 'skip'
  /** Sets the fields of the row. */
  | 'update';

/** The content of a draft. Fields that are not sent stay as they are in the draft or, without one, in the flow. */
export type FlowDraftInput = {
  /** The version of the flow that the draft is based on. Defaults to that of the existing draft or, without one, the current version. */
  baseVersion?: number | null | undefined;
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** The `revision` of the draft that you read. If the draft has another one, the request fails with `CONFLICT`. Without it, only a draft that you saved yourself is replaced. */
  revision?: string | null | undefined;
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** A flow as a file, in the format of the export. */
export type FlowFileInput = {
  /** Free text, at most 5000 characters. */
  description?: string | null | undefined;
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** Ignored. */
  exportedAt?: unknown;
  /** Must be `workspace-automation/flow`. */
  format?: unknown;
  /** Must be 1. */
  formatVersion?: unknown;
  /** The name of the flow, 1 to 200 characters. */
  name: string;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** Ignored: the import checks what this workspace lacks. */
  requires?: unknown;
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null | undefined;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: Array<string> | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** Settings of a flow. Keys that are not sent have their defaults. */
export type FlowSettingsInput = {
  /** Credits that executions of the flow may spend in a day in the time zone of the workspace, as a decimal, for example `10` or `0.5`; null removes it. */
  dailyBudget?: string | null | undefined;
  /** Free text, at most 200 characters; null removes it. */
  environment?: string | null | undefined;
  /** The flow that starts when an execution of this flow fails, whatever its trigger, with the failure as its trigger data; null for the default of the workspace. */
  errorFlowId?: string | null | undefined;
  /** Executions that may be active at the same time, at least 1. Defaults to 10, at most 1000. */
  maxConcurrent?: number | null | undefined;
  /** Credits that executions of the flow may spend in a month in the time zone of the workspace, as a decimal; null removes it. */
  monthlyBudget?: string | null | undefined;
  /** Seconds that an execution may run, at least 1. Defaults to 300, at most 86400. */
  timeout?: number | null | undefined;
  /** The configuration of the trigger, also written into the trigger node. Its keys depend on the trigger. */
  triggerConfig?: Record<string, unknown> | null | undefined;
  /** How the flow starts. Defaults to the type of the trigger node, or `manual` without one. */
  triggerType?: TriggerType | null | undefined;
};

/** What a list of flows can be sorted by. */
export type FlowSortKey =
  /** When it was created. */
  | 'createdAt'
  /** The field `name`. */
  | 'name'
  /** When it was last changed. */
  | 'updatedAt';

/** Whether a flow can be started. */
export type FlowStatus =
  /** Its trigger starts executions. */
  | 'active'
  /** Its trigger starts nothing. */
  | 'paused';

/** A variable of a flow. */
export type FlowVariableInput = {
  /** Unique in the flow. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name: string;
  /** With `flow`, each execution starts with `value`. Defaults to `flow`. */
  scope?: FlowVariableScope | null | undefined;
  /** The type of the value; `json` accepts any value. Defaults to the type of the value, `json` for null. */
  type?: FlowVariableType | null | undefined;
  /** A value of the type `type`, or null. Defaults to null. */
  value?: unknown;
};

/** How long a variable keeps its value. */
export type FlowVariableScope =
  /** Each execution starts with null. */
  | 'execution'
  /** Each execution starts with the value of the flow. */
  | 'flow';

/** The type of a variable of a flow. */
export type FlowVariableType =
  /** A JSON list. */
  | 'array'
  /** True or false. */
  | 'boolean'
  /** Any JSON value. */
  | 'json'
  /** A number. */
  | 'number'
  /** A JSON object. */
  | 'object'
  /** A text. */
  | 'string';

/** Why it was stopped. */
export type FollowUpEnrollmentReason =
  /** The contact does not want to be contacted. */
  | 'do_not_contact'
  /** The contact has replied. */
  | 'replied'
  /** The sequence was switched off. */
  | 'sequence_inactive'
  /** A user or a flow stopped it. */
  | 'stopped'
  /** The contact has unsubscribed from marketing email. */
  | 'unsubscribed';

/** The status of the enrollment. */
export type FollowUpEnrollmentStatus =
  /** Its next step is due at `dueAt`. */
  | 'active'
  /** All of its steps have run. */
  | 'completed'
  /** It was ended early; see `reason`. */
  | 'stopped';

/** The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply. */
export type FollowUpSequenceTriggerOn =
  /** A message of the assistant got no reply. */
  | 'NO_RESPONSE';

/** A step of a follow-up sequence. */
export type FollowUpStepInput = {
  /** Minutes to wait after the previous step, at least 1. */
  delayMinutes: number;
  /** Required for FLOW: a flow in this workspace. */
  flowId?: string | null | undefined;
  /** The ID of an existing step to keep when you replace all steps. Generated by default. */
  id?: string | null | undefined;
  /** Required for TEXT, at most 4096 characters. Placeholders such as {{contact.name}} are filled in. */
  message?: string | null | undefined;
  /** Required for PROMPT_TEMPLATE; additional instructions for AI_GENERATED. At most 4096 characters, with placeholders. */
  promptTemplate?: string | null | undefined;
  /** The position in the sequence, starting at 1; the steps from there on move back. Defaults to the end. */
  stepNumber?: number | null | undefined;
  /** What the step sends or does. Defaults to TEXT. */
  stepType?: FollowUpStepType | null | undefined;
  /** Required for WHATSAPP_TEMPLATE: a WhatsApp template in this workspace. */
  templateId?: string | null | undefined;
};

/** What a step of a follow-up sequence sends or does. */
export type FollowUpStepType =
  /** Sends a text that the assistant writes. */
  | 'AI_GENERATED'
  /** Starts a flow. */
  | 'FLOW'
  /** Sends a text that a language model writes from its `promptTemplate`. */
  | 'PROMPT_TEMPLATE'
  /** Sends its `message`. */
  | 'TEXT'
  /** Sends an approved WhatsApp template. */
  | 'WHATSAPP_TEMPLATE';

/** Whose password is to be reset. */
export type ForgotPasswordInput = {
  email: string;
};

/** Rows of a table to import as contacts. */
export type ImportContactsInput = {
  /** The column names, 1 to 200. Fields of contacts are recognized in any spelling (`assigned to`); other names become custom fields. */
  columns: Array<string>;
  /** What happens to existing contacts. Defaults to update. */
  existing?: ExistingContacts | null | undefined;
  /** The rows, at most 1000. Each has one text per column; empty texts are ignored. */
  rows: Array<Array<string>>;
};

/** An exported file, and the name and folder of the new flow. */
export type ImportFlowInput = {
  /** The exported file. */
  file: FlowFileInput;
  /** The folder of the new flow; null for none. Defaults to the folder of the original, if it has one. */
  folderId?: string | null | undefined;
  /** The name of the new flow, 1 to 200 characters. Defaults to the original name; a duplicate gets the suffix ` (copy)`. */
  name?: string | null | undefined;
};

/** An invitation to a workspace. */
export type InviteMemberInput = {
  /** Capabilities in addition to those of the role. Defaults to none. */
  capabilities?: Array<string> | null | undefined;
  /** Capabilities of the role that the member does not have, for example `secrets:use`; not allowed for an OWNER. Defaults to none. */
  deniedCapabilities?: Array<string> | null | undefined;
  email: string;
  /** Role of the member, at most your own. */
  role: Role;
};

/** How much a broken rule matters. */
export type IssueSeverity =
  /** The flow cannot be activated or run. */
  | 'error'
  /** A suggestion. */
  | 'info'
  /** The flow can run, but probably not as intended. */
  | 'warning';

/** The level of a line of a log */
export type LogLevel =
  /** A detail for those who look for the cause of something */
  | 'debug'
  /** Something that failed */
  | 'error'
  /** Something that happened as intended */
  | 'info'
  /** Something that is probably not intended */
  | 'warn';

/** Email and password of an account. */
export type LoginInput = {
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

/** Whether a member has joined. */
export type MemberStatus =
  /** Has joined the workspace. */
  | 'active'
  /** Has an invitation that is not accepted yet. */
  | 'invited';

/** The author of the message; always `contact` for inbound messages. */
export type MessageAuthor =
  /** An assistant. */
  | 'agent'
  /** A campaign. */
  | 'campaign'
  /** The contact. */
  | 'contact'
  /** A flow. */
  | 'flow'
  /** A member of the workspace. */
  | 'member';

/** Whether the message comes from the contact or goes to them. */
export type MessageDirection =
  /** From the contact. */
  | 'inbound'
  /** To the contact. */
  | 'outbound';

/** The delivery status. Inbound messages are `received`; `sandboxed` messages were not sent because no provider is set up. */
export type MessageStatus =
  /** The provider reported the delivery. */
  | 'delivered'
  /** It could not be sent or delivered; see `error`. */
  | 'failed'
  /** It is going to be sent. */
  | 'queued'
  /** It came from the contact. */
  | 'received'
  /** No provider is set up, and nothing was sent. */
  | 'sandboxed'
  /** The provider accepted it. */
  | 'sent';

/** A kind of billable operation. */
export type MeterName =
  /** A call to a language model */
  | 'ai_call'
  /** An email to one recipient */
  | 'email_sent'
  /** An execution of a flow */
  | 'flow_execution'
  /** An analysis of a website for a company context */
  | 'site_analysis'
  /** A segment of an SMS */
  | 'sms_sent'
  /** A minute, or a part of one, of a phone call that was answered */
  | 'voice_minute'
  /** A WhatsApp message, as text or by template */
  | 'whatsapp_message';

/** The group of a node type in an editor. */
export type NodeCategory =
  /** Models and assistants. */
  | 'ai'
  /** Records of the workspace. */
  | 'crm'
  /** Values and code. */
  | 'data'
  /** Calls of other flows. */
  | 'flow'
  /** Requests to other servers. */
  | 'http'
  /** Branches, loops, joins and delays. */
  | 'logic'
  /** Messages to contacts. */
  | 'message'
  /** What starts a flow. */
  | 'trigger'
  /** Voice calls. */
  | 'voice'
  /** Waits for events and decisions. */
  | 'wait'
  /** Responses to webhooks. */
  | 'webhook';

/** Why an execution was not replayed */
export type NotReplayedReason =
  /** It was cancelled before its end */
  | 'cancelled'
  /** It ended before its first step */
  | 'notBegun'
  /** It has not ended: what it will record is not known */
  | 'running'
  /** It began at a node that the replayed content lacks */
  | 'startNodeMissing'
  /** The time of the request, or of one replay, was over */
  | 'timeLimit'
  /** It has recorded, or its replay leads to, more than 2,000 steps or too many bytes */
  | 'tooLarge';

/** The status of the opportunity. */
export type OpportunityStatus =
  /** The contact does not buy. */
  | 'lost'
  /** It is not decided. */
  | 'open'
  /** The contact buys. */
  | 'won';

/** Whether an outbox message was sent and delivered. */
export type OutboxMessageStatus =
  /** The provider reported the delivery, which providers do for SMS and WhatsApp. */
  | 'delivered'
  /** It was not sent, or not delivered. */
  | 'failed'
  /** No provider is configured, and nothing was sent. */
  | 'sandboxed'
  /** The provider accepted it. */
  | 'sent';

/** The current password. */
export type PasswordInput = {
  /** Your password. */
  password: string;
};

/** A stage of a pipeline. */
export type PipelineStageInput = {
  /** The ID of the stage, 1 to 100 characters. Defaults to a new ID; send the ID of an existing stage to keep it. */
  id?: string | null | undefined;
  /** The same as `id`, under its name in `PipelineStage`. */
  key?: string | null | undefined;
  /** The name of the stage, 1 to 200 characters. */
  name: string;
  /** The position of the stage, at least 0. Defaults to its index in the list. */
  order?: number | null | undefined;
  /** The probability that an opportunity in this stage is won, from 0 to 100 percent. */
  probability?: number | null | undefined;
};

/** How a draft is published. */
export type PublishFlowInput = {
  /** The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`. Without it, the flow must be at the version that the draft is based on. */
  expectedVersion?: number | null | undefined;
  /** What the new version changes, at most 500 characters. */
  message?: string | null | undefined;
  /** The `revision` of the draft that you read. If the draft has another one, the request fails with `CONFLICT`. */
  revision?: string | null | undefined;
};

/** What a workspace has a quota of. */
export type QuotaName =
  /** Executions that one execution starts by calls and events, directly and indirectly. No more are started. */
  | 'descendantsOfRoot'
  /** Executions that workers drive at once. Others stay queued. */
  | 'executionsInFlight'
  /** Executions that wait for a worker. No more are started. */
  | 'executionsQueued'
  /** Executions started per minute. Further API and webhook calls are refused; executions of events, schedules and other executions are queued until a minute has room. */
  | 'executionsStartedPerMinute'
  /** Bytes of stored files and large values. No more are stored. */
  | 'storageBytes';

/** A new account and its first workspace. */
export type RegisterInput = {
  email: string;
  /** 1 to 120 characters. Defaults to the part of the email before @. */
  name?: string | null | undefined;
  /** 8 to 200 characters. */
  password: string;
  /** Name of the first workspace, 1 to 120 characters. Defaults to the name of the user. Not allowed if `WORKSPACE_CREATION` is `operator`. */
  workspaceName?: string | null | undefined;
};

/** How a replay compares with its execution */
export type ReplayResult =
  /** A step, or how the execution ends, is different */
  | 'different'
  /** The execution could not be replayed; see `reason` */
  | 'notReplayed'
  /** Every step is the same */
  | 'same';

/** The condition under which a version is restored. */
export type RestoreFlowVersionInput = {
  /** The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`. */
  expectedVersion?: number | null | undefined;
};

/** How an execution is retried. */
export type RetryExecutionInput = {
  /** Where to start. Defaults to `failed`, or to `start` if the execution completed or `triggerData` is sent */
  from?: RetryFrom | null | undefined;
  /** ID of the node that runs again with `from: "step"`: one that has run, outside of loops */
  nodeId?: string | null | undefined;
  /** Other trigger data than that of the execution. Only allowed with `from: "start"` */
  triggerData?: Record<string, unknown> | null | undefined;
  /** The version of the flow to run. Defaults to `same` */
  version?: RetryVersion | null | undefined;
};

/** Where a retry starts */
export type RetryFrom =
  /** Keeps the completed steps and continues at those that failed */
  | 'failed'
  /** Runs all steps again */
  | 'start'
  /** Keeps the completed steps, except that of `nodeId` and those after it, which run again */
  | 'step';

/** Which version of the flow a retry runs */
export type RetryVersion =
  /** The current version. Steps are kept of nodes that it has with the same type and handles, inside the same loops */
  | 'current'
  /** The version of the retried execution */
  | 'same';

/** Role of a member in a workspace. */
export type Role =
  /** All capabilities but `boveda:manage`. */
  | 'ADMIN'
  /** Reads and writes everything but members, secrets and the audit log; runs flows and uses secrets in them. */
  | 'EDITOR'
  /** All capabilities; can delete the workspace and add credits. */
  | 'OWNER'
  /** Reads everything but the audit log. */
  | 'VIEWER';

/** A type of records that the search finds. */
export type SearchType =
  /** Agents. */
  | 'agents'
  /** Calendar events. */
  | 'calendarEvents'
  /** Call campaigns. */
  | 'callCampaigns'
  /** Caller IDs. */
  | 'callerIds'
  /** Campaigns. */
  | 'campaigns'
  /** Contacts. */
  | 'contacts'
  /** Conversations. */
  | 'conversations'
  /** Email templates. */
  | 'emailTemplates'
  /** Flows. */
  | 'flows'
  /** Knowledge documents. */
  | 'knowledgeDocs'
  /** Pipelines. */
  | 'pipelines'
  /** Voice agents. */
  | 'voiceAgents'
  /** WhatsApp templates. */
  | 'whatsappTemplates';

/** Which executions of a flow are replayed. */
export type ShadowReplayInput = {
  /** The executions, 1 to 50: of this flow, and no simulations. Defaults to those that completed or failed last. */
  executionIds?: Array<string> | null | undefined;
  /** How many of the last executions, 1 to 50. Defaults to 10. Not allowed with `executionIds`. */
  limit?: number | null | undefined;
};

/** How a flow is simulated. With `nodes`, `edges`, `variables` or `settings`, content that is not saved runs; what is not sent is that of the flow. That requires `flows:write` */
export type SimulateFlowInput = {
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** The flow that content belongs to, if it is not an argument: its secrets, settings and name apply. Defaults to that of `fromExecutionId`; without either, `nodes` is required */
  flowId?: string | null | undefined;
  /** An execution whose recorded data answers instead of running nodes: all nodes before `untilNodeId` or, without it, nodes with effects. What is redacted there stays redacted. Mocks and pinned data take precedence */
  fromExecutionId?: string | null | undefined;
  /** Outputs by node ID, used instead of running the nodes. `{handle, output}` with one of the node's handles also selects the handle by which the step continues */
  mocks?: Record<string, unknown> | null | undefined;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null | undefined;
  /** ID of the node to start at. Defaults to the trigger */
  startNodeId?: string | null | undefined;
  /** `triggerData` of the execution. Defaults to the pinned data of the trigger node, the trigger data of `fromExecutionId`, or the `sample` of the trigger node */
  triggerData?: Record<string, unknown> | null | undefined;
  /** ID of the node to end with. Only the nodes that lead to it run, and only these must be valid. Defaults to the whole flow */
  untilNodeId?: string | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** The direction in which a list is sorted. */
export type SortOrder =
  /** The smallest or earliest first. */
  | 'asc'
  /** The largest or latest first. */
  | 'desc';

/** The kind of a caller who started an execution */
export type StarterKind =
  /** An API key */
  | 'apiKey'
  /** A user */
  | 'user';

/** How a step of a replay compares with the recorded one */
export type StepComparison =
  /** Only the replay has it */
  | 'added'
  /** Its status, handle, type, output or error is another, or the input of its effect or wait; see `changes` */
  | 'changed'
  /** Only the execution has it */
  | 'removed'
  /** It is the same */
  | 'same'
  /** Its effect or wait was not recorded: the pinned data of its node, or the sample of its type, was used as output */
  | 'unrecorded';

/** A part of a step that a replay compares */
export type StepPart =
  /** Why the step failed */
  | 'error'
  /** The handle by which the execution went on */
  | 'handle'
  /** The resolved fields of the node */
  | 'input'
  /** What the step returned */
  | 'output'
  /** How the step ended */
  | 'status'
  /** The type of the node */
  | 'type';

/** The status of a step */
export type StepStatus =
  /** The step was stopped because the execution or its loop ended */
  | 'cancelled'
  /** The step ended without an error */
  | 'completed'
  /** The step ended with an error */
  | 'failed'
  /** The step is in progress */
  | 'running'
  /** No branch reached the node */
  | 'skipped'
  /** The step waits for a time, a signal, an event or its next attempt */
  | 'waiting';

/** What an execution starts with. */
export type TriggerFlowInput = {
  /** ID of the node to start at. Defaults to the trigger */
  startNodeId?: string | null | undefined;
  /** `triggerData` of the execution. Defaults to `{}` */
  triggerData?: Record<string, unknown> | null | undefined;
};

/** How a flow starts. */
export type TriggerType =
  /** By an assistant that uses it as a tool. */
  | 'ai_tool'
  /** By an event of the workspace, for example a new contact. */
  | 'crm_event'
  /** By the failure of an execution of another flow. */
  | 'execution_failed'
  /** By a call of the API, or in the dashboard. */
  | 'manual'
  /** At the times of its schedule. */
  | 'schedule'
  /** By the status of a voice call. */
  | 'voice_call'
  /** By a request to its URL. */
  | 'webhook';

/** The channel of the message. */
export type UnroutedMessageChannel =
  /** SMS. */
  | 'sms'
  /** WhatsApp. */
  | 'whatsapp';

/** The fields of a calendar event to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCalendarEventInput = {
  /** The contact of the appointment. */
  contactId?: string | null | undefined;
  /** The end of the appointment; not before `startsAt`. */
  endsAt?: string | null | undefined;
  /** The place or the URL of the appointment. At most 500 characters. */
  location?: string | null | undefined;
  /** The start of the appointment. */
  startsAt?: string | null | undefined;
  /** The status of the appointment. */
  status?: CalendarEventStatus | null | undefined;
  /** The IANA time zone of the appointment, for example Europe/Madrid. */
  timezone?: string | null | undefined;
  /** At most 200 characters. */
  title?: string | null | undefined;
};

/** The fields of a campaign to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateCampaignInput = {
  /** Contacts to send to: `{"all": true}`, or those that match every given filter: `contactIds` (at most 10,000), `tags` (any of them), `status`, `source`, `company`, `assignedTo` and `search`, which require the capability contacts:read when they are set. At most 100 keys. */
  audience?: Record<string, unknown> | null | undefined;
  /** The channel of its messages. */
  channel?: CampaignChannel | null | undefined;
  /** The text of an SMS, or of a WhatsApp message without a template, with placeholders such as {{contact.name}}. At most 20000 characters. */
  message?: string | null | undefined;
  /** The name of the campaign. At most 200 characters. */
  name?: string | null | undefined;
  /** When it is sent; a time in the past means now. */
  scheduledAt?: string | null | undefined;
  /** The status of the campaign. Clients set draft, scheduled, paused and cancelled, and sending to resume a paused one; the server sets sending and sent. */
  status?: CampaignStatus | null | undefined;
  /** The email template or WhatsApp template to send, depending on the channel. */
  templateId?: string | null | undefined;
};

/** The fields of a contact to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateContactInput = {
  /** The user ID of the member who is responsible for the contact. */
  assignedTo?: string | null | undefined;
  /** At most 200 characters. */
  company?: string | null | undefined;
  /** Further fields of the contact, of any type, by name. At most 100 keys. */
  customFields?: Record<string, unknown> | null | undefined;
  /** Whether flows, follow-ups and campaigns must not send messages to the contact. */
  doNotContact?: boolean | null | undefined;
  /** The email address, stored in lower case. Unique in the workspace. */
  email?: string | null | undefined;
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The phone number with its country code, stored in E.164 format. Unique in the workspace. */
  phone?: string | null | undefined;
  /** The source of the contact, for example a website or a campaign. At most 200 characters. */
  source?: string | null | undefined;
  /** The status of the contact. */
  status?: ContactStatus | null | undefined;
  /** Labels of the contact. At most 50 entries of 1 to 100 characters, without duplicates. */
  tags?: Array<string> | null | undefined;
  /** When the contact unsubscribed from marketing email of campaigns, sequences and flows, by the link in one or because a member set it. Null subscribes the contact again. */
  unsubscribedAt?: string | null | undefined;
};

/** The fields of a conversation to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateConversationInput = {
  /** The assistant that answers the contact. */
  agentId?: string | null | undefined;
  /** The user ID of the member who is responsible for the conversation. */
  assignedTo?: string | null | undefined;
  /** The status of the conversation. */
  status?: ConversationStatus | null | undefined;
};

/** The fields of an email template to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateEmailTemplateInput = {
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body?: string | null | undefined;
  /** A category to group templates by. At most 100 characters. */
  category?: string | null | undefined;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null | undefined;
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The status of the template. */
  status?: EmailTemplateStatus | null | undefined;
  /** At most 500 characters. */
  subject?: string | null | undefined;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: Array<string> | null | undefined;
};

/** The fields of a flow to change. Fields that are not sent stay as they are. */
export type UpdateFlowInput = {
  /** Free text, at most 5000 characters. */
  description?: string | null | undefined;
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** The version that the change is based on. If the flow is at another version, the request fails with `VERSION_CONFLICT`. */
  expectedVersion?: number | null | undefined;
  /** The folder of the flow; null for none. */
  folderId?: string | null | undefined;
  /** True activates the flow, false pauses it. */
  isActive?: boolean | null | undefined;
  /** The name of the flow, 1 to 200 characters. */
  name?: string | null | undefined;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** How the flow starts, and its limits. */
  settings?: UpdateFlowSettingsInput | null | undefined;
  /** Labels to filter by. At most 50, of 1 to 100 characters each. */
  tags?: Array<string> | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** Settings of a flow to change. Keys that are not sent stay as they are. */
export type UpdateFlowSettingsInput = {
  /** Credits that executions of the flow may spend in a day in the time zone of the workspace, as a decimal, for example `10` or `0.5`; null removes it. */
  dailyBudget?: string | null | undefined;
  /** Free text, at most 200 characters; null removes it. */
  environment?: string | null | undefined;
  /** The flow that starts when an execution of this flow fails, whatever its trigger, with the failure as its trigger data; null for the default of the workspace. */
  errorFlowId?: string | null | undefined;
  /** Executions that may be active at the same time, at least 1. Defaults to 10, at most 1000. */
  maxConcurrent?: number | null | undefined;
  /** Credits that executions of the flow may spend in a month in the time zone of the workspace, as a decimal; null removes it. */
  monthlyBudget?: string | null | undefined;
  /** Seconds that an execution may run, at least 1. Defaults to 300, at most 86400. */
  timeout?: number | null | undefined;
  /** The configuration of the trigger, also written into the trigger node. Its keys depend on the trigger. */
  triggerConfig?: Record<string, unknown> | null | undefined;
  /** How the flow starts. Defaults to the type of the trigger node, or `manual` without one. */
  triggerType?: TriggerType | null | undefined;
};

/** The fields of a folder to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateFolderInput = {
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The folder that contains this one; null at the top level. */
  parentId?: string | null | undefined;
};

/** The fields of a follow-up sequence to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateFollowUpSequenceInput = {
  /** The assistant that the sequence applies to. Defaults to all assistants. */
  agentId?: string | null | undefined;
  /** Whether contacts are enrolled. Setting it to false stops its enrollments. */
  isActive?: boolean | null | undefined;
  /** The maximum number of messages to one contact. Defaults to the number of steps. From 1 to 20. */
  maxAttempts?: number | null | undefined;
  /** The name of the sequence. At most 120 characters. */
  name?: string | null | undefined;
  /** Whether a reply assigns the conversation to the assistant again. */
  reactivateAgent?: boolean | null | undefined;
  /** In order, at most 50. An update that includes them replaces all steps. */
  steps?: Array<FollowUpStepInput> | null | undefined;
  /** The event that enrolls a contact: NO_RESPONSE, a message of the assistant without a reply. */
  triggerOn?: FollowUpSequenceTriggerOn | null | undefined;
};

/** The fields of a global variable to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateGlobalVariableInput = {
  /** At most 2000 characters. */
  description?: string | null | undefined;
  /** Unique in the workspace. Flows that use a former name are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name?: string | null | undefined;
  /** Visible to all members. Executions that start or continue after a change use the new value. At most 65536 characters. */
  value?: string | null | undefined;
};

/** What changes of the own account. */
export type UpdateMeInput = {
  /** 1 to 120 characters. */
  name?: string | null | undefined;
};

/** The fields of an opportunity to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateOpportunityInput = {
  /** The user ID of the member who is responsible for the opportunity. */
  assignedTo?: string | null | undefined;
  /** The contact of the opportunity. */
  contactId?: string | null | undefined;
  /** The currency of `value`. An ISO 4217 code of three capital letters, for example EUR. */
  currency?: string | null | undefined;
  /** Further fields of the opportunity, of any type, by name. At most 100 keys. */
  customFields?: Record<string, unknown> | null | undefined;
  /** The expected time of the decision. */
  expectedCloseDate?: string | null | undefined;
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The pipeline of the opportunity. */
  pipelineId?: string | null | undefined;
  /** The ID of a stage of the pipeline. At most 100 characters. */
  stageId?: string | null | undefined;
  /** The status of the opportunity. */
  status?: OpportunityStatus | null | undefined;
  /** The expected amount, in `currency`. At most 15 digits before and 2 after the point, for example "1250.50". */
  value?: string | null | undefined;
};

/** The fields of a pipeline to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdatePipelineInput = {
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The stages in order. An update replaces them all and must keep every stage that has opportunities. At most 100. */
  stages?: Array<PipelineStageInput> | null | undefined;
};

/** The fields of a secret to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateSecretInput = {
  /** The hosts that HTTP requests of flows may send it to: names, `*.example.com` for all subdomains, or `*` for any host. Without an entry, no request can send it. At most 50 entries, without protocol, port or path. */
  allowedHosts?: Array<string> | null | undefined;
  /** At most 2000 characters. */
  description?: string | null | undefined;
  /** Unique in the workspace; letters, digits and `_`. Flows that use the name before a change are not rewritten. At most 100 letters, digits and underscores; the first character must not be a digit. */
  name?: string | null | undefined;
  /** Stored encrypted and never returned. Executions that start or resume after a change use the new value. At most 65536 bytes. */
  value?: string | null | undefined;
};

/** The fields of a webhook to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateWebhookInput = {
  /** At most 2000 characters. */
  description?: string | null | undefined;
  /** The types of events to receive, for example `contact.created`; `custom.<name>` for events that callers publish, `*` for all that `runAs` may read. 1 to 50 entries, without duplicates. */
  events?: Array<string> | null | undefined;
  /** Whether it receives events. While false, no event is kept for it, and what was pending is cancelled. */
  isActive?: boolean | null | undefined;
  /** Where events are sent by POST. Redirects are not followed. An HTTP or HTTPS URL of at most 2000 characters. */
  url?: string | null | undefined;
};

/** The fields of a WhatsApp template to change. Fields that are not sent stay as they are; null clears an optional field. */
export type UpdateWhatsappTemplateInput = {
  /** The text, with `{{name}}` for each variable. At most 200000 characters. */
  body?: string | null | undefined;
  /** A category to group templates by. At most 100 characters. */
  category?: string | null | undefined;
  /** The language code, for example es or pt_BR. At most 35 characters. */
  language?: string | null | undefined;
  /** At most 200 characters. */
  name?: string | null | undefined;
  /** The approval status of the template at WhatsApp. */
  status?: WhatsappTemplateStatus | null | undefined;
  /** The names of the variables in the text. At most 50 entries of 1 to 100 characters, without duplicates. */
  variables?: Array<string> | null | undefined;
};

/** What changes of a workspace. */
export type UpdateWorkspaceInput = {
  /** The country whose numbering plan applies to phone numbers without a country code, as ISO 3166-1 alpha-2, for example ES. Null for none. */
  country?: string | null | undefined;
  /** Credits that the workspace may spend in a day in its time zone, as a decimal, for example `10` or `0.5`; null for no limit. */
  dailyBudget?: string | null | undefined;
  /** The flow that starts when an execution fails whose flow has no error flow of its own; null for none. */
  defaultErrorFlowId?: string | null | undefined;
  /** Credits that the workspace may spend in a month in its time zone, as a decimal; null for no limit. */
  monthlyBudget?: string | null | undefined;
  name?: string | null | undefined;
  /** The postal address in the footer of marketing emails, in one or several lines; null for none. */
  postalAddress?: string | null | undefined;
  /** IANA name of the time zone, for example Europe/Madrid. */
  timezone?: string | null | undefined;
};

/** Content to validate. With `flowId`, fields that are not sent are those of the flow. */
export type ValidateFlowContentInput = {
  /** Edges in the format of React Flow: `id`, `source`, `target`, `sourceHandle` and `targetHandle`. JSON, because editors may add their own fields. */
  edges?: Array<Record<string, unknown>> | null | undefined;
  /** The flow that the content belongs to; null for a new one. */
  flowId?: string | null | undefined;
  /** Nodes in the format of React Flow: `id`, `type`, `position` and `data`. JSON, because the fields of `data` depend on `type`, and editors may add their own. */
  nodes?: Array<Record<string, unknown>> | null | undefined;
  /** How the flow starts, and its limits. */
  settings?: FlowSettingsInput | null | undefined;
  /** Variables of the flow, at most 200. */
  variables?: Array<FlowVariableInput> | null | undefined;
};

/** The direction of the call. */
export type VoiceCallDirection =
  /** From the contact. */
  | 'inbound'
  /** To the contact. */
  | 'outbound';

/** The status of the call. A final status does not change any more. */
export type VoiceCallStatus =
  /** The line was busy. */
  | 'busy'
  /** The call was answered and has ended. */
  | 'completed'
  /** The call could not be set up. */
  | 'failed'
  /** The parties are talking. */
  | 'in_progress'
  /** The call was not answered. */
  | 'no_answer'
  /** The call is being set up. */
  | 'ringing';

/** Pending until the receiver has answered with a status of 200 to 299, or for three days; cancelled if the webhook was switched off, or the capability to read the event is missing. */
export type WebhookDeliveryStatus =
  /** The webhook was switched off first. */
  | 'cancelled'
  /** The receiver did not for three days. */
  | 'failed'
  /** It is going to be sent, or sent again; see `dueAt`. */
  | 'pending'
  /** The receiver answered with a status of 200 to 299. */
  | 'succeeded';

/** Why the server switched it off: three days of failures, or because the receiver answered 410 Gone; null unless it did. */
export type WebhookDisabledReason =
  /** All attempts of three days have failed. */
  | 'failing'
  /** The receiver answered 410 Gone. */
  | 'gone';

/** The HTTP method of a webhook call */
export type WebhookMethod =
  /** Deletes something */
  | 'DELETE'
  /** Reads */
  | 'GET'
  /** Reads the headers of a response only */
  | 'HEAD'
  /** Asks what is allowed, for example before a request of a browser */
  | 'OPTIONS'
  /** Changes something */
  | 'PATCH'
  /** Sends something */
  | 'POST'
  /** Replaces something */
  | 'PUT';

/** The approval status of the template at WhatsApp. */
export type WhatsappTemplateStatus =
  /** WhatsApp has approved it: it can be sent. */
  | 'approved'
  /** It was not submitted to WhatsApp. */
  | 'draft'
  /** WhatsApp is reviewing it. */
  | 'pending'
  /** WhatsApp has rejected it. */
  | 'rejected';

export type DashboardChangesSubscriptionVariables = Exact<{
  workspaceId: string;
  after?: string | null | undefined;
}>;


export type DashboardChangesSubscription = { workspaceChanged: { cursor: string, type: ChangedType } };

export type DashboardExecutionsSubscriptionVariables = Exact<{
  workspaceId: string;
  after?: string | null | undefined;
}>;


export type DashboardExecutionsSubscription = { workspaceExecutionUpdated: { cursor: string } };

export type RefreshDashboardSessionMutationVariables = Exact<{
  key?: string | null | undefined;
}>;


export type RefreshDashboardSessionMutation = { refresh: { accessToken: string, expiresIn: number, user: { id: string, name: string, email: string } } };

export type CanvasNodeTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type CanvasNodeTypesQuery = { nodeTypes: Array<{ type: string, title: string, category: NodeCategory, sourceHandles: Array<string>, targetHandles: Array<string> }> };

export type AccountPageQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountPageQuery = { me: { id: string, name: string, email: string, emailVerified: boolean, totp: { enabled: boolean, recoveryCodesLeft: number } } };

export type AccountUpdateMutationVariables = Exact<{
  input: UpdateMeInput;
}>;


export type AccountUpdateMutation = { updateMe: { id: string } };

export type AccountChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type AccountChangePasswordMutation = { changePassword: { accessToken: string, expiresIn: number, user: { id: string, name: string, email: string } } };

export type AccountEnrollTotpMutationVariables = Exact<{
  input: PasswordInput;
}>;


export type AccountEnrollTotpMutation = { enrollTotp: { secret: string, uri: string } };

export type AccountConfirmTotpMutationVariables = Exact<{
  input: ConfirmTotpInput;
}>;


export type AccountConfirmTotpMutation = { confirmTotp: Array<string> };

export type AccountDisableTotpMutationVariables = Exact<{
  input: PasswordInput;
}>;


export type AccountDisableTotpMutation = { disableTotp: boolean };

export type AccountSessionsQueryVariables = Exact<{
  cursor?: string | null | undefined;
}>;


export type AccountSessionsQuery = { sessions: { items: Array<{ id: string, device: string | null, address: string | null, lastUsedAt: string, current: boolean }>, pagination: { total: number, nextCursor: string | null } } };

export type AccountRevokeSessionMutationVariables = Exact<{
  sessionId: string;
}>;


export type AccountRevokeSessionMutation = { revokeSession: { deletedId: string } };

export type AccountRevokeOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type AccountRevokeOtherSessionsMutation = { revokeOtherSessions: number };

export type AnalyticsPageQueryVariables = Exact<{
  id: string;
  period?: string | null | undefined;
}>;


export type AnalyticsPageQuery = { workspace: { analytics: { overview: { contacts: { new: number, change: number | null }, conversations: { new: number, change: number | null }, messages: { new: number, change: number | null }, appointments: { upcoming: number }, flows: { active: number, executions: number } }, flows: { successRate: number, duration: { averageMs: number, p95Ms: number }, timeline: Array<{ date: string, completed: number, failed: number }>, topFlows: Array<{ flowId: string, name: string | null, executions: number, successRate: number }> }, leads: { funnel: Array<{ status: ContactStatus, count: number }>, sources: Array<{ source: string | null, count: number }> }, conversations: { timeline: Array<{ date: string, opened: number, resolved: number }> }, sms: { timeline: Array<{ date: string, sent: number, delivered: number, failed: number }> } } | null } };

export type ApprovalsWaitingQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
}>;


export type ApprovalsWaitingQuery = { workspace: { executions: { items: Array<{ id: string, flowId: string, flowName: string, steps: Array<{ id: string, name: string, nodeType: string, input: unknown, startedAt: string, resumeAt: string | null }> }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type ApprovalsDecideMutationVariables = Exact<{
  workspaceId: string;
  executionId: string;
  stepId: string;
  input: DecideApprovalInput;
}>;


export type ApprovalsDecideMutation = { decideApproval: { id: string } };

export type AuditEntriesQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  outcome?: AuditOutcome | null | undefined;
  cursor?: string | null | undefined;
}>;


export type AuditEntriesQuery = { workspace: { auditLog: { items: Array<{ id: string, createdAt: string, action: string, actor: string | null, actorKind: AuditActorKind, userId: string | null, keyId: string | null, outcome: AuditOutcome, code: string | null, fields: Array<string>, targetId: string | null, ip: string | null, requestId: string, before: Record<string, unknown> | null, after: Record<string, unknown> | null, details: Record<string, unknown> | null, hash: string }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type AuditActorsQueryVariables = Exact<{
  id: string;
}>;


export type AuditActorsQuery = { workspace: { members: { items: Array<{ userId: string | null, name: string | null, email: string }> } | null, apiKeys: { items: Array<{ id: string, name: string }> } | null } };

export type CalendarEventsQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type CalendarEventsQuery = { workspace: { calendarEvents: { items: Array<{ id: string, title: string, startsAt: string, endsAt: string, status: CalendarEventStatus, location: string | null, timezone: string, updatedAt: string, contact: { id: string, name: string | null, email: string | null, phone: string | null } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type CalendarEventQueryVariables = Exact<{
  id: string;
  eventId: string;
}>;


export type CalendarEventQuery = { workspace: { calendarEvent: { id: string, title: string, startsAt: string, endsAt: string, status: CalendarEventStatus, location: string | null, timezone: string, updatedAt: string, contact: { id: string, name: string | null, email: string | null, phone: string | null } | null } | null } };

export type CalendarCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateCalendarEventInput;
}>;


export type CalendarCreateMutation = { createCalendarEvent: { id: string } };

export type CalendarUpdateMutationVariables = Exact<{
  workspaceId: string;
  eventId: string;
  input: UpdateCalendarEventInput;
  since?: string | null | undefined;
}>;


export type CalendarUpdateMutation = { updateCalendarEvent: { id: string } };

export type CalendarDeleteMutationVariables = Exact<{
  workspaceId: string;
  eventId: string;
}>;


export type CalendarDeleteMutation = { deleteCalendarEvent: { deletedId: string } };

export type CampaignSendMutationVariables = Exact<{
  workspaceId: string;
  campaignId: string;
}>;


export type CampaignSendMutation = { sendCampaign: { id: string } };

export type CampaignDeleteMutationVariables = Exact<{
  workspaceId: string;
  campaignId: string;
}>;


export type CampaignDeleteMutation = { deleteCampaign: { deletedId: string } };

export type CampaignRecipientsQueryVariables = Exact<{
  id: string;
  campaignId: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
  status?: CampaignRecipientStatus | null | undefined;
}>;


export type CampaignRecipientsQuery = { workspace: { campaignRecipients: { items: Array<{ id: string, status: CampaignRecipientStatus, error: string | null, sentAt: string | null, contactId: string, contact: { name: string | null, email: string | null, phone: string | null } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type CampaignsAddressQueryVariables = Exact<{
  id: string;
}>;


export type CampaignsAddressQuery = { workspace: { id: string, postalAddress: string | null } };

export type CampaignsCountContactsQueryVariables = Exact<{
  id: string;
  status?: ContactStatus | null | undefined;
  tag?: string | null | undefined;
  source?: string | null | undefined;
  company?: string | null | undefined;
}>;


export type CampaignsCountContactsQuery = { workspace: { contacts: { pagination: { total: number } } | null } };

export type CampaignsTemplatesQueryVariables = Exact<{
  id: string;
}>;


export type CampaignsTemplatesQuery = { workspace: { emailTemplates: { items: Array<{ id: string, name: string }> } | null, whatsappTemplates: { items: Array<{ id: string, name: string }> } | null } };

export type CampaignsCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateCampaignInput;
}>;


export type CampaignsCreateMutation = { createCampaign: { id: string } };

export type CampaignsListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
  status?: CampaignStatus | null | undefined;
  channel?: CampaignChannel | null | undefined;
  sortBy?: CampaignSortKey | null | undefined;
  sortOrder?: SortOrder | null | undefined;
}>;


export type CampaignsListQuery = { workspace: { campaigns: { items: Array<{ id: string, name: string, channel: CampaignChannel, status: CampaignStatus, scheduledAt: string | null, recipientCount: number, sentCount: number, sandboxedCount: number, failedCount: number, skippedCount: number, createdAt: string, audience: { all: boolean | null, assignedTo: string | null, company: string | null, contactIds: Array<string> | null, search: string | null, source: string | null, status: ContactStatus | null, tags: Array<string> | null } }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type CampaignsDetailsQueryVariables = Exact<{
  id: string;
  campaignId: string;
}>;


export type CampaignsDetailsQuery = { workspace: { campaign: { id: string, name: string, channel: CampaignChannel, status: CampaignStatus, message: string | null, templateId: string | null, scheduledAt: string | null, error: string | null, recipientCount: number, sentCount: number, deliveredCount: number, sandboxedCount: number, failedCount: number, skippedCount: number, createdAt: string, updatedAt: string, audience: { all: boolean | null, assignedTo: string | null, company: string | null, contactIds: Array<string> | null, search: string | null, source: string | null, status: ContactStatus | null, tags: Array<string> | null }, emailTemplate: { name: string, subject: string } | null, whatsappTemplate: { name: string } | null } | null } };

export type CampaignsUpdateMutationVariables = Exact<{
  workspaceId: string;
  campaignId: string;
  input: UpdateCampaignInput;
  since?: string | null | undefined;
}>;


export type CampaignsUpdateMutation = { updateCampaign: { id: string } };

export type ConnectionsPageQueryVariables = Exact<{
  id: string;
}>;


export type ConnectionsPageQuery = { workspace: { smtp: { items: Array<{ id: string, name: string, flowId: string | null, usedBy: Array<{ flowId: string, name: string }> }> } | null, twilio: { items: Array<{ id: string, name: string, flowId: string | null, usedBy: Array<{ flowId: string, name: string }> }> } | null, whatsapp: { items: Array<{ id: string, name: string, flowId: string | null, usedBy: Array<{ flowId: string, name: string }> }> } | null, llm: { items: Array<{ id: string, name: string, flowId: string | null, usedBy: Array<{ flowId: string, name: string }> }> } | null, lastEmail: { items: Array<{ status: OutboxMessageStatus, createdAt: string, error: { message: string } | null }> } | null, lastSms: { items: Array<{ status: OutboxMessageStatus, createdAt: string, error: { message: string } | null }> } | null, lastWhatsapp: { items: Array<{ status: OutboxMessageStatus, createdAt: string, error: { message: string } | null }> } | null, usage: { events: { items: Array<{ createdAt: string }> } } | null } };

export type ConnectionsCreateSecretMutationVariables = Exact<{
  workspaceId: string;
  input: CreateSecretInput;
}>;


export type ConnectionsCreateSecretMutation = { createSecret: { id: string } };

export type ConnectionsUpdateSecretMutationVariables = Exact<{
  workspaceId: string;
  secretId: string;
  input: UpdateSecretInput;
}>;


export type ConnectionsUpdateSecretMutation = { updateSecret: { id: string } };

export type ContactDeleteMutationVariables = Exact<{
  workspaceId: string;
  contactId: string;
}>;


export type ContactDeleteMutation = { deleteContact: { deletedId: string } };

export type ContactSetDoNotContactMutationVariables = Exact<{
  workspaceId: string;
  contactId: string;
  doNotContact: boolean;
}>;


export type ContactSetDoNotContactMutation = { updateContact: { id: string } };

export type ContactDetailsQueryVariables = Exact<{
  id: string;
  contactId: string;
}>;


export type ContactDetailsQuery = { workspace: { contact: { id: string, name: string | null, email: string | null, phone: string | null, company: string | null, status: ContactStatus, source: string | null, tags: Array<string>, assignedTo: string | null, doNotContact: boolean, unsubscribedAt: string | null, unsubscribedBy: ContactUnsubscribedBy | null, customFields: Record<string, unknown>, createdAt: string, updatedAt: string, assignee: { name: string | null, email: string } | null, conversations: { items: Array<{ id: string, channel: ConversationChannel, status: ConversationStatus, createdAt: string, lastMessageAt: string | null, messages: { items: Array<{ id: string, body: string, direction: MessageDirection }> } | null }> } | null, opportunities: { items: Array<{ id: string, name: string, value: string | null, currency: string | null, status: OpportunityStatus, createdAt: string, pipelineId: string, stage: { name: string } | null }> } | null, calendarEvents: { items: Array<{ id: string, title: string, startsAt: string, status: CalendarEventStatus, location: string | null }> } | null, voiceCalls: { items: Array<{ id: string, direction: VoiceCallDirection, status: VoiceCallStatus, createdAt: string }> } | null } | null } };

export type ContactsBatchMutationVariables = Exact<{
  workspaceId: string;
  input: BatchInput;
}>;


export type ContactsBatchMutation = { batchContacts: { results: Array<{ recordId: string | null, error: { message: string } | null }> } };

export type ContactsCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateContactInput;
}>;


export type ContactsCreateMutation = { createContact: { id: string } };

export type ContactsUpdateMutationVariables = Exact<{
  workspaceId: string;
  contactId: string;
  input: UpdateContactInput;
  since?: string | null | undefined;
}>;


export type ContactsUpdateMutation = { updateContact: { id: string } };

export type ContactsExportQueryVariables = Exact<{
  id: string;
  after?: string | null | undefined;
}>;


export type ContactsExportQuery = { workspace: { contactsCsv: { text: string, next: string | null } | null } };

export type ContactsImportMutationVariables = Exact<{
  workspaceId: string;
  input: ImportContactsInput;
}>;


export type ContactsImportMutation = { importContacts: { created: number, updated: number, unchanged: number, failed: number, results: Array<{ index: number, status: BulkRowStatus, errors: Array<{ field: string, message: string }> }> } };

export type ContactsListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
  status?: ContactStatus | null | undefined;
  tag?: string | null | undefined;
  assignedTo?: string | null | undefined;
  doNotContact?: boolean | null | undefined;
  sortBy?: ContactSortKey | null | undefined;
  sortOrder?: SortOrder | null | undefined;
}>;


export type ContactsListQuery = { workspace: { contacts: { items: Array<{ id: string, name: string | null, email: string | null, phone: string | null, company: string | null, status: ContactStatus, source: string | null, tags: Array<string>, assignedTo: string | null, doNotContact: boolean, customFields: Record<string, unknown>, createdAt: string, updatedAt: string, assignee: { name: string | null, email: string } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type CustomersFindContactsQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
}>;


export type CustomersFindContactsQuery = { workspace: { contacts: { items: Array<{ id: string, name: string | null, email: string | null, phone: string | null }> } | null } };

export type CustomersMembersQueryVariables = Exact<{
  id: string;
}>;


export type CustomersMembersQuery = { workspace: { members: { items: Array<{ userId: string | null, name: string | null, email: string }> } | null } };

export type EditorFlowQueryVariables = Exact<{
  id: string;
  flowId: string;
}>;


export type EditorFlowQuery = { workspace: { flow: { id: string, name: string, description: string, tags: Array<string>, isActive: boolean, version: number, updatedAt: string, webhookUrl: string | null, runAs: string | null, nodes: Array<Record<string, unknown>>, edges: Array<Record<string, unknown>>, settings: { dailyBudget: string | null, environment: string | null, errorFlowId: string | null, maxConcurrent: number, monthlyBudget: string | null, timeout: number }, variables: Array<{ name: string, scope: FlowVariableScope, type: FlowVariableType, value: unknown }>, draft: { revision: string, baseVersion: number, updatedAt: string, updatedBy: string | null, nodes: Array<Record<string, unknown>>, edges: Array<Record<string, unknown>>, settings: { dailyBudget: string | null, environment: string | null, errorFlowId: string | null, maxConcurrent: number, monthlyBudget: string | null, timeout: number }, variables: Array<{ name: string, scope: FlowVariableScope, type: FlowVariableType, value: unknown }> } | null, lastExecution: { id: string } | null } | null } };

export type EditorSaveDraftMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input: FlowDraftInput;
}>;


export type EditorSaveDraftMutation = { saveFlowDraft: { revision: string, baseVersion: number, updatedAt: string } };

export type EditorPublishMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input: PublishFlowInput;
}>;


export type EditorPublishMutation = { publishFlow: { id: string, version: number } };

export type EditorDiscardMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
}>;


export type EditorDiscardMutation = { discardFlowDraft: { deletedId: string } };

export type EditorUpdateFlowMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input: UpdateFlowInput;
}>;


export type EditorUpdateFlowMutation = { updateFlow: { id: string, version: number, isActive: boolean } };

export type EditorVersionQueryVariables = Exact<{
  id: string;
  flowId: string;
  version: number;
}>;


export type EditorVersionQuery = { workspace: { flowVersion: { nodes: Array<Record<string, unknown>>, edges: Array<Record<string, unknown>>, settings: { dailyBudget: string | null, environment: string | null, errorFlowId: string | null, maxConcurrent: number, monthlyBudget: string | null, timeout: number }, variables: Array<{ name: string, scope: FlowVariableScope, type: FlowVariableType, value: unknown }> } | null } };

export type EditorValidateQueryVariables = Exact<{
  id: string;
  input: ValidateFlowContentInput;
}>;


export type EditorValidateQuery = { workspace: { validateFlowContent: { valid: boolean, issues: Array<{ ruleId: string, severity: IssueSeverity, message: string, nodeId: string | null, edgeId: string | null, field: string | null }>, predictedCost: { credits: string } } | null } };

export type EditorEvaluateQueryVariables = Exact<{
  id: string;
  input: EvaluateExpressionInput;
}>;


export type EditorEvaluateQuery = { workspace: { evaluateExpression: { value: unknown, type: string | null, missing: Array<string>, error: { code: string, message: string } | null } | null } };

export type EditorChoicesQueryVariables = Exact<{
  id: string;
  flows: boolean;
  agents: boolean;
  voiceAgents: boolean;
  pipelines: boolean;
  sequences: boolean;
  secrets: boolean;
}>;


export type EditorChoicesQuery = { workspace: { flows?: { items: Array<{ id: string, name: string }> } | null, agents?: { items: Array<{ id: string, name: string }> } | null, voiceAgents?: { items: Array<{ id: string, name: string }> } | null, pipelines?: { items: Array<{ id: string, name: string, stages: Array<{ key: string, name: string }> }> } | null, followUpSequences?: { items: Array<{ id: string, name: string }> } | null, secrets?: { items: Array<{ id: string, name: string }> } | null } };

export type EditorNodeTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type EditorNodeTypesQuery = { nodeTypes: Array<{ type: string, title: string, category: NodeCategory, description: string, effects: boolean, errorHandle: boolean, sourceHandles: Array<string>, targetHandles: Array<string>, capability: string | null, trigger: TriggerType | null, example: Record<string, unknown>, sample: unknown, fields: Record<string, unknown>, sinks: Record<string, unknown>, verbatim: Record<string, unknown> }> };

export type EditorRecentExecutionsQueryVariables = Exact<{
  id: string;
  flowId: string;
}>;


export type EditorRecentExecutionsQuery = { workspace: { flow: { executions: { items: Array<{ id: string, status: ExecutionStatus, trigger: ExecutionTrigger }> } } | null } };

export type EditorShadowReplayMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input?: ShadowReplayInput | null | undefined;
}>;


export type EditorShadowReplayMutation = { shadowReplay: { executions: Array<{ executionId: string, createdAt: string, result: ReplayResult, reason: NotReplayedReason | null, statusBefore: ExecutionStatus, statusAfter: ExecutionStatus | null, errorAfter: { code: string, message: string } | null, firstDivergence: { nodeId: string, iteration: string | null, name: string } | null, counts: { same: number }, steps: Array<{ nodeId: string, iteration: string | null, name: string, comparison: StepComparison, statusAfter: StepStatus | null, changes: Array<{ part: StepPart, path: string | null, before: string | null, after: string | null, isCut: boolean }> }> }> } };

export type EditorSimulateMutationVariables = Exact<{
  workspaceId: string;
  input?: SimulateFlowInput | null | undefined;
}>;


export type EditorSimulateMutation = { simulateFlow: { executionId: string } };

export type EditorTriggerMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input?: TriggerFlowInput | null | undefined;
}>;


export type EditorTriggerMutation = { triggerFlow: { executionId: string } };

export type EditorCreateTemplateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateFlowTemplateInput;
}>;


export type EditorCreateTemplateMutation = { createFlowTemplate: { id: string } };

export type EditorErrorFlowsQueryVariables = Exact<{
  id: string;
}>;


export type EditorErrorFlowsQuery = { workspace: { flows: { items: Array<{ id: string, name: string }> } | null } };

export type EditorRegenerateTokenMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
}>;


export type EditorRegenerateTokenMutation = { regenerateWebhookToken: { id: string, webhookUrl: string | null } };

export type EditorRecordedQueryVariables = Exact<{
  id: string;
  executionId: string;
}>;


export type EditorRecordedQuery = { workspace: { execution: { id: string, status: ExecutionStatus, startedAt: string, triggerData: unknown, steps: Array<{ id: string, nodeId: string, status: StepStatus, iteration: string | null, output: unknown, input: unknown, error: { code: string, message: string } | null }> } | null } };

export type EditorRunSubscriptionVariables = Exact<{
  workspaceId: string;
  executionId: string;
  after?: string | null | undefined;
}>;


export type EditorRunSubscription = { executionUpdated: { cursor: string, execution: { id: string, status: ExecutionStatus, phase: ExecutionPhase, durationMs: number | null, error: { code: string, message: string, nodeId: string | null } | null }, step: { id: string, nodeId: string, name: string, status: StepStatus, iteration: string | null, durationMs: number | null, handle: string | null, error: { code: string, message: string } | null } | null } };

export type EditorNamesQueryVariables = Exact<{
  id: string;
}>;


export type EditorNamesQuery = { workspace: { globalVariables: { items: Array<{ name: string, value: string }> } | null, secrets: { items: Array<{ name: string }> } | null } };

export type EditorDiffQueryVariables = Exact<{
  id: string;
  flowId: string;
  version: number;
  against?: number | null | undefined;
}>;


export type EditorDiffQuery = { workspace: { flowVersionDiff: { fields: Array<{ field: string, before: unknown, after: unknown }>, nodes: { added: Array<Record<string, unknown>>, removed: Array<Record<string, unknown>>, changed: Array<{ elementId: string, fields: Array<{ field: string, before: unknown, after: unknown }> }> }, edges: { added: Array<Record<string, unknown>>, removed: Array<Record<string, unknown>> }, variables: { added: Array<Record<string, unknown>>, removed: Array<Record<string, unknown>>, changed: Array<{ elementId: string }> } } | null } };

export type EditorVersionsQueryVariables = Exact<{
  id: string;
  flowId: string;
  cursor?: string | null | undefined;
}>;


export type EditorVersionsQuery = { workspace: { flow: { versions: { items: Array<{ version: number, message: string | null, createdAt: string }>, pagination: { total: number, nextCursor: string | null } } } | null } };

export type EditorRestoreMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  version: number;
  input?: RestoreFlowVersionInput | null | undefined;
}>;


export type EditorRestoreMutation = { restoreFlowVersion: { id: string, version: number } };

export type ExecutionCancelMutationVariables = Exact<{
  workspaceId: string;
  executionId: string;
}>;


export type ExecutionCancelMutation = { cancelExecution: { id: string } };

export type ExecutionCompareWithQueryVariables = Exact<{
  workspaceId: string;
  flowId: string;
  to?: string | null | undefined;
}>;


export type ExecutionCompareWithQuery = { workspace: { before: { items: Array<{ id: string, startedAt: string }> } | null, executions: { items: Array<{ id: string, status: ExecutionStatus, phase: ExecutionPhase, flowVersion: number, startedAt: string }> } | null } };

export type ExecutionStepDataQueryVariables = Exact<{
  workspaceId: string;
  id: string;
  after?: string | null | undefined;
}>;


export type ExecutionStepDataQuery = { workspace: { execution: { steps: Array<{ id: string, nodeId: string, iteration: string | null, status: StepStatus, input: unknown, output: unknown }> } | null } };

export type ExecutionHeadQueryVariables = Exact<{
  workspaceId: string;
  id: string;
}>;


export type ExecutionHeadQuery = { workspace: { execution: { id: string, cursor: string, status: ExecutionStatus, phase: ExecutionPhase, flowId: string, flowName: string, flowVersion: number, trigger: ExecutionTrigger, triggerData: unknown, output: unknown, startNodeId: string | null, startedAt: string, finishedAt: string | null, durationMs: number | null, createdAt: string, creditsUsed: string, parentExecutionId: string | null, retryOf: string | null, stepCount: number, request: { method: WebhookMethod, path: string, query: Record<string, unknown>, headers: Record<string, unknown>, contentType: string | null, rawBody: string | null } | null, startedBy: { kind: StarterKind, name: string | null } | null, error: { code: string, message: string, nodeId: string | null } | null, flow: { id: string, version: number } | null, version: { nodes: Array<Record<string, unknown>>, edges: Array<Record<string, unknown>>, variables: Array<{ name: string, value: unknown }> } | null, retries: Array<{ id: string, status: ExecutionStatus, phase: ExecutionPhase, startedAt: string }>, children: Array<{ id: string, flowName: string, status: ExecutionStatus, phase: ExecutionPhase }>, steps: Array<{ id: string, nodeId: string, iteration: string | null, status: StepStatus, attempt: number, startedAt: string, finishedAt: string | null, handle: string | null, resumeAt: string | null, interruptions: number, error: { code: string, message: string } | null }> } | null } };

export type ExecutionAllStepsQueryVariables = Exact<{
  workspaceId: string;
  id: string;
}>;


export type ExecutionAllStepsQuery = { workspace: { execution: { cursor: string, status: ExecutionStatus, phase: ExecutionPhase, finishedAt: string | null, steps: Array<{ id: string, nodeId: string, iteration: string | null, status: StepStatus, attempt: number, startedAt: string, finishedAt: string | null, handle: string | null, resumeAt: string | null, interruptions: number, error: { code: string, message: string } | null }> } | null } };

export type ExecutionEventsSubscriptionVariables = Exact<{
  workspaceId: string;
  executionId: string;
  after?: string | null | undefined;
}>;


export type ExecutionEventsSubscription = { executionUpdated: { cursor: string, execution: { status: ExecutionStatus, phase: ExecutionPhase, finishedAt: string | null }, step: { id: string, nodeId: string, iteration: string | null, status: StepStatus, attempt: number, startedAt: string, finishedAt: string | null, handle: string | null, resumeAt: string | null, interruptions: number, error: { code: string, message: string } | null, attempts: Array<{ startedAt: string, finishedAt: string | null }> } | null } };

export type ExecutionStepQueryVariables = Exact<{
  workspaceId: string;
  executionId: string;
  stepId: string;
}>;


export type ExecutionStepQuery = { workspace: { execution: { id: string, step: { id: string, name: string, nodeId: string, nodeType: string, iteration: string | null, status: StepStatus, attempt: number, input: unknown, output: unknown, truncated: boolean, handle: string | null, startedAt: string, finishedAt: string | null, durationMs: number | null, resumeAt: string | null, interruptions: number, creditsUsed: string, approvalUrl: string | null, attempts: Array<{ attempt: number, status: StepStatus, startedAt: string, finishedAt: string | null, error: { code: string, message: string } | null }>, error: { code: string, message: string } | null, logs: Array<{ at: string, level: LogLevel, message: string }>, childExecution: { id: string, flowName: string, status: ExecutionStatus, phase: ExecutionPhase } | null } } | null } };

export type ExecutionRetryMutationVariables = Exact<{
  workspaceId: string;
  executionId: string;
  input?: RetryExecutionInput | null | undefined;
}>;


export type ExecutionRetryMutation = { retryExecution: { executionId: string } };

export type ExecutionVariablesQueryVariables = Exact<{
  workspaceId: string;
  executionId: string;
  nodeId: string;
}>;


export type ExecutionVariablesQuery = { workspace: { execution: { steps: Array<{ id: string, output: unknown, finishedAt: string | null }> } | null } };

export type ExecutionVersionDiffQueryVariables = Exact<{
  workspaceId: string;
  flowId: string;
  version: number;
  against: number;
}>;


export type ExecutionVersionDiffQuery = { workspace: { flowVersionDiff: { nodes: { added: Array<Record<string, unknown>>, removed: Array<Record<string, unknown>>, changed: Array<{ elementId: string }> }, edges: { added: Array<Record<string, unknown>>, removed: Array<Record<string, unknown>> } } | null } };

export type ExecutionDecideMutationVariables = Exact<{
  workspaceId: string;
  executionId: string;
  stepId: string;
  input: DecideApprovalInput;
}>;


export type ExecutionDecideMutation = { decideApproval: { id: string } };

export type ExecutionsRetryManyMutationVariables = Exact<{
  workspaceId: string;
  input: ExecutionBulkInput;
}>;


export type ExecutionsRetryManyMutation = { retryExecutions: { count: number, next: string | null, skipped: Array<{ executionId: string, code: string, message: string }> | null } };

export type ExecutionsCancelManyMutationVariables = Exact<{
  workspaceId: string;
  input: ExecutionBulkInput;
}>;


export type ExecutionsCancelManyMutation = { cancelExecutions: { count: number, next: string | null, skipped: Array<{ executionId: string, code: string, message: string }> | null } };

export type ExecutionsRetryOneMutationVariables = Exact<{
  workspaceId: string;
  executionId: string;
  input?: RetryExecutionInput | null | undefined;
}>;


export type ExecutionsRetryOneMutation = { retryExecution: { executionId: string } };

export type ExecutionsCancelOneMutationVariables = Exact<{
  workspaceId: string;
  executionId: string;
}>;


export type ExecutionsCancelOneMutation = { cancelExecution: { id: string } };

export type ExecutionsErrorGroupsQueryVariables = Exact<{
  workspaceId: string;
  from?: string | null | undefined;
  flowId?: string | null | undefined;
}>;


export type ExecutionsErrorGroupsQuery = { workspace: { executionErrorGroups: Array<{ flowId: string, flowName: string, flowVersion: number, code: string, nodeId: string | null, message: string, count: number, firstAt: string, lastAt: string, hours: Array<number> }> | null } };

export type ExecutionsListQueryVariables = Exact<{
  workspaceId: string;
  cursor?: string | null | undefined;
  status?: ExecutionStatus | null | undefined;
  phase?: ExecutionPhase | null | undefined;
  trigger?: ExecutionTrigger | null | undefined;
  flowId?: string | null | undefined;
  from?: string | null | undefined;
  search?: string | null | undefined;
  errorCode?: string | null | undefined;
  nodeId?: string | null | undefined;
  flowVersion?: number | null | undefined;
}>;


export type ExecutionsListQuery = { workspace: { executions: { items: Array<{ id: string, flowId: string, flowName: string, flowVersion: number, status: ExecutionStatus, phase: ExecutionPhase, trigger: ExecutionTrigger, startedAt: string, durationMs: number | null, error: { code: string, message: string, nodeId: string | null } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type ExecutionsFlowsQueryVariables = Exact<{
  workspaceId: string;
}>;


export type ExecutionsFlowsQuery = { workspace: { flows: { items: Array<{ id: string, name: string }> } | null } };

export type ExecutionsCurrentVersionQueryVariables = Exact<{
  workspaceId: string;
  flowId: string;
}>;


export type ExecutionsCurrentVersionQuery = { workspace: { flow: { version: number } | null } };

export type FlowsCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateFlowInput;
}>;


export type FlowsCreateMutation = { createFlow: { id: string } };

export type FlowsImportMutationVariables = Exact<{
  workspaceId: string;
  input: ImportFlowInput;
}>;


export type FlowsImportMutation = { importFlow: { flow: { id: string, name: string }, issues: Array<{ message: string }> } };

export type FlowsListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
  tag?: string | null | undefined;
  folderId?: string | null | undefined;
  status?: FlowStatus | null | undefined;
  triggerType?: TriggerType | null | undefined;
  sortBy?: FlowSortKey | null | undefined;
  sortOrder?: SortOrder | null | undefined;
}>;


export type FlowsListQuery = { workspace: { flows: { items: Array<{ id: string, name: string, description: string, isActive: boolean, tags: Array<string>, folderId: string | null, updatedAt: string, settings: { triggerType: TriggerType }, draft: { updatedAt: string } | null, lastExecution: { id: string, status: ExecutionStatus, phase: ExecutionPhase, startedAt: string } | null, executions: { items: Array<{ id: string, status: ExecutionStatus }> } }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type FlowsFoldersQueryVariables = Exact<{
  id: string;
}>;


export type FlowsFoldersQuery = { workspace: { folders: { items: Array<{ id: string, name: string, parentId: string | null, flowCount: number }> } | null } };

export type FlowsUpdateMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input: UpdateFlowInput;
}>;


export type FlowsUpdateMutation = { updateFlow: { id: string, isActive: boolean } };

export type FlowsDeleteMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
}>;


export type FlowsDeleteMutation = { deleteFlow: { deletedId: string } };

export type FlowsDuplicateMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
}>;


export type FlowsDuplicateMutation = { duplicateFlow: { id: string, name: string } };

export type FlowsExportQueryVariables = Exact<{
  id: string;
  flowId: string;
}>;


export type FlowsExportQuery = { workspace: { flow: { export: { format: string, formatVersion: number, name: string, description: string, tags: Array<string>, nodes: Array<Record<string, unknown>>, edges: Array<Record<string, unknown>>, exportedAt: string, settings: { dailyBudget: string | null, environment: string | null, errorFlowId: string | null, maxConcurrent: number, monthlyBudget: string | null, timeout: number, triggerType: TriggerType, storedTriggerConfig: Record<string, unknown> }, variables: Array<{ name: string, scope: FlowVariableScope, type: FlowVariableType, value: unknown }>, requires: { secrets: Array<string>, globalVars: Array<string>, flows: Array<{ flowId: string, name: string | null }>, records: Array<{ kind: string, recordId: string }>, values: Array<{ nodeId: string | null, field: string }> } } } | null } };

export type FlowsCreateFolderMutationVariables = Exact<{
  workspaceId: string;
  input: CreateFolderInput;
}>;


export type FlowsCreateFolderMutation = { createFolder: { id: string } };

export type FlowsUpdateFolderMutationVariables = Exact<{
  workspaceId: string;
  folderId: string;
  input: UpdateFolderInput;
}>;


export type FlowsUpdateFolderMutation = { updateFolder: { id: string } };

export type FlowsDeleteFolderMutationVariables = Exact<{
  workspaceId: string;
  folderId: string;
}>;


export type FlowsDeleteFolderMutation = { deleteFolder: { deletedId: string } };

export type FlowsRecipesQueryVariables = Exact<{
  id: string;
}>;


export type FlowsRecipesQuery = { workspace: { templates: { items: Array<{ id: string, name: string, description: string, category: string }> } | null } };

export type FlowsUseTemplateMutationVariables = Exact<{
  workspaceId: string;
  templateId: string;
  input?: CopyFlowInput | null | undefined;
}>;


export type FlowsUseTemplateMutation = { useFlowTemplate: { id: string } };

export type FlowsTryTemplateMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
}>;


export type FlowsTryTemplateMutation = { simulateFlow: { executionId: string } };

export type HomeDemoFlowQueryVariables = Exact<{
  id: string;
}>;


export type HomeDemoFlowQuery = { workspace: { flows: { items: Array<{ id: string, name: string }> } | null } };

export type HomeRunDemoMutationVariables = Exact<{
  workspaceId: string;
  flowId: string;
  input?: TriggerFlowInput | null | undefined;
}>;


export type HomeRunDemoMutation = { triggerFlow: { executionId: string } };

export type HomePageQueryVariables = Exact<{
  id: string;
  day?: string | null | undefined;
}>;


export type HomePageQuery = { workspace: { running: { pagination: { total: number } } | null, waiting: { items: Array<{ id: string, steps: Array<{ id: string, nodeType: string }> }>, pagination: { total: number } } | null, failed: { items: Array<{ id: string, flowName: string, finishedAt: string | null, startedAt: string, error: { code: string, message: string } | null }>, pagination: { total: number } } | null, analytics: { flows: { timeline: Array<{ date: string, completed: number, failed: number }> } } | null, usage: { summary: { totals: { credits: string }, wallet: { available: string } } } | null } };

export type HomeRecipesQueryVariables = Exact<{
  id: string;
}>;


export type HomeRecipesQuery = { workspace: { templates: { items: Array<{ id: string, name: string, description: string, builtIn: boolean, requiredSecrets: Array<string>, settings: { triggerType: TriggerType } }> } | null } };

export type InboxConversationQueryVariables = Exact<{
  id: string;
  conversationId: string;
}>;


export type InboxConversationQuery = { workspace: { conversation: { id: string, channel: ConversationChannel, status: ConversationStatus, assignedTo: string | null, contact: { id: string, name: string | null, email: string | null, phone: string | null, company: string | null, status: ContactStatus, tags: Array<string>, doNotContact: boolean } | null } | null } };

export type InboxListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
  status?: ConversationStatus | null | undefined;
  channel?: ConversationChannel | null | undefined;
  assignedTo?: string | null | undefined;
}>;


export type InboxListQuery = { workspace: { conversations: { items: Array<{ id: string, channel: ConversationChannel, status: ConversationStatus, createdAt: string, lastMessageAt: string | null, contact: { id: string, name: string | null, email: string | null, phone: string | null } | null, assignee: { name: string | null, email: string } | null, messages: { items: Array<{ id: string, body: string, direction: MessageDirection, status: MessageStatus }> } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type InboxMessagesQueryVariables = Exact<{
  id: string;
  conversationId: string;
  cursor?: string | null | undefined;
}>;


export type InboxMessagesQuery = { workspace: { messages: { items: Array<{ id: string, author: MessageAuthor, body: string, direction: MessageDirection, status: MessageStatus, error: string | null, createdAt: string }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type InboxCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateConversationInput;
}>;


export type InboxCreateMutation = { createConversation: { id: string } };

export type InboxUpdateMutationVariables = Exact<{
  workspaceId: string;
  conversationId: string;
  input: UpdateConversationInput;
}>;


export type InboxUpdateMutation = { updateConversation: { id: string } };

export type InboxCountUnroutedQueryVariables = Exact<{
  id: string;
}>;


export type InboxCountUnroutedQuery = { workspace: { unroutedMessages: { pagination: { total: number } } | null } };

export type InboxUnroutedQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
}>;


export type InboxUnroutedQuery = { workspace: { unroutedMessages: { items: Array<{ id: string, body: string, channel: UnroutedMessageChannel, sender: string, senderName: string | null, receivedAt: string }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type InboxAssignUnroutedMutationVariables = Exact<{
  workspaceId: string;
  unroutedMessageId: string;
  input: AssignUnroutedMessageInput;
}>;


export type InboxAssignUnroutedMutation = { assignUnroutedMessage: { id: string } };

export type InboxDiscardUnroutedMutationVariables = Exact<{
  workspaceId: string;
  unroutedMessageId: string;
}>;


export type InboxDiscardUnroutedMutation = { deleteUnroutedMessage: { deletedId: string } };

export type InboxSendMutationVariables = Exact<{
  workspaceId: string;
  conversationId: string;
  body: string;
}>;


export type InboxSendMutation = { createMessage: { id: string } };

export type ApiKeysCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateApiKeyInput;
}>;


export type ApiKeysCreateMutation = { createApiKey: { key: string } };

export type ApiKeysCapabilitiesQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysCapabilitiesQuery = { capabilities: Array<{ name: string, description: string }> };

export type ApiKeysListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
}>;


export type ApiKeysListQuery = { workspace: { apiKeys: { items: Array<{ id: string, name: string, prefix: string, capabilities: Array<string>, createdAt: string, expiresAt: string | null, lastUsedAt: string | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type ApiKeysRevokeMutationVariables = Exact<{
  workspaceId: string;
  keyId: string;
}>;


export type ApiKeysRevokeMutation = { revokeApiKey: { deletedId: string, paused: { flows: Array<string>, webhooks: Array<string> } } };

export type MembersChangeRoleMutationVariables = Exact<{
  workspaceId: string;
  userId: string;
  input: ChangeMemberRoleInput;
}>;


export type MembersChangeRoleMutation = { updateMember: { id: string, paused: { flows: Array<string>, webhooks: Array<string> } | null } };

export type MembersInviteMutationVariables = Exact<{
  workspaceId: string;
  input: InviteMemberInput;
}>;


export type MembersInviteMutation = { inviteMember: { inviteToken: string | null, mailed: boolean } };

export type MembersListQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type MembersListQuery = { workspace: { members: { items: Array<{ id: string, userId: string | null, invitationId: string | null, name: string | null, email: string, role: Role, status: MemberStatus, createdAt: string, expiresAt: string | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type MembersRemoveMutationVariables = Exact<{
  workspaceId: string;
  userId: string;
}>;


export type MembersRemoveMutation = { removeMember: { deletedId: string, paused: { flows: Array<string>, webhooks: Array<string> } } };

export type MembersRevokeMutationVariables = Exact<{
  workspaceId: string;
  invitationId: string;
}>;


export type MembersRevokeMutation = { revokeInvitation: { deletedId: string } };

export type MembersResendMutationVariables = Exact<{
  workspaceId: string;
  invitationId: string;
}>;


export type MembersResendMutation = { resendInvitation: { email: string, inviteToken: string | null, mailed: boolean } };

export type MessageTemplatesCustomFieldsQueryVariables = Exact<{
  id: string;
}>;


export type MessageTemplatesCustomFieldsQuery = { workspace: { contacts: { items: Array<{ customFields: Record<string, unknown> }> } | null } };

export type MessageTemplatesEmailTemplatesQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type MessageTemplatesEmailTemplatesQuery = { workspace: { emailTemplates: { items: Array<{ id: string, name: string, subject: string, body: string, language: string | null, status: EmailTemplateStatus, updatedAt: string }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type MessageTemplatesCreateEmailTemplateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateEmailTemplateInput;
}>;


export type MessageTemplatesCreateEmailTemplateMutation = { saved: { id: string } };

export type MessageTemplatesUpdateEmailTemplateMutationVariables = Exact<{
  workspaceId: string;
  id: string;
  input: UpdateEmailTemplateInput;
  since?: string | null | undefined;
}>;


export type MessageTemplatesUpdateEmailTemplateMutation = { saved: { id: string } };

export type MessageTemplatesDeleteEmailTemplateMutationVariables = Exact<{
  workspaceId: string;
  id: string;
}>;


export type MessageTemplatesDeleteEmailTemplateMutation = { deleteEmailTemplate: { deletedId: string } };

export type MessageTemplatesWhatsappTemplatesQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type MessageTemplatesWhatsappTemplatesQuery = { workspace: { whatsappTemplates: { items: Array<{ id: string, name: string, variables: Array<string>, body: string, language: string | null, status: WhatsappTemplateStatus, updatedAt: string }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type MessageTemplatesCreateWhatsappTemplateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateWhatsappTemplateInput;
}>;


export type MessageTemplatesCreateWhatsappTemplateMutation = { saved: { id: string } };

export type MessageTemplatesUpdateWhatsappTemplateMutationVariables = Exact<{
  workspaceId: string;
  id: string;
  input: UpdateWhatsappTemplateInput;
  since?: string | null | undefined;
}>;


export type MessageTemplatesUpdateWhatsappTemplateMutation = { saved: { id: string } };

export type MessageTemplatesDeleteWhatsappTemplateMutationVariables = Exact<{
  workspaceId: string;
  id: string;
}>;


export type MessageTemplatesDeleteWhatsappTemplateMutation = { deleteWhatsappTemplate: { deletedId: string } };

export type PipelineCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreatePipelineInput;
}>;


export type PipelineCreateMutation = { createPipeline: { id: string } };

export type PipelineUpdateMutationVariables = Exact<{
  workspaceId: string;
  pipelineId: string;
  input: UpdatePipelineInput;
  since?: string | null | undefined;
}>;


export type PipelineUpdateMutation = { updatePipeline: { id: string } };

export type PipelineDeleteMutationVariables = Exact<{
  workspaceId: string;
  pipelineId: string;
}>;


export type PipelineDeleteMutation = { deletePipeline: { deletedId: string } };

export type PipelineListQueryVariables = Exact<{
  id: string;
}>;


export type PipelineListQuery = { workspace: { pipelines: { items: Array<{ id: string, name: string, updatedAt: string, stages: Array<{ key: string, name: string, order: number, probability: number | null }> }> } | null } };

export type PipelineOpportunitiesQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  pipelineId: string;
  search?: string | null | undefined;
  status?: OpportunityStatus | null | undefined;
  assignedTo?: string | null | undefined;
}>;


export type PipelineOpportunitiesQuery = { workspace: { opportunities: { items: Array<{ id: string, name: string, stageId: string, status: OpportunityStatus, value: string | null, currency: string | null, expectedCloseDate: string | null, assignedTo: string | null, updatedAt: string, contact: { id: string, name: string | null, email: string | null, phone: string | null } | null, assignee: { name: string | null, email: string } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type PipelineCreateOpportunityMutationVariables = Exact<{
  workspaceId: string;
  input: CreateOpportunityInput;
}>;


export type PipelineCreateOpportunityMutation = { createOpportunity: { id: string } };

export type PipelineUpdateOpportunityMutationVariables = Exact<{
  workspaceId: string;
  opportunityId: string;
  input: UpdateOpportunityInput;
  since?: string | null | undefined;
}>;


export type PipelineUpdateOpportunityMutation = { updateOpportunity: { id: string } };

export type PipelineDeleteOpportunityMutationVariables = Exact<{
  workspaceId: string;
  opportunityId: string;
}>;


export type PipelineDeleteOpportunityMutation = { deleteOpportunity: { deletedId: string } };

export type SequenceSetActiveMutationVariables = Exact<{
  workspaceId: string;
  sequenceId: string;
  isActive: boolean;
}>;


export type SequenceSetActiveMutation = { updateFollowUpSequence: { id: string } };

export type SequenceDeleteMutationVariables = Exact<{
  workspaceId: string;
  sequenceId: string;
}>;


export type SequenceDeleteMutation = { deleteFollowUpSequence: { deletedId: string } };

export type SequenceUpdateMutationVariables = Exact<{
  workspaceId: string;
  sequenceId: string;
  input: UpdateFollowUpSequenceInput;
  since?: string | null | undefined;
}>;


export type SequenceUpdateMutation = { updateFollowUpSequence: { id: string } };

export type SequenceEnrollmentsQueryVariables = Exact<{
  id: string;
  sequenceId: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
  status?: FollowUpEnrollmentStatus | null | undefined;
}>;


export type SequenceEnrollmentsQuery = { workspace: { followUpEnrollments: { items: Array<{ id: string, status: FollowUpEnrollmentStatus, reason: FollowUpEnrollmentReason | null, stepNumber: number, dueAt: string | null, lastError: string | null, contactId: string, contact: { name: string | null, email: string | null, phone: string | null } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type SequenceDetailsQueryVariables = Exact<{
  id: string;
  sequenceId: string;
}>;


export type SequenceDetailsQuery = { workspace: { followUpSequence: { id: string, name: string, isActive: boolean, isDefault: boolean, agentId: string | null, maxAttempts: number | null, reactivateAgent: boolean, updatedAt: string, steps: Array<{ id: string, delayMinutes: number, stepType: FollowUpStepType, message: string | null, promptTemplate: string | null, flowId: string | null, templateId: string | null }> } | null, agents: { items: Array<{ id: string, name: string }> } | null, flows: { items: Array<{ id: string, name: string }> } | null, whatsappTemplates: { items: Array<{ id: string, name: string }> } | null } };

export type SequencesListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type SequencesListQuery = { workspace: { followUpSequences: { items: Array<{ id: string, name: string, isActive: boolean, isDefault: boolean, createdAt: string, agent: { name: string } | null, steps: Array<{ id: string }>, enrollments: { pagination: { total: number } } | null }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type SequencesCreateDefaultMutationVariables = Exact<{
  workspaceId: string;
}>;


export type SequencesCreateDefaultMutation = { createDefaultFollowUpSequence: { sequence: { id: string } } };

export type SequencesCreateMutationVariables = Exact<{
  workspaceId: string;
  name: string;
}>;


export type SequencesCreateMutation = { createFollowUpSequence: { id: string } };

export type LeaveWorkspaceMutationVariables = Exact<{
  workspaceId: string;
}>;


export type LeaveWorkspaceMutation = { leaveWorkspace: { deletedId: string, paused: { flows: Array<string>, webhooks: Array<string> } } };

export type DeleteWorkspaceMutationVariables = Exact<{
  workspaceId: string;
}>;


export type DeleteWorkspaceMutation = { deleteWorkspace: { deletedId: string } };

export type WorkspaceSettingsQueryVariables = Exact<{
  id: string;
}>;


export type WorkspaceSettingsQuery = { workspace: { id: string, name: string, role: Role, timezone: string, country: string | null, dailyBudget: string | null, monthlyBudget: string | null, defaultErrorFlowId: string | null, postalAddress: string | null, updatedAt: string, flows: { items: Array<{ id: string, name: string }> } | null } };

export type UpdateWorkspaceSettingsMutationVariables = Exact<{
  workspaceId: string;
  input: UpdateWorkspaceInput;
  ifUnmodifiedSince?: string | null | undefined;
}>;


export type UpdateWorkspaceSettingsMutation = { updateWorkspace: { id: string } };

export type DashboardLoginLinkMutationVariables = Exact<{
  input: LoginLinkInput;
}>;


export type DashboardLoginLinkMutation = { loginLink: { accessToken: string, expiresIn: number, user: { id: string, name: string, email: string } } };

export type DashboardLoginMutationVariables = Exact<{
  input: LoginInput;
}>;


export type DashboardLoginMutation = { login: { accessToken: string, expiresIn: number, user: { id: string, name: string, email: string } } };

export type DashboardLoginTotpMutationVariables = Exact<{
  input: LoginTotpInput;
}>;


export type DashboardLoginTotpMutation = { loginTotp: { accessToken: string, expiresIn: number, user: { id: string, name: string, email: string } } };

export type DashboardRegisterMutationVariables = Exact<{
  input: RegisterInput;
}>;


export type DashboardRegisterMutation = { register: { accessToken: string, expiresIn: number, user: { id: string, name: string, email: string } } };

export type DashboardForgotPasswordMutationVariables = Exact<{
  input: ForgotPasswordInput;
}>;


export type DashboardForgotPasswordMutation = { forgotPassword: boolean };

export type TemplatesDeleteMutationVariables = Exact<{
  workspaceId: string;
  templateId: string;
}>;


export type TemplatesDeleteMutation = { deleteFlowTemplate: { deletedId: string } };

export type TemplatesListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type TemplatesListQuery = { workspace: { templates: { items: Array<{ id: string, name: string, description: string, category: string, tags: Array<string>, builtIn: boolean, requiredSecrets: Array<string>, usageCount: number, nodes: Array<Record<string, unknown>>, edges: Array<Record<string, unknown>> }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type UsageBudgetsQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  monthStart?: string | null | undefined;
  dayStart?: string | null | undefined;
  month?: string | null | undefined;
}>;


export type UsageBudgetsQuery = { workspace: { usage: { period: { daily: Array<{ date: string, credits: string }> }, month: { daily: Array<{ date: string, credits: string }> }, thisMonth: { totals: { credits: string } }, today: { totals: { credits: string } } } | null } };

export type UsageSummaryQueryVariables = Exact<{
  id: string;
  from?: string | null | undefined;
  to?: string | null | undefined;
}>;


export type UsageSummaryQuery = { workspace: { dailyBudget: string | null, monthlyBudget: string | null, usage: { summary: { totals: { credits: string, events: number }, byType: Array<{ eventType: MeterName, events: number, quantity: number, credits: string }>, daily: Array<{ date: string, credits: string }>, wallet: { available: string, balance: string, reserved: string } } } | null, quotas: Array<{ name: QuotaName, used: number, limit: number, refused: number }> | null } };

export type VaultSecretsQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type VaultSecretsQuery = { workspace: { secrets: { items: Array<{ id: string, name: string, description: string, maskedValue: string, allowedHosts: Array<string>, updatedAt: string, usedBy: Array<{ flowId: string, name: string }> }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type VaultCreateSecretMutationVariables = Exact<{
  workspaceId: string;
  input: CreateSecretInput;
}>;


export type VaultCreateSecretMutation = { createSecret: { id: string } };

export type VaultUpdateSecretMutationVariables = Exact<{
  workspaceId: string;
  secretId: string;
  input: UpdateSecretInput;
}>;


export type VaultUpdateSecretMutation = { updateSecret: { id: string } };

export type VaultDeleteSecretMutationVariables = Exact<{
  workspaceId: string;
  secretId: string;
}>;


export type VaultDeleteSecretMutation = { deleteSecret: { deletedId: string } };

export type VaultVariablesQueryVariables = Exact<{
  id: string;
  search?: string | null | undefined;
  cursor?: string | null | undefined;
}>;


export type VaultVariablesQuery = { workspace: { globalVariables: { items: Array<{ id: string, name: string, value: string, description: string, updatedAt: string, usedBy: Array<{ flowId: string, name: string }> }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type VaultCreateVariableMutationVariables = Exact<{
  workspaceId: string;
  input: CreateGlobalVariableInput;
}>;


export type VaultCreateVariableMutation = { createGlobalVariable: { id: string } };

export type VaultUpdateVariableMutationVariables = Exact<{
  workspaceId: string;
  varId: string;
  input: UpdateGlobalVariableInput;
}>;


export type VaultUpdateVariableMutation = { updateGlobalVariable: { id: string } };

export type VaultDeleteVariableMutationVariables = Exact<{
  workspaceId: string;
  varId: string;
}>;


export type VaultDeleteVariableMutation = { deleteGlobalVariable: { deletedId: string } };

export type WebhookDeliveryQueryVariables = Exact<{
  id: string;
  webhookId: string;
  deliveryId: string;
}>;


export type WebhookDeliveryQuery = { workspace: { webhookDelivery: { id: string, eventType: string, body: string | null, request: { url: string, headers: Record<string, unknown> } | null, response: { status: number, headers: Record<string, unknown>, body: string } | null, attempts: Array<{ startedAt: string, durationMs: number, status: number | null, error: string | null }> } | null } };

export type WebhookRedeliverMutationVariables = Exact<{
  workspaceId: string;
  webhookId: string;
  deliveryId: string;
}>;


export type WebhookRedeliverMutation = { redeliverWebhookDelivery: { id: string } };

export type WebhooksCreateMutationVariables = Exact<{
  workspaceId: string;
  input: CreateWebhookInput;
}>;


export type WebhooksCreateMutation = { createWebhook: { secret: string } };

export type WebhooksUpdateMutationVariables = Exact<{
  workspaceId: string;
  webhookId: string;
  input: UpdateWebhookInput;
}>;


export type WebhooksUpdateMutation = { updateWebhook: { id: string } };

export type WebhookPageQueryVariables = Exact<{
  id: string;
  webhookId: string;
}>;


export type WebhookPageQuery = { workspace: { webhook: { id: string, url: string, events: Array<string>, description: string, isActive: boolean, disabledReason: WebhookDisabledReason | null, failingSince: string | null } | null } };

export type WebhookDeliveriesQueryVariables = Exact<{
  id: string;
  webhookId: string;
  cursor?: string | null | undefined;
}>;


export type WebhookDeliveriesQuery = { workspace: { webhookDeliveries: { items: Array<{ id: string, eventType: string, status: WebhookDeliveryStatus, createdAt: string, attempts: Array<{ startedAt: string, durationMs: number, status: number | null, error: string | null }> }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type WebhookTestMutationVariables = Exact<{
  workspaceId: string;
  webhookId: string;
}>;


export type WebhookTestMutation = { testWebhook: { id: string } };

export type WebhookRotateMutationVariables = Exact<{
  workspaceId: string;
  webhookId: string;
}>;


export type WebhookRotateMutation = { rotateWebhookSecret: { secret: string } };

export type WebhookDeleteMutationVariables = Exact<{
  workspaceId: string;
  webhookId: string;
}>;


export type WebhookDeleteMutation = { deleteWebhook: { deletedId: string } };

export type WebhooksListQueryVariables = Exact<{
  id: string;
  cursor?: string | null | undefined;
}>;


export type WebhooksListQuery = { workspace: { webhooks: { items: Array<{ id: string, url: string, events: Array<string>, description: string, isActive: boolean, disabledReason: WebhookDisabledReason | null, failingSince: string | null, updatedAt: string }>, pagination: { total: number, nextCursor: string | null } } | null } };

export type ChooseWorkspaceQueryVariables = Exact<{ [key: string]: never; }>;


export type ChooseWorkspaceQuery = { workspaces: { items: Array<{ id: string, name: string, role: Role }> } };

export type CreateDashboardWorkspaceMutationVariables = Exact<{
  input: CreateWorkspaceInput;
}>;


export type CreateDashboardWorkspaceMutation = { createWorkspace: { id: string } };

export type DashboardSignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type DashboardSignOutMutation = { logout: boolean };

export type DashboardSearchQueryVariables = Exact<{
  id: string;
  q: string;
}>;


export type DashboardSearchQuery = { workspace: { search: { flows: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, contacts: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, conversations: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, campaigns: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, pipelines: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, calendarEvents: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, emailTemplates: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, whatsappTemplates: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, agents: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, voiceAgents: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, knowledgeDocs: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, callCampaigns: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null, callerIds: Array<{ recordId: string, type: SearchType, title: string, subtitle: string | null }> | null } } };

export type StoppingOfMemberQueryVariables = Exact<{
  id: string;
  userId: string;
  role?: Role | null | undefined;
}>;


export type StoppingOfMemberQuery = { workspace: { member: { owns: { hasMore: boolean, flows: Array<{ name: string | null }>, webhooks: Array<{ url: string | null }> } | null } | null } };

export type StoppingOfKeyQueryVariables = Exact<{
  id: string;
  prefix: string;
}>;


export type StoppingOfKeyQuery = { workspace: { apiKeys: { items: Array<{ id: string, owns: { hasMore: boolean, flows: Array<{ name: string | null }>, webhooks: Array<{ url: string | null }> } }> } | null } };

export type FrameWorkspaceQueryVariables = Exact<{
  id: string;
}>;


export type FrameWorkspaceQuery = { workspace: { id: string, name: string, role: Role, timezone: string, capabilities: Array<string> }, me: { id: string, name: string, email: string }, workspaces: { items: Array<{ id: string, name: string, role: Role }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const DashboardChangesDocument = new TypedDocumentString(`
    subscription DashboardChanges($workspaceId: ID!, $after: String) {
  workspaceChanged(workspaceId: $workspaceId, after: $after) {
    cursor
    type
  }
}
    `) as unknown as TypedDocumentString<DashboardChangesSubscription, DashboardChangesSubscriptionVariables>;
export const DashboardExecutionsDocument = new TypedDocumentString(`
    subscription DashboardExecutions($workspaceId: ID!, $after: String) {
  workspaceExecutionUpdated(
    workspaceId: $workspaceId
    after: $after
    steps: false
  ) {
    cursor
  }
}
    `) as unknown as TypedDocumentString<DashboardExecutionsSubscription, DashboardExecutionsSubscriptionVariables>;
export const RefreshDashboardSessionDocument = new TypedDocumentString(`
    mutation RefreshDashboardSession($key: String) {
  refresh(idempotencyKey: $key) {
    accessToken
    expiresIn
    user {
      id
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<RefreshDashboardSessionMutation, RefreshDashboardSessionMutationVariables>;
export const CanvasNodeTypesDocument = new TypedDocumentString(`
    query CanvasNodeTypes {
  nodeTypes {
    type
    title
    category
    sourceHandles
    targetHandles
  }
}
    `) as unknown as TypedDocumentString<CanvasNodeTypesQuery, CanvasNodeTypesQueryVariables>;
export const AccountPageDocument = new TypedDocumentString(`
    query AccountPage {
  me {
    id
    name
    email
    emailVerified
    totp {
      enabled
      recoveryCodesLeft
    }
  }
}
    `) as unknown as TypedDocumentString<AccountPageQuery, AccountPageQueryVariables>;
export const AccountUpdateDocument = new TypedDocumentString(`
    mutation AccountUpdate($input: UpdateMeInput!) {
  updateMe(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<AccountUpdateMutation, AccountUpdateMutationVariables>;
export const AccountChangePasswordDocument = new TypedDocumentString(`
    mutation AccountChangePassword($input: ChangePasswordInput!) {
  changePassword(input: $input) {
    accessToken
    expiresIn
    user {
      id
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<AccountChangePasswordMutation, AccountChangePasswordMutationVariables>;
export const AccountEnrollTotpDocument = new TypedDocumentString(`
    mutation AccountEnrollTotp($input: PasswordInput!) {
  enrollTotp(input: $input) {
    secret
    uri
  }
}
    `) as unknown as TypedDocumentString<AccountEnrollTotpMutation, AccountEnrollTotpMutationVariables>;
export const AccountConfirmTotpDocument = new TypedDocumentString(`
    mutation AccountConfirmTotp($input: ConfirmTotpInput!) {
  confirmTotp(input: $input)
}
    `) as unknown as TypedDocumentString<AccountConfirmTotpMutation, AccountConfirmTotpMutationVariables>;
export const AccountDisableTotpDocument = new TypedDocumentString(`
    mutation AccountDisableTotp($input: PasswordInput!) {
  disableTotp(input: $input)
}
    `) as unknown as TypedDocumentString<AccountDisableTotpMutation, AccountDisableTotpMutationVariables>;
export const AccountSessionsDocument = new TypedDocumentString(`
    query AccountSessions($cursor: String) {
  sessions(cursor: $cursor, limit: 50) {
    items {
      id
      device
      address
      lastUsedAt
      current
    }
    pagination {
      total
      nextCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AccountSessionsQuery, AccountSessionsQueryVariables>;
export const AccountRevokeSessionDocument = new TypedDocumentString(`
    mutation AccountRevokeSession($sessionId: ID!) {
  revokeSession(sessionId: $sessionId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<AccountRevokeSessionMutation, AccountRevokeSessionMutationVariables>;
export const AccountRevokeOtherSessionsDocument = new TypedDocumentString(`
    mutation AccountRevokeOtherSessions {
  revokeOtherSessions
}
    `) as unknown as TypedDocumentString<AccountRevokeOtherSessionsMutation, AccountRevokeOtherSessionsMutationVariables>;
export const AnalyticsPageDocument = new TypedDocumentString(`
    query AnalyticsPage($id: ID!, $period: String) {
  workspace(id: $id) {
    analytics(period: $period) {
      overview {
        contacts {
          new
          change
        }
        conversations {
          new
          change
        }
        messages {
          new
          change
        }
        appointments {
          upcoming
        }
        flows {
          active
          executions
        }
      }
      flows {
        successRate
        duration {
          averageMs
          p95Ms
        }
        timeline {
          date
          completed
          failed
        }
        topFlows {
          flowId
          name
          executions
          successRate
        }
      }
      leads {
        funnel {
          status
          count
        }
        sources {
          source
          count
        }
      }
      conversations {
        timeline {
          date
          opened
          resolved
        }
      }
      sms {
        timeline {
          date
          sent
          delivered
          failed
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AnalyticsPageQuery, AnalyticsPageQueryVariables>;
export const ApprovalsWaitingDocument = new TypedDocumentString(`
    query ApprovalsWaiting($id: ID!, $cursor: String) {
  workspace(id: $id) {
    executions(phase: waiting, cursor: $cursor, limit: 50) {
      items {
        id
        flowId
        flowName
        steps(status: waiting, limit: 20) {
          id
          name
          nodeType
          input
          startedAt
          resumeAt
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ApprovalsWaitingQuery, ApprovalsWaitingQueryVariables>;
export const ApprovalsDecideDocument = new TypedDocumentString(`
    mutation ApprovalsDecide($workspaceId: ID!, $executionId: ID!, $stepId: ID!, $input: DecideApprovalInput!) {
  decideApproval(
    workspaceId: $workspaceId
    executionId: $executionId
    stepId: $stepId
    input: $input
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<ApprovalsDecideMutation, ApprovalsDecideMutationVariables>;
export const AuditEntriesDocument = new TypedDocumentString(`
    query AuditEntries($id: ID!, $search: String, $outcome: AuditOutcome, $cursor: String) {
  workspace(id: $id) {
    auditLog(search: $search, outcome: $outcome, cursor: $cursor, limit: 100) {
      items {
        id
        createdAt
        action
        actor
        actorKind
        userId
        keyId
        outcome
        code
        fields
        targetId
        ip
        requestId
        before
        after
        details
        hash
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AuditEntriesQuery, AuditEntriesQueryVariables>;
export const AuditActorsDocument = new TypedDocumentString(`
    query AuditActors($id: ID!) {
  workspace(id: $id) {
    members(limit: 100) {
      items {
        userId
        name
        email
      }
    }
    apiKeys(limit: 100) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AuditActorsQuery, AuditActorsQueryVariables>;
export const CalendarEventsDocument = new TypedDocumentString(`
    query CalendarEvents($id: ID!, $cursor: String, $from: String, $to: String) {
  workspace(id: $id) {
    calendarEvents(
      limit: 100
      cursor: $cursor
      from: $from
      to: $to
      sortBy: startsAt
      sortOrder: asc
    ) {
      items {
        id
        title
        startsAt
        endsAt
        status
        location
        timezone
        updatedAt
        contact {
          id
          name
          email
          phone
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CalendarEventsQuery, CalendarEventsQueryVariables>;
export const CalendarEventDocument = new TypedDocumentString(`
    query CalendarEvent($id: ID!, $eventId: ID!) {
  workspace(id: $id) {
    calendarEvent(id: $eventId) {
      id
      title
      startsAt
      endsAt
      status
      location
      timezone
      updatedAt
      contact {
        id
        name
        email
        phone
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CalendarEventQuery, CalendarEventQueryVariables>;
export const CalendarCreateDocument = new TypedDocumentString(`
    mutation CalendarCreate($workspaceId: ID!, $input: CreateCalendarEventInput!) {
  createCalendarEvent(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CalendarCreateMutation, CalendarCreateMutationVariables>;
export const CalendarUpdateDocument = new TypedDocumentString(`
    mutation CalendarUpdate($workspaceId: ID!, $eventId: ID!, $input: UpdateCalendarEventInput!, $since: DateTime) {
  updateCalendarEvent(
    workspaceId: $workspaceId
    calendarEventId: $eventId
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<CalendarUpdateMutation, CalendarUpdateMutationVariables>;
export const CalendarDeleteDocument = new TypedDocumentString(`
    mutation CalendarDelete($workspaceId: ID!, $eventId: ID!) {
  deleteCalendarEvent(workspaceId: $workspaceId, calendarEventId: $eventId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<CalendarDeleteMutation, CalendarDeleteMutationVariables>;
export const CampaignSendDocument = new TypedDocumentString(`
    mutation CampaignSend($workspaceId: ID!, $campaignId: ID!) {
  sendCampaign(workspaceId: $workspaceId, campaignId: $campaignId) {
    id
  }
}
    `) as unknown as TypedDocumentString<CampaignSendMutation, CampaignSendMutationVariables>;
export const CampaignDeleteDocument = new TypedDocumentString(`
    mutation CampaignDelete($workspaceId: ID!, $campaignId: ID!) {
  deleteCampaign(workspaceId: $workspaceId, campaignId: $campaignId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<CampaignDeleteMutation, CampaignDeleteMutationVariables>;
export const CampaignRecipientsDocument = new TypedDocumentString(`
    query CampaignRecipients($id: ID!, $campaignId: ID!, $cursor: String, $search: String, $status: CampaignRecipientStatus) {
  workspace(id: $id) {
    campaignRecipients(
      campaignId: $campaignId
      limit: 100
      cursor: $cursor
      search: $search
      status: $status
    ) {
      items {
        id
        status
        error
        sentAt
        contactId
        contact {
          name
          email
          phone
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignRecipientsQuery, CampaignRecipientsQueryVariables>;
export const CampaignsAddressDocument = new TypedDocumentString(`
    query CampaignsAddress($id: ID!) {
  workspace(id: $id) {
    id
    postalAddress
  }
}
    `) as unknown as TypedDocumentString<CampaignsAddressQuery, CampaignsAddressQueryVariables>;
export const CampaignsCountContactsDocument = new TypedDocumentString(`
    query CampaignsCountContacts($id: ID!, $status: ContactStatus, $tag: String, $source: String, $company: String) {
  workspace(id: $id) {
    contacts(
      limit: 1
      status: $status
      tag: $tag
      source: $source
      company: $company
    ) {
      pagination {
        total
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsCountContactsQuery, CampaignsCountContactsQueryVariables>;
export const CampaignsTemplatesDocument = new TypedDocumentString(`
    query CampaignsTemplates($id: ID!) {
  workspace(id: $id) {
    emailTemplates(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
    whatsappTemplates(limit: 100, status: approved, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsTemplatesQuery, CampaignsTemplatesQueryVariables>;
export const CampaignsCreateDocument = new TypedDocumentString(`
    mutation CampaignsCreate($workspaceId: ID!, $input: CreateCampaignInput!) {
  createCampaign(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CampaignsCreateMutation, CampaignsCreateMutationVariables>;
export const CampaignsListDocument = new TypedDocumentString(`
    query CampaignsList($id: ID!, $cursor: String, $search: String, $status: CampaignStatus, $channel: CampaignChannel, $sortBy: CampaignSortKey, $sortOrder: SortOrder) {
  workspace(id: $id) {
    campaigns(
      limit: 50
      cursor: $cursor
      search: $search
      status: $status
      channel: $channel
      sortBy: $sortBy
      sortOrder: $sortOrder
    ) {
      items {
        id
        name
        channel
        status
        audience {
          all
          assignedTo
          company
          contactIds
          search
          source
          status
          tags
        }
        scheduledAt
        recipientCount
        sentCount
        sandboxedCount
        failedCount
        skippedCount
        createdAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsListQuery, CampaignsListQueryVariables>;
export const CampaignsDetailsDocument = new TypedDocumentString(`
    query CampaignsDetails($id: ID!, $campaignId: ID!) {
  workspace(id: $id) {
    campaign(id: $campaignId) {
      id
      name
      channel
      status
      audience {
        all
        assignedTo
        company
        contactIds
        search
        source
        status
        tags
      }
      message
      templateId
      scheduledAt
      error
      recipientCount
      sentCount
      deliveredCount
      sandboxedCount
      failedCount
      skippedCount
      createdAt
      updatedAt
      emailTemplate {
        name
        subject
      }
      whatsappTemplate {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CampaignsDetailsQuery, CampaignsDetailsQueryVariables>;
export const CampaignsUpdateDocument = new TypedDocumentString(`
    mutation CampaignsUpdate($workspaceId: ID!, $campaignId: ID!, $input: UpdateCampaignInput!, $since: DateTime) {
  updateCampaign(
    workspaceId: $workspaceId
    campaignId: $campaignId
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<CampaignsUpdateMutation, CampaignsUpdateMutationVariables>;
export const ConnectionsPageDocument = new TypedDocumentString(`
    query ConnectionsPage($id: ID!) {
  workspace(id: $id) {
    smtp: secrets(search: "SMTP_", limit: 100) {
      items {
        id
        name
        flowId
        usedBy {
          flowId
          name
        }
      }
    }
    twilio: secrets(search: "TWILIO_", limit: 100) {
      items {
        id
        name
        flowId
        usedBy {
          flowId
          name
        }
      }
    }
    whatsapp: secrets(search: "WHATSAPP_", limit: 100) {
      items {
        id
        name
        flowId
        usedBy {
          flowId
          name
        }
      }
    }
    llm: secrets(search: "LLM_", limit: 100) {
      items {
        id
        name
        flowId
        usedBy {
          flowId
          name
        }
      }
    }
    lastEmail: outbox(channel: email, limit: 1) {
      items {
        status
        createdAt
        error {
          message
        }
      }
    }
    lastSms: outbox(channel: sms, limit: 1) {
      items {
        status
        createdAt
        error {
          message
        }
      }
    }
    lastWhatsapp: outbox(channel: whatsapp, limit: 1) {
      items {
        status
        createdAt
        error {
          message
        }
      }
    }
    usage {
      events(eventType: ai_call, limit: 1) {
        items {
          createdAt
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConnectionsPageQuery, ConnectionsPageQueryVariables>;
export const ConnectionsCreateSecretDocument = new TypedDocumentString(`
    mutation ConnectionsCreateSecret($workspaceId: ID!, $input: CreateSecretInput!) {
  createSecret(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ConnectionsCreateSecretMutation, ConnectionsCreateSecretMutationVariables>;
export const ConnectionsUpdateSecretDocument = new TypedDocumentString(`
    mutation ConnectionsUpdateSecret($workspaceId: ID!, $secretId: ID!, $input: UpdateSecretInput!) {
  updateSecret(workspaceId: $workspaceId, secretId: $secretId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ConnectionsUpdateSecretMutation, ConnectionsUpdateSecretMutationVariables>;
export const ContactDeleteDocument = new TypedDocumentString(`
    mutation ContactDelete($workspaceId: ID!, $contactId: ID!) {
  deleteContact(workspaceId: $workspaceId, contactId: $contactId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<ContactDeleteMutation, ContactDeleteMutationVariables>;
export const ContactSetDoNotContactDocument = new TypedDocumentString(`
    mutation ContactSetDoNotContact($workspaceId: ID!, $contactId: ID!, $doNotContact: Boolean!) {
  updateContact(
    workspaceId: $workspaceId
    contactId: $contactId
    input: {doNotContact: $doNotContact}
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<ContactSetDoNotContactMutation, ContactSetDoNotContactMutationVariables>;
export const ContactDetailsDocument = new TypedDocumentString(`
    query ContactDetails($id: ID!, $contactId: ID!) {
  workspace(id: $id) {
    contact(id: $contactId) {
      id
      name
      email
      phone
      company
      status
      source
      tags
      assignedTo
      doNotContact
      unsubscribedAt
      unsubscribedBy
      customFields
      createdAt
      updatedAt
      assignee {
        name
        email
      }
      conversations(limit: 50, sortBy: lastMessageAt, sortOrder: desc) {
        items {
          id
          channel
          status
          createdAt
          lastMessageAt
          messages(limit: 1, sortBy: createdAt, sortOrder: desc) {
            items {
              id
              body
              direction
            }
          }
        }
      }
      opportunities(limit: 50, sortBy: createdAt, sortOrder: desc) {
        items {
          id
          name
          value
          currency
          status
          createdAt
          pipelineId
          stage {
            name
          }
        }
      }
      calendarEvents(limit: 50, sortBy: startsAt, sortOrder: desc) {
        items {
          id
          title
          startsAt
          status
          location
        }
      }
      voiceCalls(limit: 50, sortBy: createdAt, sortOrder: desc) {
        items {
          id
          direction
          status
          createdAt
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContactDetailsQuery, ContactDetailsQueryVariables>;
export const ContactsBatchDocument = new TypedDocumentString(`
    mutation ContactsBatch($workspaceId: ID!, $input: BatchInput!) {
  batchContacts(workspaceId: $workspaceId, input: $input) {
    results {
      recordId
      error {
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContactsBatchMutation, ContactsBatchMutationVariables>;
export const ContactsCreateDocument = new TypedDocumentString(`
    mutation ContactsCreate($workspaceId: ID!, $input: CreateContactInput!) {
  createContact(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ContactsCreateMutation, ContactsCreateMutationVariables>;
export const ContactsUpdateDocument = new TypedDocumentString(`
    mutation ContactsUpdate($workspaceId: ID!, $contactId: ID!, $input: UpdateContactInput!, $since: DateTime) {
  updateContact(
    workspaceId: $workspaceId
    contactId: $contactId
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<ContactsUpdateMutation, ContactsUpdateMutationVariables>;
export const ContactsExportDocument = new TypedDocumentString(`
    query ContactsExport($id: ID!, $after: ID) {
  workspace(id: $id) {
    contactsCsv(after: $after) {
      text
      next
    }
  }
}
    `) as unknown as TypedDocumentString<ContactsExportQuery, ContactsExportQueryVariables>;
export const ContactsImportDocument = new TypedDocumentString(`
    mutation ContactsImport($workspaceId: ID!, $input: ImportContactsInput!) {
  importContacts(workspaceId: $workspaceId, input: $input) {
    created
    updated
    unchanged
    failed
    results {
      index
      status
      errors {
        field
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContactsImportMutation, ContactsImportMutationVariables>;
export const ContactsListDocument = new TypedDocumentString(`
    query ContactsList($id: ID!, $cursor: String, $search: String, $status: ContactStatus, $tag: String, $assignedTo: ID, $doNotContact: Boolean, $sortBy: ContactSortKey, $sortOrder: SortOrder) {
  workspace(id: $id) {
    contacts(
      limit: 100
      cursor: $cursor
      search: $search
      status: $status
      tag: $tag
      assignedTo: $assignedTo
      doNotContact: $doNotContact
      sortBy: $sortBy
      sortOrder: $sortOrder
    ) {
      items {
        id
        name
        email
        phone
        company
        status
        source
        tags
        assignedTo
        doNotContact
        customFields
        createdAt
        updatedAt
        assignee {
          name
          email
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ContactsListQuery, ContactsListQueryVariables>;
export const CustomersFindContactsDocument = new TypedDocumentString(`
    query CustomersFindContacts($id: ID!, $search: String) {
  workspace(id: $id) {
    contacts(limit: 12, search: $search, sortBy: updatedAt) {
      items {
        id
        name
        email
        phone
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CustomersFindContactsQuery, CustomersFindContactsQueryVariables>;
export const CustomersMembersDocument = new TypedDocumentString(`
    query CustomersMembers($id: ID!) {
  workspace(id: $id) {
    members(limit: 100, status: active, sortBy: name, sortOrder: asc) {
      items {
        userId
        name
        email
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CustomersMembersQuery, CustomersMembersQueryVariables>;
export const EditorFlowDocument = new TypedDocumentString(`
    query EditorFlow($id: ID!, $flowId: ID!) {
  workspace(id: $id) {
    flow(id: $flowId) {
      id
      name
      description
      tags
      isActive
      version
      updatedAt
      webhookUrl
      runAs
      nodes
      edges
      settings {
        dailyBudget
        environment
        errorFlowId
        maxConcurrent
        monthlyBudget
        timeout
      }
      variables {
        name
        scope
        type
        value
      }
      draft {
        revision
        baseVersion
        updatedAt
        updatedBy
        nodes
        edges
        settings {
          dailyBudget
          environment
          errorFlowId
          maxConcurrent
          monthlyBudget
          timeout
        }
        variables {
          name
          scope
          type
          value
        }
      }
      lastExecution {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorFlowQuery, EditorFlowQueryVariables>;
export const EditorSaveDraftDocument = new TypedDocumentString(`
    mutation EditorSaveDraft($workspaceId: ID!, $flowId: ID!, $input: FlowDraftInput!) {
  saveFlowDraft(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    revision
    baseVersion
    updatedAt
  }
}
    `) as unknown as TypedDocumentString<EditorSaveDraftMutation, EditorSaveDraftMutationVariables>;
export const EditorPublishDocument = new TypedDocumentString(`
    mutation EditorPublish($workspaceId: ID!, $flowId: ID!, $input: PublishFlowInput!) {
  publishFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    id
    version
  }
}
    `) as unknown as TypedDocumentString<EditorPublishMutation, EditorPublishMutationVariables>;
export const EditorDiscardDocument = new TypedDocumentString(`
    mutation EditorDiscard($workspaceId: ID!, $flowId: ID!) {
  discardFlowDraft(workspaceId: $workspaceId, flowId: $flowId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<EditorDiscardMutation, EditorDiscardMutationVariables>;
export const EditorUpdateFlowDocument = new TypedDocumentString(`
    mutation EditorUpdateFlow($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
  updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    id
    version
    isActive
  }
}
    `) as unknown as TypedDocumentString<EditorUpdateFlowMutation, EditorUpdateFlowMutationVariables>;
export const EditorVersionDocument = new TypedDocumentString(`
    query EditorVersion($id: ID!, $flowId: ID!, $version: Int!) {
  workspace(id: $id) {
    flowVersion(flowId: $flowId, version: $version) {
      nodes
      edges
      settings {
        dailyBudget
        environment
        errorFlowId
        maxConcurrent
        monthlyBudget
        timeout
      }
      variables {
        name
        scope
        type
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorVersionQuery, EditorVersionQueryVariables>;
export const EditorValidateDocument = new TypedDocumentString(`
    query EditorValidate($id: ID!, $input: ValidateFlowContentInput!) {
  workspace(id: $id) {
    validateFlowContent(input: $input) {
      valid
      issues {
        ruleId
        severity
        message
        nodeId
        edgeId
        field
      }
      predictedCost {
        credits
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorValidateQuery, EditorValidateQueryVariables>;
export const EditorEvaluateDocument = new TypedDocumentString(`
    query EditorEvaluate($id: ID!, $input: EvaluateExpressionInput!) {
  workspace(id: $id) {
    evaluateExpression(input: $input) {
      value
      type
      missing
      error {
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorEvaluateQuery, EditorEvaluateQueryVariables>;
export const EditorChoicesDocument = new TypedDocumentString(`
    query EditorChoices($id: ID!, $flows: Boolean!, $agents: Boolean!, $voiceAgents: Boolean!, $pipelines: Boolean!, $sequences: Boolean!, $secrets: Boolean!) {
  workspace(id: $id) {
    flows(limit: 100, sortBy: name, sortOrder: asc) @include(if: $flows) {
      items {
        id
        name
      }
    }
    agents(limit: 100, sortBy: name, sortOrder: asc) @include(if: $agents) {
      items {
        id
        name
      }
    }
    voiceAgents(limit: 100, sortBy: name, sortOrder: asc) @include(if: $voiceAgents) {
      items {
        id
        name
      }
    }
    pipelines(limit: 100, sortBy: name, sortOrder: asc) @include(if: $pipelines) {
      items {
        id
        name
        stages {
          key
          name
        }
      }
    }
    followUpSequences(limit: 100) @include(if: $sequences) {
      items {
        id
        name
      }
    }
    secrets(limit: 100, sortBy: name, sortOrder: asc) @include(if: $secrets) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorChoicesQuery, EditorChoicesQueryVariables>;
export const EditorNodeTypesDocument = new TypedDocumentString(`
    query EditorNodeTypes {
  nodeTypes {
    type
    title
    category
    description
    effects
    errorHandle
    sourceHandles
    targetHandles
    capability
    trigger
    example
    sample
    fields
    sinks
    verbatim
  }
}
    `) as unknown as TypedDocumentString<EditorNodeTypesQuery, EditorNodeTypesQueryVariables>;
export const EditorRecentExecutionsDocument = new TypedDocumentString(`
    query EditorRecentExecutions($id: ID!, $flowId: ID!) {
  workspace(id: $id) {
    flow(id: $flowId) {
      executions(limit: 100) {
        items {
          id
          status
          trigger
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorRecentExecutionsQuery, EditorRecentExecutionsQueryVariables>;
export const EditorShadowReplayDocument = new TypedDocumentString(`
    mutation EditorShadowReplay($workspaceId: ID!, $flowId: ID!, $input: ShadowReplayInput) {
  shadowReplay(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    executions {
      executionId
      createdAt
      result
      reason
      statusBefore
      statusAfter
      errorAfter {
        code
        message
      }
      firstDivergence {
        nodeId
        iteration
        name
      }
      counts {
        same
      }
      steps {
        nodeId
        iteration
        name
        comparison
        statusAfter
        changes {
          part
          path
          before
          after
          isCut
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorShadowReplayMutation, EditorShadowReplayMutationVariables>;
export const EditorSimulateDocument = new TypedDocumentString(`
    mutation EditorSimulate($workspaceId: ID!, $input: SimulateFlowInput) {
  simulateFlow(workspaceId: $workspaceId, input: $input) {
    executionId
  }
}
    `) as unknown as TypedDocumentString<EditorSimulateMutation, EditorSimulateMutationVariables>;
export const EditorTriggerDocument = new TypedDocumentString(`
    mutation EditorTrigger($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) {
  triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    executionId
  }
}
    `) as unknown as TypedDocumentString<EditorTriggerMutation, EditorTriggerMutationVariables>;
export const EditorCreateTemplateDocument = new TypedDocumentString(`
    mutation EditorCreateTemplate($workspaceId: ID!, $input: CreateFlowTemplateInput!) {
  createFlowTemplate(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<EditorCreateTemplateMutation, EditorCreateTemplateMutationVariables>;
export const EditorErrorFlowsDocument = new TypedDocumentString(`
    query EditorErrorFlows($id: ID!) {
  workspace(id: $id) {
    flows(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorErrorFlowsQuery, EditorErrorFlowsQueryVariables>;
export const EditorRegenerateTokenDocument = new TypedDocumentString(`
    mutation EditorRegenerateToken($workspaceId: ID!, $flowId: ID!) {
  regenerateWebhookToken(workspaceId: $workspaceId, flowId: $flowId) {
    id
    webhookUrl
  }
}
    `) as unknown as TypedDocumentString<EditorRegenerateTokenMutation, EditorRegenerateTokenMutationVariables>;
export const EditorRecordedDocument = new TypedDocumentString(`
    query EditorRecorded($id: ID!, $executionId: ID!) {
  workspace(id: $id) {
    execution(id: $executionId) {
      id
      status
      startedAt
      triggerData
      steps(limit: 100) {
        id
        nodeId
        status
        iteration
        output
        input
        error {
          code
          message
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorRecordedQuery, EditorRecordedQueryVariables>;
export const EditorRunDocument = new TypedDocumentString(`
    subscription EditorRun($workspaceId: ID!, $executionId: ID!, $after: String) {
  executionUpdated(
    workspaceId: $workspaceId
    executionId: $executionId
    after: $after
  ) {
    cursor
    execution {
      id
      status
      phase
      durationMs
      error {
        code
        message
        nodeId
      }
    }
    step {
      id
      nodeId
      name
      status
      iteration
      durationMs
      handle
      error {
        code
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorRunSubscription, EditorRunSubscriptionVariables>;
export const EditorNamesDocument = new TypedDocumentString(`
    query EditorNames($id: ID!) {
  workspace(id: $id) {
    globalVariables(limit: 100) {
      items {
        name
        value
      }
    }
    secrets(limit: 100) {
      items {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorNamesQuery, EditorNamesQueryVariables>;
export const EditorDiffDocument = new TypedDocumentString(`
    query EditorDiff($id: ID!, $flowId: ID!, $version: Int!, $against: Int) {
  workspace(id: $id) {
    flowVersionDiff(flowId: $flowId, version: $version, against: $against) {
      fields {
        field
        before
        after
      }
      nodes {
        added
        removed
        changed {
          elementId
          fields {
            field
            before
            after
          }
        }
      }
      edges {
        added
        removed
      }
      variables {
        added
        removed
        changed {
          elementId
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorDiffQuery, EditorDiffQueryVariables>;
export const EditorVersionsDocument = new TypedDocumentString(`
    query EditorVersions($id: ID!, $flowId: ID!, $cursor: String) {
  workspace(id: $id) {
    flow(id: $flowId) {
      versions(limit: 30, cursor: $cursor) {
        items {
          version
          message
          createdAt
        }
        pagination {
          total
          nextCursor
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EditorVersionsQuery, EditorVersionsQueryVariables>;
export const EditorRestoreDocument = new TypedDocumentString(`
    mutation EditorRestore($workspaceId: ID!, $flowId: ID!, $version: Int!, $input: RestoreFlowVersionInput) {
  restoreFlowVersion(
    workspaceId: $workspaceId
    flowId: $flowId
    version: $version
    input: $input
  ) {
    id
    version
  }
}
    `) as unknown as TypedDocumentString<EditorRestoreMutation, EditorRestoreMutationVariables>;
export const ExecutionCancelDocument = new TypedDocumentString(`
    mutation ExecutionCancel($workspaceId: ID!, $executionId: ID!) {
  cancelExecution(workspaceId: $workspaceId, executionId: $executionId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ExecutionCancelMutation, ExecutionCancelMutationVariables>;
export const ExecutionCompareWithDocument = new TypedDocumentString(`
    query ExecutionCompareWith($workspaceId: ID!, $flowId: ID!, $to: String) {
  workspace(id: $workspaceId) {
    before: executions(limit: 2, flowId: $flowId, status: completed, to: $to) {
      items {
        id
        startedAt
      }
    }
    executions(limit: 50, flowId: $flowId) {
      items {
        id
        status
        phase
        flowVersion
        startedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionCompareWithQuery, ExecutionCompareWithQueryVariables>;
export const ExecutionStepDataDocument = new TypedDocumentString(`
    query ExecutionStepData($workspaceId: ID!, $id: ID!, $after: ID) {
  workspace(id: $workspaceId) {
    execution(id: $id) {
      steps(limit: 100, after: $after) {
        id
        nodeId
        iteration
        status
        input
        output
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionStepDataQuery, ExecutionStepDataQueryVariables>;
export const ExecutionHeadDocument = new TypedDocumentString(`
    query ExecutionHead($workspaceId: ID!, $id: ID!) {
  workspace(id: $workspaceId) {
    execution(id: $id) {
      id
      cursor
      status
      phase
      flowId
      flowName
      flowVersion
      trigger
      triggerData
      request {
        method
        path
        query
        headers
        contentType
        rawBody
      }
      output
      startNodeId
      startedAt
      finishedAt
      durationMs
      createdAt
      creditsUsed
      parentExecutionId
      retryOf
      startedBy {
        kind
        name
      }
      error {
        code
        message
        nodeId
      }
      flow {
        id
        version
      }
      version {
        nodes
        edges
        variables {
          name
          value
        }
      }
      retries(limit: 20) {
        id
        status
        phase
        startedAt
      }
      children(limit: 20) {
        id
        flowName
        status
        phase
      }
      stepCount
      steps(limit: 100) {
        id
        nodeId
        iteration
        status
        attempt
        startedAt
        finishedAt
        handle
        resumeAt
        interruptions
        error {
          code
          message
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionHeadQuery, ExecutionHeadQueryVariables>;
export const ExecutionAllStepsDocument = new TypedDocumentString(`
    query ExecutionAllSteps($workspaceId: ID!, $id: ID!) {
  workspace(id: $workspaceId) {
    execution(id: $id) {
      cursor
      status
      phase
      finishedAt
      steps {
        id
        nodeId
        iteration
        status
        attempt
        startedAt
        finishedAt
        handle
        resumeAt
        interruptions
        error {
          code
          message
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionAllStepsQuery, ExecutionAllStepsQueryVariables>;
export const ExecutionEventsDocument = new TypedDocumentString(`
    subscription ExecutionEvents($workspaceId: ID!, $executionId: ID!, $after: String) {
  executionUpdated(
    workspaceId: $workspaceId
    executionId: $executionId
    after: $after
  ) {
    cursor
    execution {
      status
      phase
      finishedAt
    }
    step {
      id
      nodeId
      iteration
      status
      attempt
      startedAt
      finishedAt
      handle
      resumeAt
      interruptions
      error {
        code
        message
      }
      attempts {
        startedAt
        finishedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionEventsSubscription, ExecutionEventsSubscriptionVariables>;
export const ExecutionStepDocument = new TypedDocumentString(`
    query ExecutionStep($workspaceId: ID!, $executionId: ID!, $stepId: ID!) {
  workspace(id: $workspaceId) {
    execution(id: $executionId) {
      id
      step(id: $stepId) {
        id
        name
        nodeId
        nodeType
        iteration
        status
        attempt
        attempts {
          attempt
          status
          startedAt
          finishedAt
          error {
            code
            message
          }
        }
        input
        output
        truncated
        error {
          code
          message
        }
        handle
        startedAt
        finishedAt
        durationMs
        resumeAt
        interruptions
        creditsUsed
        approvalUrl
        logs {
          at
          level
          message
        }
        childExecution {
          id
          flowName
          status
          phase
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionStepQuery, ExecutionStepQueryVariables>;
export const ExecutionRetryDocument = new TypedDocumentString(`
    mutation ExecutionRetry($workspaceId: ID!, $executionId: ID!, $input: RetryExecutionInput) {
  retryExecution(
    workspaceId: $workspaceId
    executionId: $executionId
    input: $input
  ) {
    executionId
  }
}
    `) as unknown as TypedDocumentString<ExecutionRetryMutation, ExecutionRetryMutationVariables>;
export const ExecutionVariablesDocument = new TypedDocumentString(`
    query ExecutionVariables($workspaceId: ID!, $executionId: ID!, $nodeId: String!) {
  workspace(id: $workspaceId) {
    execution(id: $executionId) {
      steps(nodeId: $nodeId, status: completed, limit: 100) {
        id
        output
        finishedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionVariablesQuery, ExecutionVariablesQueryVariables>;
export const ExecutionVersionDiffDocument = new TypedDocumentString(`
    query ExecutionVersionDiff($workspaceId: ID!, $flowId: ID!, $version: Int!, $against: Int!) {
  workspace(id: $workspaceId) {
    flowVersionDiff(flowId: $flowId, version: $version, against: $against) {
      nodes {
        added
        removed
        changed {
          elementId
        }
      }
      edges {
        added
        removed
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionVersionDiffQuery, ExecutionVersionDiffQueryVariables>;
export const ExecutionDecideDocument = new TypedDocumentString(`
    mutation ExecutionDecide($workspaceId: ID!, $executionId: ID!, $stepId: ID!, $input: DecideApprovalInput!) {
  decideApproval(
    workspaceId: $workspaceId
    executionId: $executionId
    stepId: $stepId
    input: $input
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<ExecutionDecideMutation, ExecutionDecideMutationVariables>;
export const ExecutionsRetryManyDocument = new TypedDocumentString(`
    mutation ExecutionsRetryMany($workspaceId: ID!, $input: ExecutionBulkInput!) {
  retryExecutions(workspaceId: $workspaceId, input: $input) {
    count
    next
    skipped {
      executionId
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionsRetryManyMutation, ExecutionsRetryManyMutationVariables>;
export const ExecutionsCancelManyDocument = new TypedDocumentString(`
    mutation ExecutionsCancelMany($workspaceId: ID!, $input: ExecutionBulkInput!) {
  cancelExecutions(workspaceId: $workspaceId, input: $input) {
    count
    next
    skipped {
      executionId
      code
      message
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionsCancelManyMutation, ExecutionsCancelManyMutationVariables>;
export const ExecutionsRetryOneDocument = new TypedDocumentString(`
    mutation ExecutionsRetryOne($workspaceId: ID!, $executionId: ID!, $input: RetryExecutionInput) {
  retryExecution(
    workspaceId: $workspaceId
    executionId: $executionId
    input: $input
  ) {
    executionId
  }
}
    `) as unknown as TypedDocumentString<ExecutionsRetryOneMutation, ExecutionsRetryOneMutationVariables>;
export const ExecutionsCancelOneDocument = new TypedDocumentString(`
    mutation ExecutionsCancelOne($workspaceId: ID!, $executionId: ID!) {
  cancelExecution(workspaceId: $workspaceId, executionId: $executionId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ExecutionsCancelOneMutation, ExecutionsCancelOneMutationVariables>;
export const ExecutionsErrorGroupsDocument = new TypedDocumentString(`
    query ExecutionsErrorGroups($workspaceId: ID!, $from: String, $flowId: ID) {
  workspace(id: $workspaceId) {
    executionErrorGroups(from: $from, flowId: $flowId, limit: 100) {
      flowId
      flowName
      flowVersion
      code
      nodeId
      message
      count
      firstAt
      lastAt
      hours
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionsErrorGroupsQuery, ExecutionsErrorGroupsQueryVariables>;
export const ExecutionsListDocument = new TypedDocumentString(`
    query ExecutionsList($workspaceId: ID!, $cursor: String, $status: ExecutionStatus, $phase: ExecutionPhase, $trigger: ExecutionTrigger, $flowId: ID, $from: String, $search: String, $errorCode: String, $nodeId: String, $flowVersion: Int) {
  workspace(id: $workspaceId) {
    executions(
      limit: 100
      cursor: $cursor
      status: $status
      phase: $phase
      trigger: $trigger
      flowId: $flowId
      from: $from
      search: $search
      errorCode: $errorCode
      nodeId: $nodeId
      flowVersion: $flowVersion
    ) {
      items {
        id
        flowId
        flowName
        flowVersion
        status
        phase
        trigger
        startedAt
        durationMs
        error {
          code
          message
          nodeId
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionsListQuery, ExecutionsListQueryVariables>;
export const ExecutionsFlowsDocument = new TypedDocumentString(`
    query ExecutionsFlows($workspaceId: ID!) {
  workspace(id: $workspaceId) {
    flows(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionsFlowsQuery, ExecutionsFlowsQueryVariables>;
export const ExecutionsCurrentVersionDocument = new TypedDocumentString(`
    query ExecutionsCurrentVersion($workspaceId: ID!, $flowId: ID!) {
  workspace(id: $workspaceId) {
    flow(id: $flowId) {
      version
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutionsCurrentVersionQuery, ExecutionsCurrentVersionQueryVariables>;
export const FlowsCreateDocument = new TypedDocumentString(`
    mutation FlowsCreate($workspaceId: ID!, $input: CreateFlowInput!) {
  createFlow(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<FlowsCreateMutation, FlowsCreateMutationVariables>;
export const FlowsImportDocument = new TypedDocumentString(`
    mutation FlowsImport($workspaceId: ID!, $input: ImportFlowInput!) {
  importFlow(workspaceId: $workspaceId, input: $input) {
    flow {
      id
      name
    }
    issues {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<FlowsImportMutation, FlowsImportMutationVariables>;
export const FlowsListDocument = new TypedDocumentString(`
    query FlowsList($id: ID!, $cursor: String, $search: String, $tag: String, $folderId: String, $status: FlowStatus, $triggerType: TriggerType, $sortBy: FlowSortKey, $sortOrder: SortOrder) {
  workspace(id: $id) {
    flows(
      limit: 50
      cursor: $cursor
      search: $search
      tag: $tag
      folderId: $folderId
      status: $status
      triggerType: $triggerType
      sortBy: $sortBy
      sortOrder: $sortOrder
    ) {
      items {
        id
        name
        description
        isActive
        tags
        folderId
        settings {
          triggerType
        }
        updatedAt
        draft {
          updatedAt
        }
        lastExecution {
          id
          status
          phase
          startedAt
        }
        executions(limit: 8) {
          items {
            id
            status
          }
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FlowsListQuery, FlowsListQueryVariables>;
export const FlowsFoldersDocument = new TypedDocumentString(`
    query FlowsFolders($id: ID!) {
  workspace(id: $id) {
    folders(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
        parentId
        flowCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FlowsFoldersQuery, FlowsFoldersQueryVariables>;
export const FlowsUpdateDocument = new TypedDocumentString(`
    mutation FlowsUpdate($workspaceId: ID!, $flowId: ID!, $input: UpdateFlowInput!) {
  updateFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    id
    isActive
  }
}
    `) as unknown as TypedDocumentString<FlowsUpdateMutation, FlowsUpdateMutationVariables>;
export const FlowsDeleteDocument = new TypedDocumentString(`
    mutation FlowsDelete($workspaceId: ID!, $flowId: ID!) {
  deleteFlow(workspaceId: $workspaceId, flowId: $flowId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<FlowsDeleteMutation, FlowsDeleteMutationVariables>;
export const FlowsDuplicateDocument = new TypedDocumentString(`
    mutation FlowsDuplicate($workspaceId: ID!, $flowId: ID!) {
  duplicateFlow(workspaceId: $workspaceId, flowId: $flowId) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<FlowsDuplicateMutation, FlowsDuplicateMutationVariables>;
export const FlowsExportDocument = new TypedDocumentString(`
    query FlowsExport($id: ID!, $flowId: ID!) {
  workspace(id: $id) {
    flow(id: $flowId) {
      export {
        format
        formatVersion
        name
        description
        tags
        nodes
        edges
        settings {
          dailyBudget
          environment
          errorFlowId
          maxConcurrent
          monthlyBudget
          timeout
          triggerType
          storedTriggerConfig
        }
        variables {
          name
          scope
          type
          value
        }
        requires {
          secrets
          globalVars
          flows {
            flowId
            name
          }
          records {
            kind
            recordId
          }
          values {
            nodeId
            field
          }
        }
        exportedAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FlowsExportQuery, FlowsExportQueryVariables>;
export const FlowsCreateFolderDocument = new TypedDocumentString(`
    mutation FlowsCreateFolder($workspaceId: ID!, $input: CreateFolderInput!) {
  createFolder(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<FlowsCreateFolderMutation, FlowsCreateFolderMutationVariables>;
export const FlowsUpdateFolderDocument = new TypedDocumentString(`
    mutation FlowsUpdateFolder($workspaceId: ID!, $folderId: ID!, $input: UpdateFolderInput!) {
  updateFolder(workspaceId: $workspaceId, folderId: $folderId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<FlowsUpdateFolderMutation, FlowsUpdateFolderMutationVariables>;
export const FlowsDeleteFolderDocument = new TypedDocumentString(`
    mutation FlowsDeleteFolder($workspaceId: ID!, $folderId: ID!) {
  deleteFolder(workspaceId: $workspaceId, folderId: $folderId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<FlowsDeleteFolderMutation, FlowsDeleteFolderMutationVariables>;
export const FlowsRecipesDocument = new TypedDocumentString(`
    query FlowsRecipes($id: ID!) {
  workspace(id: $id) {
    templates(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
        description
        category
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FlowsRecipesQuery, FlowsRecipesQueryVariables>;
export const FlowsUseTemplateDocument = new TypedDocumentString(`
    mutation FlowsUseTemplate($workspaceId: ID!, $templateId: ID!, $input: CopyFlowInput) {
  useFlowTemplate(
    workspaceId: $workspaceId
    templateId: $templateId
    input: $input
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<FlowsUseTemplateMutation, FlowsUseTemplateMutationVariables>;
export const FlowsTryTemplateDocument = new TypedDocumentString(`
    mutation FlowsTryTemplate($workspaceId: ID!, $flowId: ID!) {
  simulateFlow(workspaceId: $workspaceId, flowId: $flowId) {
    executionId
  }
}
    `) as unknown as TypedDocumentString<FlowsTryTemplateMutation, FlowsTryTemplateMutationVariables>;
export const HomeDemoFlowDocument = new TypedDocumentString(`
    query HomeDemoFlow($id: ID!) {
  workspace(id: $id) {
    flows(tag: "demo", limit: 1) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HomeDemoFlowQuery, HomeDemoFlowQueryVariables>;
export const HomeRunDemoDocument = new TypedDocumentString(`
    mutation HomeRunDemo($workspaceId: ID!, $flowId: ID!, $input: TriggerFlowInput) {
  triggerFlow(workspaceId: $workspaceId, flowId: $flowId, input: $input) {
    executionId
  }
}
    `) as unknown as TypedDocumentString<HomeRunDemoMutation, HomeRunDemoMutationVariables>;
export const HomePageDocument = new TypedDocumentString(`
    query HomePage($id: ID!, $day: String) {
  workspace(id: $id) {
    running: executions(status: running, limit: 1) {
      pagination {
        total
      }
    }
    waiting: executions(phase: waiting, limit: 100) {
      items {
        id
        steps(status: waiting, limit: 20) {
          id
          nodeType
        }
      }
      pagination {
        total
      }
    }
    failed: executions(status: failed, from: $day, limit: 8) {
      items {
        id
        flowName
        finishedAt
        startedAt
        error {
          code
          message
        }
      }
      pagination {
        total
      }
    }
    analytics(period: "30d") {
      flows {
        timeline {
          date
          completed
          failed
        }
      }
    }
    usage {
      summary {
        totals {
          credits
        }
        wallet {
          available
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HomePageQuery, HomePageQueryVariables>;
export const HomeRecipesDocument = new TypedDocumentString(`
    query HomeRecipes($id: ID!) {
  workspace(id: $id) {
    templates(limit: 100, sortBy: createdAt, sortOrder: asc) {
      items {
        id
        name
        description
        builtIn
        requiredSecrets
        settings {
          triggerType
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<HomeRecipesQuery, HomeRecipesQueryVariables>;
export const InboxConversationDocument = new TypedDocumentString(`
    query InboxConversation($id: ID!, $conversationId: ID!) {
  workspace(id: $id) {
    conversation(id: $conversationId) {
      id
      channel
      status
      assignedTo
      contact {
        id
        name
        email
        phone
        company
        status
        tags
        doNotContact
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxConversationQuery, InboxConversationQueryVariables>;
export const InboxListDocument = new TypedDocumentString(`
    query InboxList($id: ID!, $cursor: String, $search: String, $status: ConversationStatus, $channel: ConversationChannel, $assignedTo: ID) {
  workspace(id: $id) {
    conversations(
      limit: 30
      cursor: $cursor
      search: $search
      status: $status
      channel: $channel
      assignedTo: $assignedTo
      sortBy: lastMessageAt
      sortOrder: desc
    ) {
      items {
        id
        channel
        status
        createdAt
        lastMessageAt
        contact {
          id
          name
          email
          phone
        }
        assignee {
          name
          email
        }
        messages(limit: 1, sortBy: createdAt, sortOrder: desc) {
          items {
            id
            body
            direction
            status
          }
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxListQuery, InboxListQueryVariables>;
export const InboxMessagesDocument = new TypedDocumentString(`
    query InboxMessages($id: ID!, $conversationId: ID!, $cursor: String) {
  workspace(id: $id) {
    messages(
      conversationId: $conversationId
      limit: 40
      cursor: $cursor
      sortBy: createdAt
      sortOrder: desc
    ) {
      items {
        id
        author
        body
        direction
        status
        error
        createdAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxMessagesQuery, InboxMessagesQueryVariables>;
export const InboxCreateDocument = new TypedDocumentString(`
    mutation InboxCreate($workspaceId: ID!, $input: CreateConversationInput!) {
  createConversation(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<InboxCreateMutation, InboxCreateMutationVariables>;
export const InboxUpdateDocument = new TypedDocumentString(`
    mutation InboxUpdate($workspaceId: ID!, $conversationId: ID!, $input: UpdateConversationInput!) {
  updateConversation(
    workspaceId: $workspaceId
    conversationId: $conversationId
    input: $input
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<InboxUpdateMutation, InboxUpdateMutationVariables>;
export const InboxCountUnroutedDocument = new TypedDocumentString(`
    query InboxCountUnrouted($id: ID!) {
  workspace(id: $id) {
    unroutedMessages(limit: 1) {
      pagination {
        total
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxCountUnroutedQuery, InboxCountUnroutedQueryVariables>;
export const InboxUnroutedDocument = new TypedDocumentString(`
    query InboxUnrouted($id: ID!, $cursor: String) {
  workspace(id: $id) {
    unroutedMessages(limit: 50, cursor: $cursor) {
      items {
        id
        body
        channel
        sender
        senderName
        receivedAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<InboxUnroutedQuery, InboxUnroutedQueryVariables>;
export const InboxAssignUnroutedDocument = new TypedDocumentString(`
    mutation InboxAssignUnrouted($workspaceId: ID!, $unroutedMessageId: ID!, $input: AssignUnroutedMessageInput!) {
  assignUnroutedMessage(
    workspaceId: $workspaceId
    unroutedMessageId: $unroutedMessageId
    input: $input
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<InboxAssignUnroutedMutation, InboxAssignUnroutedMutationVariables>;
export const InboxDiscardUnroutedDocument = new TypedDocumentString(`
    mutation InboxDiscardUnrouted($workspaceId: ID!, $unroutedMessageId: ID!) {
  deleteUnroutedMessage(
    workspaceId: $workspaceId
    unroutedMessageId: $unroutedMessageId
  ) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<InboxDiscardUnroutedMutation, InboxDiscardUnroutedMutationVariables>;
export const InboxSendDocument = new TypedDocumentString(`
    mutation InboxSend($workspaceId: ID!, $conversationId: ID!, $body: String!) {
  createMessage(
    workspaceId: $workspaceId
    conversationId: $conversationId
    input: {body: $body}
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<InboxSendMutation, InboxSendMutationVariables>;
export const ApiKeysCreateDocument = new TypedDocumentString(`
    mutation ApiKeysCreate($workspaceId: ID!, $input: CreateApiKeyInput!) {
  createApiKey(workspaceId: $workspaceId, input: $input) {
    key
  }
}
    `) as unknown as TypedDocumentString<ApiKeysCreateMutation, ApiKeysCreateMutationVariables>;
export const ApiKeysCapabilitiesDocument = new TypedDocumentString(`
    query ApiKeysCapabilities {
  capabilities {
    name
    description
  }
}
    `) as unknown as TypedDocumentString<ApiKeysCapabilitiesQuery, ApiKeysCapabilitiesQueryVariables>;
export const ApiKeysListDocument = new TypedDocumentString(`
    query ApiKeysList($id: ID!, $cursor: String) {
  workspace(id: $id) {
    apiKeys(cursor: $cursor, limit: 50) {
      items {
        id
        name
        prefix
        capabilities
        createdAt
        expiresAt
        lastUsedAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ApiKeysListQuery, ApiKeysListQueryVariables>;
export const ApiKeysRevokeDocument = new TypedDocumentString(`
    mutation ApiKeysRevoke($workspaceId: ID!, $keyId: ID!) {
  revokeApiKey(workspaceId: $workspaceId, keyId: $keyId) {
    deletedId
    paused {
      flows
      webhooks
    }
  }
}
    `) as unknown as TypedDocumentString<ApiKeysRevokeMutation, ApiKeysRevokeMutationVariables>;
export const MembersChangeRoleDocument = new TypedDocumentString(`
    mutation MembersChangeRole($workspaceId: ID!, $userId: ID!, $input: ChangeMemberRoleInput!) {
  updateMember(workspaceId: $workspaceId, userId: $userId, input: $input) {
    id
    paused {
      flows
      webhooks
    }
  }
}
    `) as unknown as TypedDocumentString<MembersChangeRoleMutation, MembersChangeRoleMutationVariables>;
export const MembersInviteDocument = new TypedDocumentString(`
    mutation MembersInvite($workspaceId: ID!, $input: InviteMemberInput!) {
  inviteMember(workspaceId: $workspaceId, input: $input) {
    inviteToken
    mailed
  }
}
    `) as unknown as TypedDocumentString<MembersInviteMutation, MembersInviteMutationVariables>;
export const MembersListDocument = new TypedDocumentString(`
    query MembersList($id: ID!, $search: String, $cursor: String) {
  workspace(id: $id) {
    members(search: $search, cursor: $cursor, limit: 50) {
      items {
        id
        userId
        invitationId
        name
        email
        role
        status
        createdAt
        expiresAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MembersListQuery, MembersListQueryVariables>;
export const MembersRemoveDocument = new TypedDocumentString(`
    mutation MembersRemove($workspaceId: ID!, $userId: ID!) {
  removeMember(workspaceId: $workspaceId, userId: $userId) {
    deletedId
    paused {
      flows
      webhooks
    }
  }
}
    `) as unknown as TypedDocumentString<MembersRemoveMutation, MembersRemoveMutationVariables>;
export const MembersRevokeDocument = new TypedDocumentString(`
    mutation MembersRevoke($workspaceId: ID!, $invitationId: ID!) {
  revokeInvitation(workspaceId: $workspaceId, invitationId: $invitationId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<MembersRevokeMutation, MembersRevokeMutationVariables>;
export const MembersResendDocument = new TypedDocumentString(`
    mutation MembersResend($workspaceId: ID!, $invitationId: ID!) {
  resendInvitation(workspaceId: $workspaceId, invitationId: $invitationId) {
    email
    inviteToken
    mailed
  }
}
    `) as unknown as TypedDocumentString<MembersResendMutation, MembersResendMutationVariables>;
export const MessageTemplatesCustomFieldsDocument = new TypedDocumentString(`
    query MessageTemplatesCustomFields($id: ID!) {
  workspace(id: $id) {
    contacts(limit: 100, sortBy: createdAt, sortOrder: desc) {
      items {
        customFields
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesCustomFieldsQuery, MessageTemplatesCustomFieldsQueryVariables>;
export const MessageTemplatesEmailTemplatesDocument = new TypedDocumentString(`
    query MessageTemplatesEmailTemplates($id: ID!, $cursor: String, $search: String) {
  workspace(id: $id) {
    emailTemplates(
      limit: 50
      cursor: $cursor
      search: $search
      sortBy: name
      sortOrder: asc
    ) {
      items {
        id
        name
        subject
        body
        language
        status
        updatedAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesEmailTemplatesQuery, MessageTemplatesEmailTemplatesQueryVariables>;
export const MessageTemplatesCreateEmailTemplateDocument = new TypedDocumentString(`
    mutation MessageTemplatesCreateEmailTemplate($workspaceId: ID!, $input: CreateEmailTemplateInput!) {
  saved: createEmailTemplate(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesCreateEmailTemplateMutation, MessageTemplatesCreateEmailTemplateMutationVariables>;
export const MessageTemplatesUpdateEmailTemplateDocument = new TypedDocumentString(`
    mutation MessageTemplatesUpdateEmailTemplate($workspaceId: ID!, $id: ID!, $input: UpdateEmailTemplateInput!, $since: DateTime) {
  saved: updateEmailTemplate(
    workspaceId: $workspaceId
    emailTemplateId: $id
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesUpdateEmailTemplateMutation, MessageTemplatesUpdateEmailTemplateMutationVariables>;
export const MessageTemplatesDeleteEmailTemplateDocument = new TypedDocumentString(`
    mutation MessageTemplatesDeleteEmailTemplate($workspaceId: ID!, $id: ID!) {
  deleteEmailTemplate(workspaceId: $workspaceId, emailTemplateId: $id) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesDeleteEmailTemplateMutation, MessageTemplatesDeleteEmailTemplateMutationVariables>;
export const MessageTemplatesWhatsappTemplatesDocument = new TypedDocumentString(`
    query MessageTemplatesWhatsappTemplates($id: ID!, $cursor: String, $search: String) {
  workspace(id: $id) {
    whatsappTemplates(
      limit: 50
      cursor: $cursor
      search: $search
      sortBy: name
      sortOrder: asc
    ) {
      items {
        id
        name
        variables
        body
        language
        status
        updatedAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesWhatsappTemplatesQuery, MessageTemplatesWhatsappTemplatesQueryVariables>;
export const MessageTemplatesCreateWhatsappTemplateDocument = new TypedDocumentString(`
    mutation MessageTemplatesCreateWhatsappTemplate($workspaceId: ID!, $input: CreateWhatsappTemplateInput!) {
  saved: createWhatsappTemplate(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesCreateWhatsappTemplateMutation, MessageTemplatesCreateWhatsappTemplateMutationVariables>;
export const MessageTemplatesUpdateWhatsappTemplateDocument = new TypedDocumentString(`
    mutation MessageTemplatesUpdateWhatsappTemplate($workspaceId: ID!, $id: ID!, $input: UpdateWhatsappTemplateInput!, $since: DateTime) {
  saved: updateWhatsappTemplate(
    workspaceId: $workspaceId
    whatsappTemplateId: $id
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesUpdateWhatsappTemplateMutation, MessageTemplatesUpdateWhatsappTemplateMutationVariables>;
export const MessageTemplatesDeleteWhatsappTemplateDocument = new TypedDocumentString(`
    mutation MessageTemplatesDeleteWhatsappTemplate($workspaceId: ID!, $id: ID!) {
  deleteWhatsappTemplate(workspaceId: $workspaceId, whatsappTemplateId: $id) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<MessageTemplatesDeleteWhatsappTemplateMutation, MessageTemplatesDeleteWhatsappTemplateMutationVariables>;
export const PipelineCreateDocument = new TypedDocumentString(`
    mutation PipelineCreate($workspaceId: ID!, $input: CreatePipelineInput!) {
  createPipeline(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<PipelineCreateMutation, PipelineCreateMutationVariables>;
export const PipelineUpdateDocument = new TypedDocumentString(`
    mutation PipelineUpdate($workspaceId: ID!, $pipelineId: ID!, $input: UpdatePipelineInput!, $since: DateTime) {
  updatePipeline(
    workspaceId: $workspaceId
    pipelineId: $pipelineId
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<PipelineUpdateMutation, PipelineUpdateMutationVariables>;
export const PipelineDeleteDocument = new TypedDocumentString(`
    mutation PipelineDelete($workspaceId: ID!, $pipelineId: ID!) {
  deletePipeline(workspaceId: $workspaceId, pipelineId: $pipelineId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<PipelineDeleteMutation, PipelineDeleteMutationVariables>;
export const PipelineListDocument = new TypedDocumentString(`
    query PipelineList($id: ID!) {
  workspace(id: $id) {
    pipelines(limit: 100, sortBy: createdAt, sortOrder: asc) {
      items {
        id
        name
        updatedAt
        stages {
          key
          name
          order
          probability
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PipelineListQuery, PipelineListQueryVariables>;
export const PipelineOpportunitiesDocument = new TypedDocumentString(`
    query PipelineOpportunities($id: ID!, $cursor: String, $pipelineId: ID!, $search: String, $status: OpportunityStatus, $assignedTo: ID) {
  workspace(id: $id) {
    opportunities(
      limit: 100
      cursor: $cursor
      pipelineId: $pipelineId
      search: $search
      status: $status
      assignedTo: $assignedTo
      sortBy: createdAt
      sortOrder: desc
    ) {
      items {
        id
        name
        stageId
        status
        value
        currency
        expectedCloseDate
        assignedTo
        updatedAt
        contact {
          id
          name
          email
          phone
        }
        assignee {
          name
          email
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PipelineOpportunitiesQuery, PipelineOpportunitiesQueryVariables>;
export const PipelineCreateOpportunityDocument = new TypedDocumentString(`
    mutation PipelineCreateOpportunity($workspaceId: ID!, $input: CreateOpportunityInput!) {
  createOpportunity(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<PipelineCreateOpportunityMutation, PipelineCreateOpportunityMutationVariables>;
export const PipelineUpdateOpportunityDocument = new TypedDocumentString(`
    mutation PipelineUpdateOpportunity($workspaceId: ID!, $opportunityId: ID!, $input: UpdateOpportunityInput!, $since: DateTime) {
  updateOpportunity(
    workspaceId: $workspaceId
    opportunityId: $opportunityId
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<PipelineUpdateOpportunityMutation, PipelineUpdateOpportunityMutationVariables>;
export const PipelineDeleteOpportunityDocument = new TypedDocumentString(`
    mutation PipelineDeleteOpportunity($workspaceId: ID!, $opportunityId: ID!) {
  deleteOpportunity(workspaceId: $workspaceId, opportunityId: $opportunityId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<PipelineDeleteOpportunityMutation, PipelineDeleteOpportunityMutationVariables>;
export const SequenceSetActiveDocument = new TypedDocumentString(`
    mutation SequenceSetActive($workspaceId: ID!, $sequenceId: ID!, $isActive: Boolean!) {
  updateFollowUpSequence(
    workspaceId: $workspaceId
    followUpSequenceId: $sequenceId
    input: {isActive: $isActive}
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SequenceSetActiveMutation, SequenceSetActiveMutationVariables>;
export const SequenceDeleteDocument = new TypedDocumentString(`
    mutation SequenceDelete($workspaceId: ID!, $sequenceId: ID!) {
  deleteFollowUpSequence(
    workspaceId: $workspaceId
    followUpSequenceId: $sequenceId
  ) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<SequenceDeleteMutation, SequenceDeleteMutationVariables>;
export const SequenceUpdateDocument = new TypedDocumentString(`
    mutation SequenceUpdate($workspaceId: ID!, $sequenceId: ID!, $input: UpdateFollowUpSequenceInput!, $since: DateTime) {
  updateFollowUpSequence(
    workspaceId: $workspaceId
    followUpSequenceId: $sequenceId
    input: $input
    ifUnmodifiedSince: $since
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SequenceUpdateMutation, SequenceUpdateMutationVariables>;
export const SequenceEnrollmentsDocument = new TypedDocumentString(`
    query SequenceEnrollments($id: ID!, $sequenceId: ID!, $cursor: String, $search: String, $status: FollowUpEnrollmentStatus) {
  workspace(id: $id) {
    followUpEnrollments(
      followUpSequenceId: $sequenceId
      limit: 50
      cursor: $cursor
      search: $search
      status: $status
    ) {
      items {
        id
        status
        reason
        stepNumber
        dueAt
        lastError
        contactId
        contact {
          name
          email
          phone
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SequenceEnrollmentsQuery, SequenceEnrollmentsQueryVariables>;
export const SequenceDetailsDocument = new TypedDocumentString(`
    query SequenceDetails($id: ID!, $sequenceId: ID!) {
  workspace(id: $id) {
    followUpSequence(id: $sequenceId) {
      id
      name
      isActive
      isDefault
      agentId
      maxAttempts
      reactivateAgent
      updatedAt
      steps {
        id
        delayMinutes
        stepType
        message
        promptTemplate
        flowId
        templateId
      }
    }
    agents(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
    flows(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
    whatsappTemplates(limit: 100, status: approved, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SequenceDetailsQuery, SequenceDetailsQueryVariables>;
export const SequencesListDocument = new TypedDocumentString(`
    query SequencesList($id: ID!, $cursor: String, $search: String) {
  workspace(id: $id) {
    followUpSequences(limit: 50, cursor: $cursor, search: $search) {
      items {
        id
        name
        isActive
        isDefault
        createdAt
        agent {
          name
        }
        steps {
          id
        }
        enrollments(limit: 1, status: active) {
          pagination {
            total
          }
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SequencesListQuery, SequencesListQueryVariables>;
export const SequencesCreateDefaultDocument = new TypedDocumentString(`
    mutation SequencesCreateDefault($workspaceId: ID!) {
  createDefaultFollowUpSequence(workspaceId: $workspaceId) {
    sequence {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SequencesCreateDefaultMutation, SequencesCreateDefaultMutationVariables>;
export const SequencesCreateDocument = new TypedDocumentString(`
    mutation SequencesCreate($workspaceId: ID!, $name: String!) {
  createFollowUpSequence(
    workspaceId: $workspaceId
    input: {name: $name, isActive: false, steps: []}
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<SequencesCreateMutation, SequencesCreateMutationVariables>;
export const LeaveWorkspaceDocument = new TypedDocumentString(`
    mutation LeaveWorkspace($workspaceId: ID!) {
  leaveWorkspace(workspaceId: $workspaceId) {
    deletedId
    paused {
      flows
      webhooks
    }
  }
}
    `) as unknown as TypedDocumentString<LeaveWorkspaceMutation, LeaveWorkspaceMutationVariables>;
export const DeleteWorkspaceDocument = new TypedDocumentString(`
    mutation DeleteWorkspace($workspaceId: ID!) {
  deleteWorkspace(workspaceId: $workspaceId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<DeleteWorkspaceMutation, DeleteWorkspaceMutationVariables>;
export const WorkspaceSettingsDocument = new TypedDocumentString(`
    query WorkspaceSettings($id: ID!) {
  workspace(id: $id) {
    id
    name
    role
    timezone
    country
    dailyBudget
    monthlyBudget
    defaultErrorFlowId
    postalAddress
    updatedAt
    flows(limit: 100, sortBy: name, sortOrder: asc) {
      items {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WorkspaceSettingsQuery, WorkspaceSettingsQueryVariables>;
export const UpdateWorkspaceSettingsDocument = new TypedDocumentString(`
    mutation UpdateWorkspaceSettings($workspaceId: ID!, $input: UpdateWorkspaceInput!, $ifUnmodifiedSince: DateTime) {
  updateWorkspace(
    workspaceId: $workspaceId
    input: $input
    ifUnmodifiedSince: $ifUnmodifiedSince
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateWorkspaceSettingsMutation, UpdateWorkspaceSettingsMutationVariables>;
export const DashboardLoginLinkDocument = new TypedDocumentString(`
    mutation DashboardLoginLink($input: LoginLinkInput!) {
  loginLink(input: $input) {
    accessToken
    expiresIn
    user {
      id
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardLoginLinkMutation, DashboardLoginLinkMutationVariables>;
export const DashboardLoginDocument = new TypedDocumentString(`
    mutation DashboardLogin($input: LoginInput!) {
  login(input: $input) {
    accessToken
    expiresIn
    user {
      id
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardLoginMutation, DashboardLoginMutationVariables>;
export const DashboardLoginTotpDocument = new TypedDocumentString(`
    mutation DashboardLoginTotp($input: LoginTotpInput!) {
  loginTotp(input: $input) {
    accessToken
    expiresIn
    user {
      id
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardLoginTotpMutation, DashboardLoginTotpMutationVariables>;
export const DashboardRegisterDocument = new TypedDocumentString(`
    mutation DashboardRegister($input: RegisterInput!) {
  register(input: $input) {
    accessToken
    expiresIn
    user {
      id
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardRegisterMutation, DashboardRegisterMutationVariables>;
export const DashboardForgotPasswordDocument = new TypedDocumentString(`
    mutation DashboardForgotPassword($input: ForgotPasswordInput!) {
  forgotPassword(input: $input)
}
    `) as unknown as TypedDocumentString<DashboardForgotPasswordMutation, DashboardForgotPasswordMutationVariables>;
export const TemplatesDeleteDocument = new TypedDocumentString(`
    mutation TemplatesDelete($workspaceId: ID!, $templateId: ID!) {
  deleteFlowTemplate(workspaceId: $workspaceId, templateId: $templateId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<TemplatesDeleteMutation, TemplatesDeleteMutationVariables>;
export const TemplatesListDocument = new TypedDocumentString(`
    query TemplatesList($id: ID!, $cursor: String, $search: String) {
  workspace(id: $id) {
    templates(
      limit: 50
      cursor: $cursor
      search: $search
      sortBy: name
      sortOrder: asc
    ) {
      items {
        id
        name
        description
        category
        tags
        builtIn
        requiredSecrets
        usageCount
        nodes
        edges
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TemplatesListQuery, TemplatesListQueryVariables>;
export const UsageBudgetsDocument = new TypedDocumentString(`
    query UsageBudgets($id: ID!, $from: String, $monthStart: String, $dayStart: String, $month: String) {
  workspace(id: $id) {
    usage {
      period: summary(scope: workspace, from: $from) {
        daily {
          date
          credits
        }
      }
      month: summary(scope: workspace, from: $month) {
        daily {
          date
          credits
        }
      }
      thisMonth: summary(scope: workspace, from: $monthStart) {
        totals {
          credits
        }
      }
      today: summary(scope: workspace, from: $dayStart) {
        totals {
          credits
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsageBudgetsQuery, UsageBudgetsQueryVariables>;
export const UsageSummaryDocument = new TypedDocumentString(`
    query UsageSummary($id: ID!, $from: String, $to: String) {
  workspace(id: $id) {
    dailyBudget
    monthlyBudget
    usage {
      summary(from: $from, to: $to) {
        totals {
          credits
          events
        }
        byType {
          eventType
          events
          quantity
          credits
        }
        daily {
          date
          credits
        }
        wallet {
          available
          balance
          reserved
        }
      }
    }
    quotas {
      name
      used
      limit
      refused
    }
  }
}
    `) as unknown as TypedDocumentString<UsageSummaryQuery, UsageSummaryQueryVariables>;
export const VaultSecretsDocument = new TypedDocumentString(`
    query VaultSecrets($id: ID!, $search: String, $cursor: String) {
  workspace(id: $id) {
    secrets(
      search: $search
      cursor: $cursor
      limit: 50
      sortBy: name
      sortOrder: asc
    ) {
      items {
        id
        name
        description
        maskedValue
        allowedHosts
        updatedAt
        usedBy {
          flowId
          name
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<VaultSecretsQuery, VaultSecretsQueryVariables>;
export const VaultCreateSecretDocument = new TypedDocumentString(`
    mutation VaultCreateSecret($workspaceId: ID!, $input: CreateSecretInput!) {
  createSecret(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<VaultCreateSecretMutation, VaultCreateSecretMutationVariables>;
export const VaultUpdateSecretDocument = new TypedDocumentString(`
    mutation VaultUpdateSecret($workspaceId: ID!, $secretId: ID!, $input: UpdateSecretInput!) {
  updateSecret(workspaceId: $workspaceId, secretId: $secretId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<VaultUpdateSecretMutation, VaultUpdateSecretMutationVariables>;
export const VaultDeleteSecretDocument = new TypedDocumentString(`
    mutation VaultDeleteSecret($workspaceId: ID!, $secretId: ID!) {
  deleteSecret(workspaceId: $workspaceId, secretId: $secretId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<VaultDeleteSecretMutation, VaultDeleteSecretMutationVariables>;
export const VaultVariablesDocument = new TypedDocumentString(`
    query VaultVariables($id: ID!, $search: String, $cursor: String) {
  workspace(id: $id) {
    globalVariables(
      search: $search
      cursor: $cursor
      limit: 50
      sortBy: name
      sortOrder: asc
    ) {
      items {
        id
        name
        value
        description
        updatedAt
        usedBy {
          flowId
          name
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<VaultVariablesQuery, VaultVariablesQueryVariables>;
export const VaultCreateVariableDocument = new TypedDocumentString(`
    mutation VaultCreateVariable($workspaceId: ID!, $input: CreateGlobalVariableInput!) {
  createGlobalVariable(workspaceId: $workspaceId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<VaultCreateVariableMutation, VaultCreateVariableMutationVariables>;
export const VaultUpdateVariableDocument = new TypedDocumentString(`
    mutation VaultUpdateVariable($workspaceId: ID!, $varId: ID!, $input: UpdateGlobalVariableInput!) {
  updateGlobalVariable(workspaceId: $workspaceId, varId: $varId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<VaultUpdateVariableMutation, VaultUpdateVariableMutationVariables>;
export const VaultDeleteVariableDocument = new TypedDocumentString(`
    mutation VaultDeleteVariable($workspaceId: ID!, $varId: ID!) {
  deleteGlobalVariable(workspaceId: $workspaceId, varId: $varId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<VaultDeleteVariableMutation, VaultDeleteVariableMutationVariables>;
export const WebhookDeliveryDocument = new TypedDocumentString(`
    query WebhookDelivery($id: ID!, $webhookId: ID!, $deliveryId: ID!) {
  workspace(id: $id) {
    webhookDelivery(webhookId: $webhookId, id: $deliveryId) {
      id
      eventType
      body
      request {
        url
        headers
      }
      response {
        status
        headers
        body
      }
      attempts {
        startedAt
        durationMs
        status
        error
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveryQuery, WebhookDeliveryQueryVariables>;
export const WebhookRedeliverDocument = new TypedDocumentString(`
    mutation WebhookRedeliver($workspaceId: ID!, $webhookId: ID!, $deliveryId: ID!) {
  redeliverWebhookDelivery(
    workspaceId: $workspaceId
    webhookId: $webhookId
    deliveryId: $deliveryId
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<WebhookRedeliverMutation, WebhookRedeliverMutationVariables>;
export const WebhooksCreateDocument = new TypedDocumentString(`
    mutation WebhooksCreate($workspaceId: ID!, $input: CreateWebhookInput!) {
  createWebhook(workspaceId: $workspaceId, input: $input) {
    secret
  }
}
    `) as unknown as TypedDocumentString<WebhooksCreateMutation, WebhooksCreateMutationVariables>;
export const WebhooksUpdateDocument = new TypedDocumentString(`
    mutation WebhooksUpdate($workspaceId: ID!, $webhookId: ID!, $input: UpdateWebhookInput!) {
  updateWebhook(workspaceId: $workspaceId, webhookId: $webhookId, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<WebhooksUpdateMutation, WebhooksUpdateMutationVariables>;
export const WebhookPageDocument = new TypedDocumentString(`
    query WebhookPage($id: ID!, $webhookId: ID!) {
  workspace(id: $id) {
    webhook(id: $webhookId) {
      id
      url
      events
      description
      isActive
      disabledReason
      failingSince
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookPageQuery, WebhookPageQueryVariables>;
export const WebhookDeliveriesDocument = new TypedDocumentString(`
    query WebhookDeliveries($id: ID!, $webhookId: ID!, $cursor: String) {
  workspace(id: $id) {
    webhookDeliveries(webhookId: $webhookId, cursor: $cursor, limit: 50) {
      items {
        id
        eventType
        status
        createdAt
        attempts {
          startedAt
          durationMs
          status
          error
        }
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookDeliveriesQuery, WebhookDeliveriesQueryVariables>;
export const WebhookTestDocument = new TypedDocumentString(`
    mutation WebhookTest($workspaceId: ID!, $webhookId: ID!) {
  testWebhook(workspaceId: $workspaceId, webhookId: $webhookId) {
    id
  }
}
    `) as unknown as TypedDocumentString<WebhookTestMutation, WebhookTestMutationVariables>;
export const WebhookRotateDocument = new TypedDocumentString(`
    mutation WebhookRotate($workspaceId: ID!, $webhookId: ID!) {
  rotateWebhookSecret(workspaceId: $workspaceId, webhookId: $webhookId) {
    secret
  }
}
    `) as unknown as TypedDocumentString<WebhookRotateMutation, WebhookRotateMutationVariables>;
export const WebhookDeleteDocument = new TypedDocumentString(`
    mutation WebhookDelete($workspaceId: ID!, $webhookId: ID!) {
  deleteWebhook(workspaceId: $workspaceId, webhookId: $webhookId) {
    deletedId
  }
}
    `) as unknown as TypedDocumentString<WebhookDeleteMutation, WebhookDeleteMutationVariables>;
export const WebhooksListDocument = new TypedDocumentString(`
    query WebhooksList($id: ID!, $cursor: String) {
  workspace(id: $id) {
    webhooks(cursor: $cursor, limit: 50) {
      items {
        id
        url
        events
        description
        isActive
        disabledReason
        failingSince
        updatedAt
      }
      pagination {
        total
        nextCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhooksListQuery, WebhooksListQueryVariables>;
export const ChooseWorkspaceDocument = new TypedDocumentString(`
    query ChooseWorkspace {
  workspaces(limit: 100, sortBy: name, sortOrder: asc) {
    items {
      id
      name
      role
    }
  }
}
    `) as unknown as TypedDocumentString<ChooseWorkspaceQuery, ChooseWorkspaceQueryVariables>;
export const CreateDashboardWorkspaceDocument = new TypedDocumentString(`
    mutation CreateDashboardWorkspace($input: CreateWorkspaceInput!) {
  createWorkspace(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateDashboardWorkspaceMutation, CreateDashboardWorkspaceMutationVariables>;
export const DashboardSignOutDocument = new TypedDocumentString(`
    mutation DashboardSignOut {
  logout
}
    `) as unknown as TypedDocumentString<DashboardSignOutMutation, DashboardSignOutMutationVariables>;
export const DashboardSearchDocument = new TypedDocumentString(`
    query DashboardSearch($id: ID!, $q: String!) {
  workspace(id: $id) {
    search(q: $q, limit: 5) {
      flows {
        recordId
        type
        title
        subtitle
      }
      contacts {
        recordId
        type
        title
        subtitle
      }
      conversations {
        recordId
        type
        title
        subtitle
      }
      campaigns {
        recordId
        type
        title
        subtitle
      }
      pipelines {
        recordId
        type
        title
        subtitle
      }
      calendarEvents {
        recordId
        type
        title
        subtitle
      }
      emailTemplates {
        recordId
        type
        title
        subtitle
      }
      whatsappTemplates {
        recordId
        type
        title
        subtitle
      }
      agents {
        recordId
        type
        title
        subtitle
      }
      voiceAgents {
        recordId
        type
        title
        subtitle
      }
      knowledgeDocs {
        recordId
        type
        title
        subtitle
      }
      callCampaigns {
        recordId
        type
        title
        subtitle
      }
      callerIds {
        recordId
        type
        title
        subtitle
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DashboardSearchQuery, DashboardSearchQueryVariables>;
export const StoppingOfMemberDocument = new TypedDocumentString(`
    query StoppingOfMember($id: ID!, $userId: ID!, $role: Role) {
  workspace(id: $id) {
    member(userId: $userId) {
      owns(role: $role) {
        flows {
          name
        }
        webhooks {
          url
        }
        hasMore
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StoppingOfMemberQuery, StoppingOfMemberQueryVariables>;
export const StoppingOfKeyDocument = new TypedDocumentString(`
    query StoppingOfKey($id: ID!, $prefix: String!) {
  workspace(id: $id) {
    apiKeys(search: $prefix, limit: 20) {
      items {
        id
        owns {
          flows {
            name
          }
          webhooks {
            url
          }
          hasMore
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StoppingOfKeyQuery, StoppingOfKeyQueryVariables>;
export const FrameWorkspaceDocument = new TypedDocumentString(`
    query FrameWorkspace($id: ID!) {
  workspace(id: $id) {
    id
    name
    role
    timezone
    capabilities
  }
  me {
    id
    name
    email
  }
  workspaces(limit: 50, sortBy: name, sortOrder: asc) {
    items {
      id
      name
      role
    }
  }
}
    `) as unknown as TypedDocumentString<FrameWorkspaceQuery, FrameWorkspaceQueryVariables>;