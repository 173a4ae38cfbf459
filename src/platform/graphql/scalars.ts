import { GraphQLScalarType, Kind } from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';

/** A point in time: ISO 8601, UTC, milliseconds. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'A point in time, ISO 8601 in UTC with milliseconds: 2026-11-21T09:30:00.000Z',
  serialize: (value) => (value instanceof Date ? value : new Date(value as string)).toISOString(),
  parseValue: parseTime,
  parseLiteral: (node) => parseTime(node.kind === Kind.STRING ? node.value : undefined),
});

const isoTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

function parseTime(value: unknown): Date {
  const time = typeof value === 'string' && isoTime.test(value) ? new Date(value) : null;
  if (!time || Number.isNaN(time.getTime())) {
    throw new TypeError('Write an ISO 8601 time with a zone, as 2026-11-21T09:30:00Z, or a date, as 2026-11-21.');
  }
  return time;
}

export { GraphQLJSON as Json, GraphQLJSONObject as JsonObject };
