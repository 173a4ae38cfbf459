import type { Capability } from '../access/capabilities.js';
import type { Access, Principal } from '../access/principal.js';
import type { Sql } from '../database/database.js';
import type { ForeignKeys } from '../database/mapping/foreign-keys.js';
import type { RowChanges } from '../database/row-changes.js';
import type { BusinessRule } from '../errors/business-rules.js';
import type { ErrorDetail } from '../errors/errors.js';
import type { Cause } from '../events/index.js';
import type { FieldIndexes } from '../filters/list-filter.js';
import type { DeclaredRule } from '../graphql/allow.js';
import type { HitOptions, SearchSource } from '../search/index.js';
import type { Services } from '../services.js';
import { type Fields, quoted, type RowOf } from './field.js';
import type { Relation } from './relation.js';

/** Where records are read and written: an authorised request, or a step of an execution in its workspace. */
export interface RecordScope {
  readonly workspaceId: string;
  readonly sql: Sql;
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The vault is needed only by records with encrypted fields. */
  readonly services: Pick<Services, 'now' | 'events'> & Partial<Pick<Services, 'vault'>>;
  /** The caller; absent for a step of an execution and for the server itself. */
  readonly access?: Pick<Access, 'userId' | 'capabilities' | 'emailVerified'>;
  readonly principal?: Principal;
  /** The step that writes; absent for users and API keys. */
  readonly cause?: Cause | undefined;
  /** Where changes are reported; absent for a step of an execution. */
  readonly changes?: Pick<RowChanges, 'add'>;
}

/** A change of a record: created (no `before`), updated, or deleted (no `after`). */
export interface Change<Row> {
  before: Row | null;
  after: Row | null;
  at: Date;
}

export type RecordOperation = keyof RecordRoutes;

/** The operations of a record, and the REST route of each below `/workspaces/:workspaceId`. */
export interface RecordRoutes {
  list?: `GET /${string}`;
  create?: `POST /${string}`;
  find?: `GET /${string}`;
  update?: `PATCH /${string}`;
  delete?: `DELETE /${string}`;
}

/** A pair of capabilities, `<family>:read` and `<family>:write`. */
export type CapabilityFamily = Extract<Capability, `${string}:write`> extends `${infer Family}:write` ? Family : never;

/** Who may read and write, for records without a pair of capabilities. */
export interface AccessRules {
  read: DeclaredRule;
  write: DeclaredRule;
}

/** A field that a resolver outside the definition answers. */
export interface ResolvedField {
  /** The fields of the row that the resolver needs. */
  from: readonly string[];
  /** The fields that REST shows of an object. */
  subfields?: readonly string[];
  /** In REST only the single record shows it, because it costs a statement of its own. */
  findOnly?: true;
}

/** Texts of other records by which a list finds its own. */
export interface SearchedRelation {
  /** What is searched, for the documentation: `the name of the contact`. */
  names: readonly string[];
  /** The capability that reads these texts: for callers without it, they are not searched. */
  read: Capability;
  /**
   * A query for the IDs of the rows. `$1` is the workspace.
   * @param matches the condition that the row of an alias matches the text
   */
  ids(matches: (source: SearchSource, row: string) => string): string;
}

/** The definition of one kind of record, from which its types, operations, routes and statements derive. */
export interface RecordDefinition<
  F extends Fields = Fields,
  Name extends string = string,
  Plural extends string = string,
