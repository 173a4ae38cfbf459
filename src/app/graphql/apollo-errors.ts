import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { apiErrors } from '../../platform/errors/error-catalogue.js';
import { AppError } from '../../platform/errors/errors.js';
import { nestedTooDeeply } from '../../platform/graphql/limits/bounded-nesting.js';
import { presentError } from '../../platform/graphql/present-error.js';
import type { Log } from '../../platform/log.js';

/** Whether the error was made by `presentError`. */
export function isPresented({ extensions }: GraphQLFormattedError): boolean {
  return typeof extensions?.status === 'number' && Object.hasOwn(apiErrors, extensions.code as string);
}

/** Apollo's codes for requests that it refuses before it runs them. */
const apolloCodes: ReadonlySet<string> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/** Errors of Apollo get the code of the API; unexpected ones are reported as INTERNAL. */
export function formatApolloError(formatted: GraphQLFormattedError, error: unknown, log: Log): GraphQLFormattedError {
  const { http, code } = error instanceof GraphQLError ? error.extensions : {};
  if (!apolloCodes.has(code as string)) return presentError(error, { request: { id: 'graphql', log } }).toJSON();
  const isMethod = (http as { status?: number } | undefined)?.status === 405;
  if (code === 'PERSISTED_QUERY_NOT_FOUND') {
    const shown = withCode(new AppError(code, formatted.message));
    return { ...formatted, extensions: shown.extensions };
  }
  const shown = new AppError(isMethod ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST', readable(formatted.message));
  return { ...formatted, message: shown.message, extensions: withCode(shown).extensions };
}

/** The parser throws this for nesting that is too deep for its stack. */
function readable(message: string): string {
  return message.startsWith('Maximum call stack') ? nestedTooDeeply : message.trim();
}

export function withCode({ message, code, status }: AppError): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status } });
}
