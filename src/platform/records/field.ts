import type { EncryptionContext } from '../vault/index.js';

/** Options of any field of a record. */
export interface FieldOptions {
  /** One or more sentences for the schema and the documentation. */
  description?: string;
  /** Null in answers to callers who may not read it; a resolver decides. */
  withheld?: true;
  /** Whether `search` looks through it. */
  searched?: boolean;
  /** Whether `sortBy` accepts it. */
  sorted?: boolean;
  /**
   * Whether a list has an argument of its name. `idOrNone`: the value `none` selects the rows without one; `orNone`: the same, for an
   * argument of the type String; `prefix`: an argument `<name>Prefix` for the beginning of the text.
   */
  filtered?: boolean | 'orNone' | 'idOrNone' | 'prefix';
}

/** How the values of a field are exposed, stored and validated. */
export interface FieldKind {
  /** The GraphQL type of outputs and, without `inputType`, of inputs. */
  type: () => unknown;
  inputType?: () => unknown;
  /** The Postgres type that sent values are cast to. */
  sqlType: string;
  /** The type of the column, if it is narrower: `numeric(17,2)`. */
  columnType?: string;
  /** Whether values can be long, so that reads count towards the limit of an answer. */
  large?: boolean;
  /** Rules of class-validator. */
  rules: readonly PropertyDecorator[];
  /** The limits that the rules set, as a sentence for the documentation of inputs. */
  limits?: string;
  /** The maximum number of characters of a long text. */
  longest?: number;
  /** The accepted values of a text, each with a sentence about it. */
  values?: Readonly<Record<string, string>>;
  /** The row of the same workspace that an ID refers to. */
  reference?: RecordReference;
  /** The fields of an object type that REST selects. */
  subfields?: readonly string[];
  /** Whether blanks around a text from a flow or a file are dropped. */
  trimmed?: true;
  /** A text of one line, or a list of them; line breaks from a flow or a file become one space. */
  line?: true;
  /** A phone number, which is stored in E.164. */
  phone?: true;
  /** Converts a value that is not null to the one that is stored. */
  store?: (value: never) => unknown;
}

/** The table of the row that an ID refers to, or of each row of a list of IDs. */
export interface RecordReference {
  table: string;
  /** Defaults to `id`. */
  column?: string;
  /** The kind of record in words: `contact`. */
  what: string;
  /** Whether the record starts what it refers to: only callers who may start it themselves can add it. */
  starts?: true;
}

/** One field of a record. `Value` is the type in rows. */
export interface RecordField<Value = unknown> extends FieldOptions, FieldKind {
  /** Whether it can be null, which it is until a value is sent. */
  nullable: boolean;
  /** Whether it must be sent when a record is created. */
  required: boolean;
  /** Whether clients set it: always, only when a record is created, or never. */
  writable: 'always' | 'once' | 'never';
  /** The context that its ciphertext is bound to, derived from the row; see `encrypted`. */
  encrypted?: (row: never) => EncryptionContext;
  /** The default when a record is created. */
  initial?: unknown;
  /** For type inference only. */
  value?: Value;
}

export type Fields = Readonly<Record<string, RecordField>>;

export type ValueOf<F> = F extends RecordField<infer Value> ? Value : never;

/** The fields of every record. */
export interface RecordBase {
  id: string;
  workspaceId: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A row of a record. */
export type RowOf<F extends Fields> = RecordBase & { [Name in keyof F]: ValueOf<F[Name]> };

/** The sent fields of a record; rules and schema require some of them. */
export type InputOf<F extends Fields> = { [Name in keyof F]?: ValueOf<F[Name]> };

/** A field that must be sent when a record is created, and that is never null. */
export function required<Value>(field: RecordField<Value | null>): RecordField<NonNullable<Value>> {
  return { ...field, nullable: false, required: true } as RecordField<NonNullable<Value>>;
}

/** A field that is never null and has a default. */
export function initially<Value>(
  initial: NonNullable<Value>,
  field: RecordField<Value | null>,
): RecordField<NonNullable<Value>> {
  return { ...field, nullable: false, initial } as RecordField<NonNullable<Value>>;
}

/** A field that clients set when a record is created and cannot change afterwards. */
export function once<Value>(field: RecordField<Value>): RecordField<Value> {
  return { ...field, writable: 'once' };
}

/** A field that only the server sets. */
export function readOnly<Value>(field: RecordField<Value>): RecordField<Value> {
  return { ...field, writable: 'never' };
}

/** A column in a statement, quoted because some names are reserved words of Postgres. */
export function quoted(name: string): string {
  return `"${columnOf(name)}"`;
}

/** The column of a field: `assigned_to` for `assignedTo`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
