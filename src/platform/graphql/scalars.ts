import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { must } from '../errors/violation-words.js';
import { readIsoTime } from '../iso-time.js';

/** A time: ISO 8601, UTC, milliseconds. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A time in ISO 8601 format, in UTC and with milliseconds, for example 2026-11-21T09:30:00.000Z.',
  serialize: (value) => (typeof value === 'string' && ofPostgres.test(value) ? fromPostgres(value) : isoText(value)),
  parseValue: parseTime,
  parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
});

const ofPostgres = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00(?::00)?$/;

/** Converts `2026-11-21 09:30:00.12+00` without parsing it, because lists contain many times. */
function fromPostgres(text: string): string {
  const fraction = text.slice(19, text.indexOf('+', 19));
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${`${fraction || '.'}000`.slice(0, 4)}Z`;
}

function isoText(value: unknown): string {
  return (value instanceof Date ? value : new Date(value as string)).toISOString();
}

function parseTime(value: unknown): Date {
  const time = typeof value === 'string' ? readIsoTime(value) : null;
  if (!time) {
    throw new TypeError(must.beTimeOrDate);
  }
  return time;
}

/** A number that must keep all digits, for example an amount of money. Outputs are strings. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description: 'A decimal number as a string, for example "1250.50". Inputs also accept a number.',
  serialize: (value) => String(value),
  parseValue: parseDecimal,
  parseLiteral: (node) =>
    parseDecimal(
      node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT ? node.value : undefined,
    ),
});

/** Without an exponent. */
const digits = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

function parseDecimal(value: unknown): string {
  const text = typeof value === 'number' ? digits.format(value) : value;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) {
    throw new TypeError('must be a decimal number, for example "1250.50".');
  }
  return text;
}

/** A day: `2026-11-21`. Named `Day` here, because `Date` is JavaScript's own. */
export const Day = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A day in ISO 8601 format, for example 2026-11-21.',
  serialize: (value) => parseDay(String(value)),
  parseValue: parseDay,
  parseLiteral: (node) => parseDay(node.kind === Kind.STRING ? node.value : undefined),
});

function parseDay(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && readIsoTime(value)) return value;
  throw new TypeError('must be a date without a time, for example 2026-11-21.');
}

/** A count that can exceed 32 bits. */
export const BigIntCount = new GraphQLScalarType<number, number>({
  name: 'BigInt',
  description: 'An integer of at most 2^53 - 1, as a JSON number.',
  serialize: readInteger,
  parseValue: readInteger,
  parseLiteral: (node) => readInteger(node.kind === Kind.INT ? node.value : undefined),
});

function readInteger(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number;
  throw new TypeError('must be an integer of at most 9007199254740991.');
}

export { GraphQLJSON as Json, GraphQLJSONObject as JsonObject };
