import { ArrayMaxSize, ArrayUnique, IsIn, Matches, Max, Min } from 'class-validator';
import { Float, ID, Int } from 'type-graphql';
import { storableJson } from '../database/storable-json.js';
import { must } from '../errors/violation-words.js';
import { withArticle } from '../errors/words.js';
import { BigIntCount, DateTime, Day, Decimal, Json, JsonObject } from '../graphql/scalars.js';
import { Email, HttpUrl, Length, MaxLength, NotBlank, OneLine, TimeZone, Uuid } from '../graphql/text-rules.js';
import type { FieldKind, FieldOptions, RecordField, RecordReference } from './field.js';
import { AtMostKeys, EachHost, EachUuid, PhoneNumber } from './field-rules.js';
import { parseHostPattern } from './host-pattern.js';

/** An optional field that clients can always set; `required`, `initially`, `once` and `readOnly` change that. */
function field<Value>(kind: FieldKind, options: FieldOptions = {}): RecordField<Value | null> {
  return { ...kind, ...options, nullable: true, required: false, writable: 'always' };
}

/** Text with a maximum number of characters; never blank. */
export function text(most: number, options?: FieldOptions): RecordField<string | null> {
  const limits = `At most ${most} characters.`;
  return field({ type: () => String, sqlType: 'text', rules: [Length(1, most), NotBlank()], limits }, options);
}

/** A name, a title or a label: text of one line. */
export function line(most: number, options?: FieldOptions): RecordField<string | null> {
  const { rules, ...kind } = text(most, options);
  return { ...kind, rules: [...rules, OneLine()], line: true };
}

/** A name that can be used in expressions. */
export function identifier(options?: FieldOptions): RecordField<string | null> {
  const limits = 'At most 100 letters, digits and underscores; the first character must not be a digit.';
  const message =
    '$property must consist of at most 100 letters, digits and underscores; the first character must not be a digit.';
  const rules = [Matches(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, { message })];
  return field({ type: () => String, sqlType: 'text', rules, limits }, options);
}

/** Text that can be empty and long. */
export function longText(most: number, options?: FieldOptions): RecordField<string | null> {
  const limits = `At most ${most} characters.`;
  const kind = { type: () => String, sqlType: 'text', large: true, longest: most, rules: [MaxLength(most)], limits };
  return field(kind, options);
}

/** An email address, stored in lower case so that comparisons ignore case. */
export function email(options?: FieldOptions): RecordField<string | null> {
  const rules = [Email()];
  const store = (value: string) => value.toLowerCase();
  return field({ type: () => String, sqlType: 'text', rules, trimmed: true, store }, options);
}

/** A phone number, stored in E.164 format. Without its country code it is read by the workspace's country. */
export function phone(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => String, sqlType: 'text', rules: [PhoneNumber()], trimmed: true, phone: true }, options);
}

/** An HTTP or HTTPS URL. */
export function url(options?: FieldOptions): RecordField<string | null> {
  return field(
    {
      type: () => String,
      sqlType: 'text',
      rules: [HttpUrl(), MaxLength(2_000)],
      limits: 'An HTTP or HTTPS URL of at most 2000 characters.',
    },
    options,
  );
}

/** One of a closed set of values. @param values each with a sentence about it */
export function oneOf<const Value extends string>(
  values: Readonly<Record<Value, string>>,
  options?: FieldOptions,
): RecordField<Value | null> {
  const accepted = Object.keys(values);
  const rules = [IsIn(accepted, { message: `$property ${must.beOneOf(accepted)}` })];
  return field({ type: () => String, sqlType: 'text', rules, values }, options);
}

/** Labels without duplicates, in the order sent. The argument `tag` of a list filters by one of them. */
export function labels(options?: FieldOptions): RecordField<string[] | null> {
  const rules = [
    ArrayMaxSize(50, { message: `$property ${must.haveAtMostEntries(50)}` }),
    Length(1, 100, { each: true, message: `each of $property ${must.haveLength(1, 100)}` }),
    OneLine({ each: true }),
    ArrayUnique({ message: `$property ${must.notHaveDuplicates}` }),
  ];
  const limits = 'At most 50 entries of 1 to 100 characters, without duplicates.';
  return field({ type: () => [String], sqlType: 'text[]', rules, limits, line: true }, options);
}

/** Hosts to which something is confined, without duplicates: names, `*.example.com`, or `*`. Stored in canonical form. */
export function hosts(options?: FieldOptions): RecordField<string[] | null> {
  const rules = [
    ArrayMaxSize(50, { message: `$property ${must.haveAtMostEntries(50)}` }),
    EachHost(),
    ArrayUnique({ message: `$property ${must.notHaveDuplicates}` }),
  ];
  const limits = 'At most 50 entries, without protocol, port or path.';
  const store = (entries: string[]) => entries.map((entry) => parseHostPattern(entry) ?? entry);
  return field({ type: () => [String], sqlType: 'text[]', rules, limits, store }, options);
}

