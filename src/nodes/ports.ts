import type { Readable } from 'node:stream';
import type { FileFacts, FileValue } from '../engine/file-value.js';
import type { CodeRun, CodeTask } from '../platform/code/index.js';
import type { Cause } from '../platform/events/index.js';
import type { FormatName, WrittenFormat } from '../platform/file-formats/index.js';
import type { OperationMeter } from '../platform/metering/billable-operation.js';
import type { ChatTurn, Conversing } from '../platform/providers/converse.js';
import type { DatabasePort, OpenNamedDatabase } from './database-port.js';

/*
 * Ports: what nodes can use besides HTTP. Each port is bound to the step that uses it: to its workspace, whose own
 * credentials come first, and to its idempotency key. The only error that callers must expect is ProviderError.
 */

export const emailPurposes = ['transactional', 'marketing'] as const;
export type EmailPurpose = (typeof emailPurposes)[number];

export interface Email {
  to: readonly string[];
  subject: string;
  body: string;
  format: 'text' | 'html';
  from?: string | undefined;
  replyTo?: string | undefined;
  /** Distinguishes the notices of one step, each of which is sent once. A notice belongs to no conversation. */
  part?: string | undefined;
  /**
   * `marketing` can be unsubscribed from with one click, and is refused where that happened. Defaults to `transactional`,
   * which the recipient expects.
   */
  purpose?: EmailPurpose | undefined;
  /** The IDs of the files that are attached, in their order. Throws FormatError where one cannot be. */
  attachments?: readonly string[] | undefined;
  /** The language of a marketing email, for its footer: es or pt_BR. Defaults to English. */
  language?: string | null | undefined;
}

export interface Sms {
  /** E.164. */
  to: string;
  text: string;
  from?: string | undefined;
  /** The number of network messages that the text needs, recorded where the provider does not count them. */
  segments: number;
}

export interface WhatsappTemplateMessage {
  /** Its name at WhatsApp. */
  name: string;
  language: string;
  /** By position, or by name. */
  variables: readonly string[] | Readonly<Record<string, string>>;
}

/** The result of sending a message. */
export interface Receipt {
  messageId: string;
  /** True where no provider is configured and the sandbox kept the message. */
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
  /** @param fileId a file of the workspace @param text shown with it; null for none @throws FormatError FILE_MISSING, FILE_LIMIT */
  sendFile(to: string, fileId: string, text: string | null, signal: AbortSignal): Promise<Receipt>;
  sendTemplate(to: string, template: WhatsappTemplateMessage, signal: AbortSignal): Promise<Receipt>;
  /** Gets a template of the workspace by ID. @throws ProviderError REFUSED where it does not exist */
  findTemplate(id: string): Promise<{ name: string; language: string | null }>;
}

export interface ModelRequest {
  system?: string | undefined;
  prompt: string;
  /** Defaults to the provider's default model. */
  model?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  /** The JSON Schema that the text of the answer must match. */
  schema?: Readonly<Record<string, unknown>> | undefined;
}

export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

export interface ModelAnswer {
  text: string;
  model: string;
  /** `length`: the answer was truncated at `maxTokens`. */
  finish: 'stop' | 'length' | 'other';
  usage: ModelUsage;
  /** Whose credentials were used. */
  source: 'platform' | 'byok';
}

