import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { readIsoTime } from '../iso-time.js';

/** A point in time: ISO 8601, UTC, milliseconds. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A point in time, ISO 8601 in UTC with milliseconds: 2026-11-21T09:30:00.000Z',
  serialize: (value) => (typeof value === 'string' && ofPostgres.test(value) ? fromPostgres(value) : isoText(value)),
  parseValue: parseTime,
  parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
});

const ofPostgres = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00(?::00)?$/;

/** `2026-11-21 09:30:00.12+00`: only the form differs, and lists hold many of them. */
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
    throw new TypeError('Write an ISO 8601 time with a zone, as 2026-11-21T09:30:00Z, or a date, as 2026-11-21.');
  }
  return time;
}

/** A number that must not lose a digit: money above all. Answers write it as text. */
export const Decimal = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description: 'A decimal number, written as text so that no digit is lost: "1250.50". A number is taken, too.',
  serialize: (value) => String(value),
  parseValue: parseDecimal,
  parseLiteral: (node) =>
    parseDecimal(
      node.kind === Kind.STRING || node.kind === Kind.INT || node.kind === Kind.FLOAT ? node.value : undefined,
    ),
});

function parseDecimal(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || !/^-?\d+(\.\d+)?$/.test(text)) {
    throw new TypeError('Write a decimal number, as "1250.50".');
  }
  return text;
}

export { GraphQLJSON as Json, GraphQLJSONObject as JsonObject };