/** An amount as decimal text. */
export function money(options?: FieldOptions): RecordField<string | null> {
  const message =
    '$property must be an amount with at most 15 digits before and 2 after the point, for example "1250.50".';
  return field(
    {
      type: () => Decimal,
      sqlType: 'numeric',
      columnType: 'numeric(17,2)',
      // A schema has patterns of texts, but not the digits of a number.
      rules: [Matches(/^-?\d{1,15}(\.\d{1,2})?$/, { message, context: { rule: 'DECIMAL_PLACES' } })],
      limits: 'At most 15 digits before and 2 after the point, for example "1250.50".',
    },
    options,
  );
}

export function integer(least: number, most: number, options?: FieldOptions): RecordField<number | null> {
  const kind = { type: () => Int, sqlType: 'integer', rules: [Min(least), Max(most)] };
  return field({ ...kind, limits: `From ${least} to ${most}.` }, options);
}

/** A count of any size, as text in rows. */
export function wholeCount(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => BigIntCount, sqlType: 'bigint', rules: [] }, options);
}

/** An integer of at most 2^53 - 1, which a double holds exactly. */
export function largeInteger(options?: FieldOptions): RecordField<number | null> {
  return field({ type: () => BigIntCount, sqlType: 'double precision', rules: [] }, options);
}

export function decimal(least: number, most: number, options?: FieldOptions): RecordField<number | null> {
  const kind = { type: () => Float, sqlType: 'double precision', rules: [Min(least), Max(most)] };
  return field({ ...kind, limits: `From ${least} to ${most}.` }, options);
}

export function flag(options?: FieldOptions): RecordField<boolean | null> {
  return field({ type: () => Boolean, sqlType: 'boolean', rules: [] }, options);
}

/** A time. */
export function time(options?: FieldOptions): RecordField<Date | null> {
  return field({ type: () => DateTime, sqlType: 'timestamptz', rules: [] }, options);
}

/** A date without a time, the same in every time zone. */
export function date(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => Day, sqlType: 'date', rules: [] }, options);
}

/** An object with any keys. */
export function freeObject(options?: FieldOptions): RecordField<Record<string, unknown> | null> {
  const kind = { type: () => JsonObject, sqlType: 'jsonb', large: true };
  return field({ ...kind, rules: [AtMostKeys(100)], limits: 'At most 100 keys.', store: storableJson }, options);
}

/** Any JSON. */
export function anyJson(options?: FieldOptions): RecordField<unknown> {
  return field({ type: () => Json, sqlType: 'jsonb', large: true, rules: [], store: storableJson }, options);
}

/** The same field, shown as an object type. Clients send it as before. */
export function shownAs<Value>(
  { type: inputType, ...field }: RecordField<Value>,
  shown: { type: () => unknown; subfields: readonly string[] },
): RecordField<Value> {
  return { ...field, inputType, ...shown };
}

/** A list of objects of one type, stored as JSON. */
export function objects<Item>(
  types: {
    type: () => unknown;
    inputType: () => unknown;
    subfields: readonly string[];
    rules: readonly PropertyDecorator[];
    limits?: string;
  },
  options?: FieldOptions,
): RecordField<Item[] | null> {
  const lists = { type: () => [types.type()], inputType: () => [types.inputType()] };
  return field({ ...types, ...lists, sqlType: 'jsonb', large: true, store: storableJson }, options);
}

/** What can be an ID; whether it is one of the workspace is looked up. */
function idOf(what: string): PropertyDecorator {
  return Uuid({ message: `$property ${must.name(withArticle(what))}` });
}

/** The ID of another record of the workspace. */
export function ref(table: string, what: string, options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => ID, sqlType: 'uuid', rules: [idOf(what)], reference: { table, what } }, options);
}

/** IDs of other records of the workspace, without duplicates. */
export function refs(most: number, reference: RecordReference, options?: FieldOptions): RecordField<string[] | null> {
  const rules = [
    ArrayMaxSize(most, { message: `$property ${must.haveAtMostEntries(most)}` }),
    ArrayUnique({ message: `$property ${must.notHaveDuplicates}` }),
    EachUuid(reference.what),
  ];
  const limits = `At most ${most} IDs, without duplicates.`;
  return field({ type: () => [ID], sqlType: 'uuid[]', rules, limits, reference }, options);
}

const startedFlow: RecordReference = { table: 'flows', what: 'flow', starts: true };

/** The ID of a flow that the record starts. */
export function startsFlow(options?: FieldOptions): RecordField<string | null> {
  return { ...ref(startedFlow.table, startedFlow.what, options), reference: startedFlow };
}

/** IDs of flows that the record starts, without duplicates. */
export function startsFlows(most: number, options?: FieldOptions): RecordField<string[] | null> {
  return refs(most, startedFlow, options);
}

/** A member of the workspace, by user ID. */
export function member(options?: FieldOptions): RecordField<string | null> {
  const reference = { table: 'members', column: 'user_id', what: 'member' };
  return field({ type: () => ID, sqlType: 'uuid', rules: [idOf(reference.what)], reference }, options);
}

/** An ID that is not checked against a table. */
export function looseId(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => ID, sqlType: 'uuid', rules: [Uuid()] }, options);
}

/** An IANA time zone. */
export function timeZone(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => String, sqlType: 'text', rules: [TimeZone()] }, options);
}