> {
  /** `Contact`: the GraphQL type, and part of the names of its operations. */
  name: Name;
  plural: Plural;
  description: string;
  table: string;
  /** `GET /contacts/:contactId`: each operation that it has, with its route. */
  routes: RecordRoutes;
  capability: CapabilityFamily | AccessRules;
  fields: F;
  /** How the search over all types shows it; absent when that search leaves it out. */
  hit?: HitOptions;
  /** The fields by which an index finds rows, for the cost of filters. Labels with a table of their own have one. */
  indexes?: FieldIndexes;
  /** Internal columns, read and written by statements only; declared with `column`. */
  columns?: Readonly<Record<string, object>>;
  /** Foreign keys that differ from the default: a nullable reference becomes null, a required one deletes its row. */
  foreignKeys?: ForeignKeys;
  /** Related records in GraphQL, by the name of the field. */
  relations?: Readonly<Record<string, Relation>>;
  /** Further fields of an answer, by name, and those of its own that a resolver may withhold. */
  resolved?: Readonly<Record<string, ResolvedField>>;
  /** The argument and path parameter with the ID. Defaults to the name: `contactId`. */
  idName?: string;
  /** The record that it belongs to, and the field with its ID: `conversationId`. */
  parent?: { record: RecordDefinition; field: string };
  /** The time that `from` and `to` of a list filter by. Defaults to `createdAt`; null for lists without these arguments. */
  period?: string | null;
  /** The table with a row for each of its labels (`tags`), by which its list finds them, and the column with its ID there. */
  tagTable?: { name: string; id: string };
  /** What `search` of its list finds besides its own searched fields. */
  searchedIn?: readonly SearchedRelation[];
  /** `false` for tables that stay small: a search scans them, and no trigrams are stored. */
  indexed?: false;
  /** False if flows cannot call its operations by `workspace.request`. */
  inFlows?: false;
  /** Sentences that the documentation of an operation adds to its summary. */
  notes?: Readonly<Partial<Record<RecordOperation, string>>>;
  /** Inputs that the documentation shows and a test sends as they stand; IDs are those of `exampleId`. */
  examples?: Readonly<Partial<Record<'create' | 'update', Readonly<Record<string, unknown>>>>>;
  /** Unique constraints, and the field that an error names. */
  unique?: Readonly<Record<string, string>>;
  /** Foreign keys that prevent deletion, and what refers to the record: `an opportunity`. */
  heldBy?: Readonly<Record<string, string>>;
  /** Takes a lock before an update or deletion, for rules that span several rows. */
  lock?(sql: Sql, workspaceId: string): Promise<void>;
  /** Values that follow from other fields or from the former row; they override what was sent. */
  derive?(row: RowOf<F>, before: RowOf<F> | null, at: Date): Partial<Record<keyof F, unknown>>;
  /** For records that run by themselves: who answers for what they do. */
  answer?: {
    /** Locks the caller before a row is locked or written. @throws AppError FORBIDDEN if they have lost a right meanwhile */
    lock(sql: Sql, scope: RecordScope): Promise<void>;
    /**
     * The values that say who answers. It throws FORBIDDEN where they lack a right.
     * @param sent the fields of the request
     */
    values(scope: RecordScope, row: RowOf<F>, before: RowOf<F> | null, sent: object): Partial<Record<keyof F, unknown>>;
  };
  /** The rules by which `check` refuses what the fields alone allow. */
  rules?: readonly BusinessRule[];
  /** Checks rules that span several fields or rows, inside the transaction and before the row is written. */
  check?(sql: Sql, scope: RecordScope, row: RowOf<F>, before: RowOf<F> | null): Promise<ErrorDetail[]>;
  /** Runs before a record is deleted, in the same transaction. */
  deleting?(sql: Sql, scope: RecordScope, row: RowOf<F>, at: Date): Promise<void>;
  /** Writes what belongs to a change in the same transaction, for example events. */
  written?(sql: Sql, scope: RecordScope, change: Change<RowOf<F>>): Promise<void>;
}

/** Declares a record; used for type checking only. */
export function defineRecord<const Name extends string, const Plural extends string, F extends Fields>(
  definition: RecordDefinition<F, Name, Plural>,
): RecordDefinition<F, Name, Plural> {
  return definition;
}

/** A definition with any fields. Its hooks receive rows of its own table only. */
export type AnyRecord = RecordDefinition;

/** `whatsappTemplateId`: the argument and path parameter with the ID. */
export function idNameOf({ name, idName }: Pick<AnyRecord, 'name' | 'idName'>): string {
  return idName ?? `${lowerFirst(name)}Id`;
}

/** `whatsappTemplates`: the field of a workspace that lists them. */
export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Whether a definition has an operation. */
export function offers({ routes }: Pick<AnyRecord, 'routes'>, operation: RecordOperation): boolean {
  return routes[operation] !== undefined;
}

/** The access rule for reading or writing records of a kind. */
export function ruleOf({ capability }: Pick<AnyRecord, 'capability'>, operation: 'read' | 'write'): DeclaredRule {
  return typeof capability === 'string' ? { capability: `${capability}:${operation}` } : capability[operation];
}

/** The column of a field, of the row `r`. */
export function recordColumn(name: string): string {
  return `r.${quoted(name)}`;
}

/** Argument names and the tables of their rows: an unknown ID is reported before an invalid body. */
export function recordIds(records: readonly AnyRecord[]): Record<string, string> {
  return Object.fromEntries(records.map((record) => [idNameOf(record), record.table]));
}
