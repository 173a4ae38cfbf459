import type { Capability } from '../access/capabilities.js';
import type { Sql } from '../database/database.js';
import type { ForeignKeys } from '../database/mapping/foreign-keys.js';
import type { ErrorDetail } from '../errors.js';
import type { Cause } from '../events/index.js';
import type { DeclaredRule } from '../graphql/allow.js';
import type { HitOptions } from '../search/index.js';
import type { Services } from '../services.js';
import { type Fields, quoted, type RowOf } from './field.js';
import type { Relation } from './relation.js';

/** Where records are read and written: an authorised scope, or a step of a run in its workspace. */
export interface RecordScope {
  readonly workspaceId: string;
  readonly sql: Sql;
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The vault for kinds with encrypted fields only. */
  readonly services: Pick<Services, 'now' | 'events'> & Partial<Pick<Services, 'vault'>>;
  /** Who asks; absent where a step of a run or the server itself does. */
  readonly access?: { readonly userId: string };
  /** The step that writes; absent where a person or a key does. */
  readonly cause?: Cause;
}

/** What became of a record: made (no `before`), changed, or deleted (no `after`). */
export interface Change<Row> {
  before: Row | null;
  after: Row | null;
  at: Date;
}

export type RecordOperation = 'list' | 'find' | 'create' | 'update' | 'delete';

/** The capabilities come in pairs of these. */
export type CapabilityFamily = Extract<Capability, `${string}:write`> extends `${infer Family}:write` ? Family : never;

/** Who may read and write, where that is no pair of capabilities. */
export interface AccessRules {
  read: DeclaredRule;
  write: DeclaredRule;
}

/** A field that a resolver beside the definition answers. */
export interface ResolvedField {
  /** The fields of the row that it is made of. */
  from: readonly string[];
  /** What REST shows of it where it holds objects. */
  subfields?: readonly string[];
  /** Lists and changes do not show it in REST: it costs a statement of its own. */
  findOnly?: true;
}

/** All that is said of one kind of record: from it come its types, operations, routes and statements. */
export interface RecordDefinition<
  F extends Fields = Fields,
  Name extends string = string,
  Plural extends string = string,
> {
  /** `Contact`: GraphQL's type, and the word in its operations. */
  name: Name;
  plural: Plural;
  description: string;
  table: string;
  capability: CapabilityFamily | AccessRules;
  fields: F;
  /** How it shows itself in a search over all types; absent where it stands in no such answer. */
  hit?: HitOptions;
  /** Internal columns, which only statements read and write; made with `column`. */
  columns?: Readonly<Record<string, object>>;
  /** Foreign keys that differ from the default: a nullable reference becomes null, a required one deletes its row. */
  foreignKeys?: ForeignKeys;
  /** What an answer leads on to in GraphQL, by the name of the field. */
  relations?: Readonly<Record<string, Relation>>;
  /** What else an answer holds, by the name of the field. */
  resolved?: Readonly<Record<string, ResolvedField>>;
  /** Answers leave out which workspace it belongs to. */
  hidesWorkspace?: true;
  /** The argument and path parameter that names one; `contactId` when left out. */
  idName?: string;
  /** Below `/workspaces/:workspaceId`; the plural in kebab case when left out. */
  path?: string;
  /** Stands inside another record, by the field that names it: `conversationId`. */
  parent?: { record: RecordDefinition; field: string };
  /** The time that `from` and `to` of a list ask for; `createdAt` when left out, and null where a list takes neither. */
  period?: string | null;
  /** `false` of kinds with few rows: a search reads them all, and no trigrams are kept. */
  indexed?: false;
  /** All five when left out. */
  operations?: readonly RecordOperation[];
  /** Operations of GraphQL alone, without a REST route. */
  unrouted?: readonly RecordOperation[];
  /** What the documentation of an operation says beside its summary. */
  notes?: Readonly<Partial<Record<RecordOperation, string>>>;
  /** Unique constraints and the field to be told where one is broken. */
  unique?: Readonly<Record<string, string>>;
  /** Foreign keys that keep a record from being deleted, and what holds it: `an opportunity`. */
  heldBy?: Readonly<Record<string, string>>;
  /** Taken before a record is changed or deleted, where rules go over several rows. */
  lock?(sql: Sql, workspaceId: string): Promise<void>;
  /** Values that follow from others, or from what was there before; they go over what was sent. */
  derive?(wanted: RowOf<F>, before: RowOf<F> | null, at: Date): Partial<Record<keyof F, unknown>>;
  /** Rules over several fields or rows, asked inside the transaction before the row is written. */
  check?(sql: Sql, scope: RecordScope, wanted: RowOf<F>, before: RowOf<F> | null): Promise<ErrorDetail[]>;
  /** What makes room before a record is deleted, in the same transaction. */
  deleting?(sql: Sql, scope: RecordScope, row: RowOf<F>, at: Date): Promise<void>;
  /** What else is written in the transaction of a change: events, above all. */
  written?(sql: Sql, scope: RecordScope, change: Change<RowOf<F>>): Promise<void>;
}

/** Declares a kind of record; only checks the types. */
export function defineRecord<const Name extends string, const Plural extends string, F extends Fields>(
  definition: RecordDefinition<F, Name, Plural>,
): RecordDefinition<F, Name, Plural> {
  return definition;
}

/** Any definition, whatever its fields: its hooks are called with rows of its own statements only. */
export type AnyRecord = RecordDefinition;

/** `whatsapp template` */
export function wordsOf({ name }: Pick<AnyRecord, 'name'>): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** `whatsappTemplateId`: the argument and path parameter that names one. */
export function idNameOf({ name, idName }: Pick<AnyRecord, 'name' | 'idName'>): string {
  return idName ?? `${lowerFirst(name)}Id`;
}

/** `whatsappTemplates`: the field of a workspace that lists them. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Whether a definition has an operation. */
export function offers({ operations }: Pick<AnyRecord, 'operations'>, operation: RecordOperation): boolean {
  return operations?.includes(operation) ?? true;
}

/** Whether an operation has a REST route. */
export function isRouted(record: AnyRecord, operation: RecordOperation): boolean {
  return offers(record, operation) && !record.unrouted?.includes(operation);
}

/** Who may read or write records of a kind. */
export function ruleOf({ capability }: Pick<AnyRecord, 'capability'>, operation: 'read' | 'write'): DeclaredRule {
  return typeof capability === 'string' ? { capability: `${capability}:${operation}` } : capability[operation];
}

/** The column of a field or of one of a record's own. */
export function recordColumn(name: string): string {
  return `r.${quoted(name)}`;
}

/** Argument names and the tables that their rows stand in: an unknown id is told before a bad body. */
export function recordIds(records: readonly AnyRecord[]): Record<string, string> {
  return Object.fromEntries(records.map((record) => [idNameOf(record), record.table]));
}
