import { p } from '@mikro-orm/postgresql';
import { TextArray } from '../text-array.js';

/**
 * Columns of the types that the tables use. Modifiers follow as in MikroORM:
 * `column.uuid().primary()`, `column.text().nullable()`.
 */
export const column = {
  uuid: () => p.uuid(),
  text: () => p.text(),
  /** Text that is compared case-insensitively. */
  citext: () => p.type('string').columnType('citext').$type<string>(),
  integer: () => p.integer(),
  smallint: () => p.smallint(),
  bigint: () => p.bigint('string'),
  numeric: () => p.decimal('string').columnType('numeric'),
  double: () => p.double(),
  boolean: () => p.boolean(),
  /** A point in time, to the millisecond. */
  time: () => p.datetime().columnType('timestamptz(3)'),
  /** A point in time, to the microsecond. */
  exactTime: () => p.datetime().columnType('timestamptz').length(6),
  date: () => p.date(),
  /** Preserves the text as it was sent, including the order of keys. */
  json: <T = unknown>() => p.json<T>().columnType('json'),
  jsonb: <T = unknown>() => p.json<T>().columnType('jsonb'),
  bytes: () => p.blob(),
  texts: () => list('text[]'),
  uuids: () => list('uuid[]'),
  integers: () => list('int[]'),
  bigints: () => list('bigint[]'),
  /** The id of a transaction. */
  xid8: () => p.type('string').columnType('xid8').$type<string>(),
};

function list(type: `${string}[]`) {
  return p.type(TextArray).columnType(type).$type<string[]>();
}

/**
 * For a table without a primary key, which only statements write: MikroORM requires a key, so it gets the row's physical
 * position.
 */
export const noKey = () => ({ ctid: p.type('string').columnType('tid').primary().persist(false).$type<string>() });

/** Placeholder for the expression of a generated column, which is in the migrations. */
export const byMigration = 'see the migrations';

/** Columns of rows that workers claim: the claiming worker, and the number of claims. */
export const claimColumns = () => ({ workerId: column.uuid().nullable(), fence: column.integer().default(0) });

/** An id that Postgres generates, ordered by time. */
export const generatedId = () => column.uuid().primary().defaultRaw('uuidv7()');

/** When a row was written; defaults to the time of the transaction. */
export const now = () => column.time().defaultRaw('now()');
