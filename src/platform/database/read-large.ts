import type { AnswerBudget, SizedRows } from '../answers/answer-budget.js';
import type { Sql } from './sql.js';
import { labelled, statement } from './statement.js';

/** The reader: an authorized scope, whose answer has a budget, or the server itself, which has none. */
export interface AnswerReader {
  readonly sql: Sql;
  /** For lists; may show a state of some seconds ago. Defaults to `sql`. */
  readonly reads?: Sql | undefined;
  readonly answer?: AnswerBudget | undefined;
}

/** A selected column that a workspace can make large. Its sizes are SQL expressions over a row `p` of the select. */
export interface LargeColumn {
  /** The fields of the answer that contain it, for the error. */
  fields: readonly string[];
  /** Approximate stored size in bytes: at most its size in the answer, and known without reading the values. */
  stored: string;
  /** Size in bytes as JSON in the answer. */
  exact: string;
  /** Selected only if everything fits: for values derived from large ones. */
  late?: string;
}

/** A select that may return more than an answer can contain. */
export interface LargeRead {
  /** The name of the statement in Postgres' statistics. */
  label: string;
  select: string;
  values: readonly unknown[];
  large: readonly LargeColumn[];
  /** The field of the answer, for the error. */
  field: string;
  /** Whether Postgres plans the select for these values each time, because its best plan depends on them. */
  isPlannedByValues?: boolean;
}

/** A `json` column, stored as text. Only compressed values must be read to determine their size. */
export function jsonColumn(name: string): LargeColumn {
  return { fields: [name], stored: storedBytes(`p."${name}"`), exact: jsonBytes(`p."${name}"`) };
}

/** A `jsonb` column: its text can be many times longer than what is stored, or a few times shorter. */
export function jsonbColumn(name: string): LargeColumn {
  return {
    fields: [name],
    stored: `${storedBytes(`p."${name}"`)} / 8`,
    exact: `coalesce(octet_length(p."${name}"::text), 0)`,
  };
}

/** A text column: some of its characters take six bytes as JSON. */
export function textColumn(name: string): LargeColumn {
  return { fields: [name], stored: storedBytes(`p."${name}"`), exact: textBytes(`p."${name}"`) };
}

/** Bytes of a value as stored, compressed or not. */
export function storedBytes(value: string): string {
  return `coalesce(pg_column_size(${value}), 0)`;
}

/** Bytes of a value of type `json`. Sent as bytes it is copied once; as text, three times. */
export function jsonBytes(value: string): string {
  return `coalesce(case when pg_column_compression(${value}) is null then pg_column_size(${value}) else octet_length(json_send(${value})) end, 0)`;
}

/** Bytes of a text as JSON. */
export function textBytes(value: string): string {
  return `coalesce(octet_length(to_json(${value})::text), 0)`;
}

/**
 * Reads rows whose large columns are charged to the answer before they are sent: if they exceed the rest of its budget,
 * Postgres sends their size only. One statement, unless the answer is large.
 * @throws AppError ANSWER_TOO_LARGE
 */
export async function readLarge<Row>({ sql, answer }: AnswerReader, read: LargeRead): Promise<Row[]> {
  const { label, select, values, large, field, isPlannedByValues = false } = read;
  const prepared = (unnamed: string, all: unknown[]) => {
    const text = labelled(label, unnamed);
    return isPlannedByValues ? { text, values: all } : statement(text, all);
  };
  if (large.length === 0) return (await sql.query(prepared(select, [...values]))).rows as Row[];
  const text = sized(select, large, values.length + 1);
  const query = async (most: number): Promise<SizedRows<Row>> => {
    const { rows } = await sql.query<Row & Sized>(prepared(text, [...values, most]));
    const { answerBytes = 0 } = rows[0] ?? {};
    const bytes = Math.abs(answerBytes);
    return { rows: answerBytes > 0 && bytes <= most ? rows : [], bytes, atLeast: answerBytes < 0 };
  };
  if (!answer) return (await query(Number.MAX_SAFE_INTEGER)).rows;
  return answer.read({ field, below: large.flatMap(({ fields }) => fields) }, query);
}

interface Sized {
  /**
   * Size of all rows together; negative if counting stopped before the end. Without rows it is 0, on a row of its own.
   */
  answerBytes: number;
}

/**
 * A select with the total size of its rows. Rows in `p` contain large values by reference: these are read when a size
 * needs them and when they are sent, and are never kept. Stored sizes are counted first, so that compressed values are
 * read only up to `$at`.
 */
function sized(select: string, large: readonly LargeColumn[], at: number): string {
  const stored = sum(large.map((column) => column.stored));
  const exact = sum(large.map((column) => column.exact));
  const late = large.flatMap((column) => column.late ?? []).map((column) => `, ${column}`);
  const bytes =
    stored === exact ? exact : `case when ${stored} > $${at} then -${stored} else (select ${exact} from p) end`;
  return `with p as materialized (${select}), m as materialized (select ${bytes} as bytes from p)
    select m.bytes as "answerBytes", p.*${late.join('')} from m left join p on m.bytes between 0 and $${at}`;
}

/** Each row counts one additional byte, so that the sum is 0 only without rows. */
function sum(sizes: readonly string[]): string {
  return `coalesce(sum(1 + ${sizes.join(' + ')}), 0)::float8`;
}
