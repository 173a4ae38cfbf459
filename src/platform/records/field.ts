import type { EncryptionContext } from '../vault/index.js';

/** What may be said of any field of a record. */
export interface FieldOptions {
  /** For the schema and the documentation. */
  description?: string;
  /** `search` looks at it. */
  searched?: boolean;
  /** `sortBy` knows it. */
  sorted?: boolean;
  /** A list's argument of its name asks for one value; `orNone`: or for the rows without one, by the word `none`. */
  filtered?: boolean | 'orNone';
}

/** How values of a field are published, stored and checked. */
export interface FieldKind {
  /** GraphQL's type of an answer and, unless `inputType` says otherwise, of what is sent. */
  type: () => unknown;
  inputType?: () => unknown;
  /** Postgres' type, for values that are handed over as text. */
  sqlType: string;
  /** The column's own type, where it is narrower: `numeric(17,2)`. */
  columnType?: string;
  /** Values may be so long that reading many of them is charged to the answer. */
  large?: boolean;
  /** class-validator's rules. */
  rules: readonly PropertyDecorator[];
  /** Characters that a text may have at most, where that is more than a few. */
  longest?: number;
  /** Values that a text is one of. */
  values?: readonly string[];
  /** Names a row of the same workspace. */
  reference?: RecordReference;
  /** Fields of object types, for the REST operations. */
  subfields?: readonly string[];
  /** What Postgres is handed for a value that is not null. */
  store?: (value: never) => unknown;
}

/** Where the row stands that an id names, or each row of a list of ids. */
export interface RecordReference {
  table: string;
  /** `id` when left out. */
  column?: string;
  /** As in "names no … of this workspace". */
  what: string;
}

/** One field of a record. `Value` is what rows hold. */
export interface RecordField<Value = unknown> extends FieldOptions, FieldKind {
  /** Null where nothing was ever sent. */
  nullable: boolean;
  /** Must be sent when a record is made. */
  required: boolean;
  /** Who sets it: clients at any time, when a record is made only, or the server alone. */
  writable: 'always' | 'once' | 'never';
  /** What its encrypted text is bound to, by the row; see `encrypted`. */
  encrypted?: (row: never) => EncryptionContext;
  /** Of a record that is made without it. */
  initial?: unknown;
  /** For the compiler only. */
  value?: Value;
}

export type Fields = Readonly<Record<string, RecordField>>;

export type ValueOf<F> = F extends RecordField<infer Value> ? Value : never;

/** What every record has. */
export interface RecordBase {
  id: string;
  workspaceId: string;
  /** As Postgres writes it. */
  createdAt: Date;
  updatedAt: Date;
}

/** A row of a record. */
export type RowOf<F extends Fields> = RecordBase & { [Name in keyof F]: ValueOf<F[Name]> };

/** What is sent of a record; rules and schema say what must be. */
export type InputOf<F extends Fields> = { [Name in keyof F]?: ValueOf<F[Name]> };

/** Must be sent when the record is made, and is never null. */
export function required<Value>(field: RecordField<Value | null>): RecordField<NonNullable<Value>> {
  return { ...field, nullable: false, required: true } as RecordField<NonNullable<Value>>;
}

/** Never null: `initial` where nothing is sent. */
export function initially<Value>(
  initial: NonNullable<Value>,
  field: RecordField<Value | null>,
): RecordField<NonNullable<Value>> {
  return { ...field, nullable: false, initial } as RecordField<NonNullable<Value>>;
}

/** Set when the record is made, and never changed by a client. */
export function once<Value>(field: RecordField<Value>): RecordField<Value> {
  return { ...field, writable: 'once' };
}

/** Set by the server alone. */
export function readOnly<Value>(field: RecordField<Value>): RecordField<Value> {
  return { ...field, writable: 'never' };
}

/** A column in a statement; some have names that mean something to Postgres. */
export function quoted(name: string): string {
  return `"${columnOf(name)}"`;
}

/** The column of a field: `assignedTo` stands in `assigned_to`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