export interface ModelPort {
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
  /** One turn of a conversation in which the model may use tools. */
  converse(request: Omit<Conversing, 'idempotencyKey'>, signal: AbortSignal): Promise<ChatTurn>;
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

/** Reads and changes the workspace's records on behalf of the step. Throws AppError where their rules reject it. */
export interface CrmPort {
  findContact(filter: Readonly<Record<string, unknown>>): Promise<CrmRecord | null>;
  upsertContact(
    address: ContactAddress,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ contact: CrmRecord; created: boolean }>;
  tagContact(contactId: string, tags: readonly string[], mode: 'add' | 'remove'): Promise<CrmRecord>;
  createOpportunity(fields: Readonly<Record<string, unknown>>): Promise<CrmRecord>;
  /**
   * The IANA name of a time zone: of `workspace`, or of `contact` the `timezone` in its custom fields, without a valid one that of the
   * workspace. Any other name is returned.
   * @param contact finds the contact
   */
  zoneOf(zone: string, contact: Readonly<Record<string, unknown>>): Promise<string>;
  moveOpportunity(opportunityId: string, stageId: string): Promise<CrmRecord>;
}

export interface ConversationPort {
  /**
   * Sends a message to a contact, by default over the channel used last.
   * @throws ProviderError, and AppError where the rules of records reject it
   */
  send(
    message: { contactId: string; channel?: string | undefined; text: string },
    signal: AbortSignal,
  ): Promise<CrmRecord>;
}

/** Starts and stops follow-up sequences of contacts. @throws ProviderError with the reason */
export interface FollowUpPort {
  start(sequenceId: string, contactId: string): Promise<{ enrollmentId: string }>;
  /** @returns whether the contact was in the sequence */
  stop(sequenceId: string, contactId: string): Promise<{ stopped: boolean }>;
}

export interface VoicePort {
  /** Calls a number with a voice agent. A signal reports the outcome of the call to the step. @throws ProviderError */
  call(call: { to: string; voiceAgentId: string }, signal: AbortSignal): Promise<{ callId: string; sandbox?: boolean }>;
}

export interface AssistantPort {
  /** Starts a session of an assistant. A signal reports its result to the step. @throws ProviderError */
  ask(question: { agentId: string; input: string; maxTurns: number }): Promise<{ sessionId: string }>;
}

export interface WorkspacePort {
  /**
   * Calls an operation of the API in the workspace of the step, as who its execution runs as. It is carried out once for each step.
   * @returns its `data`; of a list `data` and `pagination` @throws AppError
   */
  request(operation: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
}

/** Whose state: that of the flow, or that of all flows of the workspace. */
export type StateScope = 'flow' | 'workspace';

/** An entry after a change, or as it is where nothing was changed: null and version 0 if it is missing. */
export interface StateOutcome {
  /** Whether it was changed. */
  done: boolean;
  value: unknown;
  version: number;
}

/**
 * What flows keep between executions. A change and its result are written in one transaction with the step: repeated with the
 * same idempotency key, a change only returns its result. Throws AppError where a value, a quota or the step rejects it.
 */
export interface StatePort {
  /** Null if the entry is missing or has expired. */
  get(scope: StateScope, key: string): Promise<{ value: unknown; version: number } | null>;
  /** @param change `expected`: the value that the entry must have, null for a missing one; left out for any */
  set(
    scope: StateScope,
    key: string,
    change: { value: unknown; expected?: unknown; ttlSeconds?: number | undefined },
  ): Promise<StateOutcome>;
  /** @returns the new number */
  increment(scope: StateScope, key: string, by: number): Promise<number>;
  /** Remembers a key. @returns the ISO time at which it was seen first; null if it is new */
  seen(scope: StateScope, key: string, ttlSeconds: number): Promise<string | null>;
  /**
   * Remembers up to 10,000 keys in one statement, for ever where `ttlSeconds` is null. In a simulation it only looks for them.
   * @returns those that are new, each once, in no order
   */
  seenMany(scope: StateScope, keys: readonly string[], ttlSeconds: number | null): Promise<string[]>;
}

/** Publishes events of the workspace. */
export interface EventsPort {
  /** Publishes an event of the step, once for each step. @throws AppError where a limit rejects it */
  publish(event: {
    type: string;
    data: Record<string, unknown>;
    key?: string | undefined;
    ttlSeconds?: number | undefined;
  }): Promise<{ eventId: string; executionIds: string[] }>;
}

/** Stores and reads files of the workspace. Throws FormatError, and AppError where a quota or a rule rejects it. */
export interface FilesPort {
  /** Bytes of one file, and of the files of one request together. */
  readonly bytesAtMost: number;
  /** @param file `bytes` as a whole, or as they arrive */
  save(file: {
    name: string;
    mimeType: string;
    kept: boolean;
    bytes: Uint8Array | AsyncIterable<Uint8Array>;
  }): Promise<FileValue>;
  /** A stream of all bytes of a file, which reads them when it is read. */
  open(file: FileFacts): Readable;
  /** What is known of a file. */
  find(fileId: string): Promise<FileFacts>;
  /** The bytes of a file, of at most 25 MiB. */
  read(fileId: string): Promise<FileFacts & { bytes: Uint8Array }>;
  /** The data in a file. @param format that of the file's name or media type if it is null */
  parse(fileId: string, format: FormatName | null): Promise<unknown>;
  build(format: WrittenFormat, data: unknown, file: { name: string; kept: boolean }): Promise<FileValue>;
}

/** Ports that are billed. Only nodes that declare a `cost` get them. */
export interface PaidPorts {
  assistant: AssistantPort;
  voice: VoicePort;
  conversation: ConversationPort;
  mail: MailPort;
  sms: SmsPort;
  whatsapp: WhatsappPort;
  model: ModelPort;
}

/** Ports that are free. */
export interface FreePorts {
  files: FilesPort;
  database: DatabasePort;
  crm: CrmPort;
  followUp: FollowUpPort;
  code: CodePort;
  workspace: WorkspacePort;
  state: StatePort;
  events: EventsPort;
}

export type NodePorts = FreePorts & PaidPorts;

/** The step, or the workspace itself, on whose behalf a port is used. */
export interface Sender {
  workspaceId: string;
  executionId: string | null;
  nodeId: string | null;
  idempotencyKey: string;
  /** Redacts secrets in everything that is stored or sent to a model. */
  redact: <T>(value: T) => T;
  /** Meters every billable operation. */
  meter: OperationMeter;
}

/** The step that ports are bound to. */
export interface PortUser extends Sender {
  executionId: string;
  nodeId: string;
  /** The attempt of the step, from 1. */
  attempt: number;
  /** The user or API key that the execution runs as; null if it was not recorded. */
  runAs: string | null;
  /** Whether the execution is a simulation, whose steps change nothing. */
  simulated: boolean;
  /** Opens the database of a connection that the flow names, which may receive the secrets of the step. @throws OutboundError */
  database: OpenNamedDatabase;
  cause: Cause;
}

export type PortsOf = (user: PortUser) => NodePorts;
