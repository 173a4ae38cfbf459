import { ArrayMaxSize, ArrayUnique, IsEmail, IsIn, IsUrl, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { Float, ID, Int } from 'type-graphql';
import { storableJson } from '../database/storable-json.js';
import { DateTime, Decimal, JsonObject } from '../graphql/scalars.js';
import { parsePhone } from '../phone-number.js';
import type { FieldKind, FieldOptions, RecordField, RecordReference } from './field.js';
import { AtMostKeys, EachUuid, KnownTimeZone, PhoneNumber } from './field-rules.js';

/** A field that clients may set at any time and that may stay empty; `required` and its like make it otherwise. */
function field<Value>(kind: FieldKind, options: FieldOptions = {}): RecordField<Value | null> {
  return { ...kind, ...options, nullable: true, required: false, writable: 'always' };
}

// Empty text is told by its length.
const notBlank = Matches(/^$|\S/, { message: '$property must not be blank.' });

/** Text of at most so many characters; never blank. */
export function text(most: number, options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => String, sqlType: 'text', rules: [Length(1, most), notBlank] }, options);
}

/** A name that expressions can spell. */
export function identifier(options?: FieldOptions): RecordField<string | null> {
  const message = '$property is made of letters, digits and _, at most 100, not a digit first.';
  const rules = [Matches(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, { message })];
  return field({ type: () => String, sqlType: 'text', rules }, options);
}

/** Text that may be empty and long. */
export function longText(most: number, options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => String, sqlType: 'text', large: true, longest: most, rules: [MaxLength(most)] }, options);
}

/** Stored in lower case: addresses are compared without regard to it. */
export function email(options?: FieldOptions): RecordField<string | null> {
  const rules = [IsEmail({}, { message: '$property is an email address, as ana@example.com.' }), MaxLength(320)];
  return field({ type: () => String, sqlType: 'text', rules, store: (value: string) => value.toLowerCase() }, options);
}

/** A phone number with its country code, stored in the form E.164. */
export function phone(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => String, sqlType: 'text', rules: [PhoneNumber()], store: parsePhone }, options);
}

/** An address of the web. */
export function url(options?: FieldOptions): RecordField<string | null> {
  const message = '$property is an http or https address.';
  const rules = [IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }, { message })];
  return field({ type: () => String, sqlType: 'text', rules: [...rules, MaxLength(2_000)] }, options);
}

/** One of a few words. */
export function oneOf<const Value extends string>(
  values: readonly Value[],
  options?: FieldOptions,
): RecordField<Value | null> {
  const rules = [IsIn(values as readonly unknown[], { message: `$property is one of: ${values.join(', ')}.` })];
  return field({ type: () => String, sqlType: 'text', rules, values }, options);
}

/** Labels, each once, in the order sent. A list's argument `tag` asks for one of them. */
export function labels(options?: FieldOptions): RecordField<string[] | null> {
  const rules = [
    ArrayMaxSize(50, { message: '$property holds at most 50 entries.' }),
    Length(1, 100, { each: true, message: 'each of $property has 1 to 100 characters.' }),
    ArrayUnique({ message: '$property names each once.' }),
  ];
  return field({ type: () => [String], sqlType: 'text[]', rules }, options);
}

/** An amount with two decimals at most, as decimal text. */
export function money(options?: FieldOptions): RecordField<string | null> {
  const message = '$property is an amount of at most 15 digits and 2 decimals, as "1250.50".';
  return field(
    {
      type: () => Decimal,
      sqlType: 'numeric',
      columnType: 'numeric(17,2)',
      rules: [Matches(/^-?\d{1,15}(\.\d{1,2})?$/, { message })],
    },
    options,
  );
}

export function integer(least: number, most: number, options?: FieldOptions): RecordField<number | null> {
  return field({ type: () => Int, sqlType: 'integer', rules: [Min(least), Max(most)] }, options);
}

export function decimal(least: number, most: number, options?: FieldOptions): RecordField<number | null> {
  return field({ type: () => Float, sqlType: 'double precision', rules: [Min(least), Max(most)] }, options);
}

export function flag(options?: FieldOptions): RecordField<boolean | null> {
  return field({ type: () => Boolean, sqlType: 'boolean', rules: [] }, options);
}

/** A point in time. */
export function time(options?: FieldOptions): RecordField<Date | null> {
  return field({ type: () => DateTime, sqlType: 'timestamptz', rules: [] }, options);
}

/** An object of a client's own making. */
export function freeObject(options?: FieldOptions): RecordField<Record<string, unknown> | null> {
  const kind = { type: () => JsonObject, sqlType: 'jsonb', large: true };
  return field({ ...kind, rules: [AtMostKeys(100)], store: storableJson }, options);
}

/** Objects of a type of their own, stored as JSON. */
export function objects<Item>(
  types: {
    type: () => unknown;
    inputType: () => unknown;
    subfields: readonly string[];
    rules: readonly PropertyDecorator[];
  },
  options?: FieldOptions,
): RecordField<Item[] | null> {
  const lists = { type: () => [types.type()], inputType: () => [types.inputType()] };
  return field({ ...types, ...lists, sqlType: 'jsonb', large: true, store: storableJson }, options);
}

/** The id of another record of the workspace. */
export function ref(table: string, what: string, options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => ID, sqlType: 'uuid', rules: [], reference: { table, what } }, options);
}

/** Ids of other records of the workspace, each once. */
export function refs(most: number, reference: RecordReference, options?: FieldOptions): RecordField<string[] | null> {
  const rules = [
    ArrayMaxSize(most, { message: `$property holds at most ${most} ids.` }),
    ArrayUnique({ message: '$property names each once.' }),
    EachUuid(reference.what),
  ];
  return field({ type: () => [ID], sqlType: 'uuid[]', rules, reference }, options);
}

/** A member of the workspace, by user id. */
export function member(options?: FieldOptions): RecordField<string | null> {
  const reference = { table: 'members', column: 'user_id', what: 'member' };
  return field({ type: () => ID, sqlType: 'uuid', rules: [], reference }, options);
}

/** An id of something that is not looked up. */
export function looseId(options?: FieldOptions): RecordField<string | null> {
  const message = '$property is a UUID.';
  return field({ type: () => ID, sqlType: 'uuid', rules: [Matches(uuid, { message })] }, options);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A time zone by its IANA name. */
export function timeZone(options?: FieldOptions): RecordField<string | null> {
  return field({ type: () => String, sqlType: 'text', rules: [KnownTimeZone()] }, options);
}
