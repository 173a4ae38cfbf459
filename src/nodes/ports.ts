import type { OperationMeter } from '../platform/billable-operation.js';
import type { CodeRun, CodeTask } from '../platform/code/index.js';
import type { Cause } from '../platform/events/index.js';
import type { ChatTurn, Conversing } from '../platform/providers/converse.js';

/*
 * What nodes may use of the outside besides HTTP. Each port is bound to the step that uses it: to its workspace, whose
 * own credentials come first, and to its idempotency key. Ports throw ProviderError and nothing else that is expected.
 */

export interface Email {
  to: readonly string[];
  subject: string;
  body: string;
  format: 'text' | 'html';
  from?: string | undefined;
  replyTo?: string | undefined;
  /** Tells it from the step's other mails: each of them is sent once. */
  part?: string | undefined;
}

export interface Sms {
  /** E.164. */
  to: string;
  text: string;
  from?: string | undefined;
  /** How many messages of the network it takes, for the record where the provider does not count. */
  segments: number;
}

export interface WhatsappTemplateMessage {
  /** Its name at WhatsApp. */
  name: string;
  language: string;
  /** By position, or by name. */
  variables: readonly string[] | Readonly<Record<string, string>>;
}

/** What a provider gave in exchange for a message. */
export interface Receipt {
  messageId: string;
  /** True where no provider is set up: the sandbox took the message, and nothing left. */
  sandbox?: boolean;
}

export interface MailPort {
  send(mail: Email, signal: AbortSignal): Promise<Receipt>;
}

export interface SmsPort {
  send(sms: Sms, signal: AbortSignal): Promise<Receipt>;
}

export interface WhatsappPort {
  sendText(to: string, text: string, signal: AbortSignal): Promise<Receipt>;
  sendTemplate(to: string, template: WhatsappTemplateMessage, signal: AbortSignal): Promise<Receipt>;
  /** A template of the workspace, by its id. @throws ProviderError REFUSED where there is none */
  findTemplate(id: string): Promise<{ name: string; language: string | null }>;
}

export interface ModelRequest {
  system?: string | undefined;
  prompt: string;
  /** The provider's default model when left out. */
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  /** JSON Schema that the answer's text is to fit. */
  schema?: Readonly<Record<string, unknown>> | undefined;
}

export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface ModelAnswer {
  text: string;
  model: string;
  /** `length`: the answer was cut at the most tokens. */
  finish: 'stop' | 'length' | 'other';
  usage: ModelUsage;
  /** Whose credentials paid for it. */
  source: 'platform' | 'byok';
}

export interface ModelPort {
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
  /** One turn of a conversation in which the model may use tools. */
  converse(asked: Omit<Conversing, 'idempotencyKey'>, signal: AbortSignal): Promise<ChatTurn>;
}

export interface CodePort {
  run(task: CodeTask, signal: AbortSignal): Promise<CodeRun>;
}

/** A record of the CRM as the API shows it. */
export type CrmRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export interface ContactAddress {
  email?: string | undefined;
  phone?: string | undefined;
}

/** The workspace's records, changed on behalf of the step. Throws AppError for what the records' rules refuse. */
export interface CrmPort {
  findContact(filter: Readonly<Record<string, unknown>>): Promise<CrmRecord | null>;
  upsertContact(
    address: ContactAddress,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ contact: CrmRecord; created: boolean }>;
  tagContact(contactId: string, tags: readonly string[], mode: 'add' | 'remove'): Promise<CrmRecord>;
  createOpportunity(fields: Readonly<Record<string, unknown>>): Promise<CrmRecord>;
  moveOpportunity(opportunityId: string, stageId: string): Promise<CrmRecord>;
}

export interface ConversationPort {
  /**
   * Writes to a contact in its conversation; over the last channel used when left out.
   * @throws ProviderError, and AppError for what the records' rules refuse
   */
  send(
    message: { contactId: string; channel?: string | undefined; text: string },
    signal: AbortSignal,
  ): Promise<CrmRecord>;
}

/** Follow-up sequences, for contacts. @throws ProviderError with the reason */
export interface FollowUpPort {
  start(sequenceId: string, contactId: string): Promise<{ enrollmentId: string }>;
  /** @returns whether the contact was on its way */
  stop(sequenceId: string, contactId: string): Promise<{ stopped: boolean }>;
}

export interface VoicePort {
  /** Has a voice agent call a number. What becomes of the call is told to the step. @throws ProviderError */
  call(call: { to: string; voiceAgentId: string }, signal: AbortSignal): Promise<{ callId: string; sandbox?: boolean }>;
}

export interface AssistantPort {
  /** Has an assistant work on something. What it comes to is told to the step. @throws ProviderError */
  ask(question: { agentId: string; input: string; maxTurns: number }): Promise<{ sessionId: string }>;
}

/** Ports that are billed. Only a node that declares its `cost` gets them. */
export interface PaidPorts {
  assistant: AssistantPort;
  voice: VoicePort;
  conversation: ConversationPort;
  mail: MailPort;
  sms: SmsPort;
  whatsapp: WhatsappPort;
  model: ModelPort;
}

/** Ports that cost nothing. */
export interface FreePorts {
  crm: CrmPort;
  followUp: FollowUpPort;
  code: CodePort;
}

export type NodePorts = FreePorts & PaidPorts;

/** On whose behalf something is sent or asked: a step, or the workspace itself. */
export interface Sender {
  workspaceId: string;
  executionId: string | null;
  nodeId: string | null;
  idempotencyKey: string;
  /** Masks the secrets that took part, for whatever is written down or goes into a prompt. */
  redact: <T>(value: T) => T;
  /** Through which everything goes that is paid. */
  meter: OperationMeter;
}

/** The step that ports are bound to. */
export interface PortUser extends Sender {
  executionId: string;
  nodeId: string;
  /** Of the step, from 1. */
  attempt: number;
  cause: Cause;
}

export type PortsOf = (user: PortUser) => NodePorts;
