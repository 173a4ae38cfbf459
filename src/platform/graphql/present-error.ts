import { GraphQLError, type GraphQLErrorOptions } from 'graphql';
import { isConflict } from '../errors/database-errors.js';
import { AppError, toAppError } from '../errors/errors.js';
import type { GraphContext } from './context.js';

const internalMessage = 'The server failed unexpectedly. Try again; if the error persists, report the request ID.';

/**
 * An error in the form in which a client may see it: code, status and details in `extensions`. Other errors become
 * INTERNAL, and are logged in full with the request ID.
 */
export function presentError(error: unknown, context: Pick<GraphContext, 'request'>): GraphQLError {
  const at = error as Partial<GraphQLError>;
  const known = toAppError(error);
  if (!known && isDocumentViolation(error)) {
    return withCode(error, new AppError('BAD_REQUEST', error.message), error);
  }
  const shown = known ?? new AppError('INTERNAL', internalMessage);
  if (!known) context.request.log.error({ err: at.originalError ?? error, path: at.path }, 'operation failed');
  // Unless the database is unavailable, only the operator can solve it.
  else if (shown.code === 'UNAVAILABLE' && (at.originalError instanceof AppError || isConflict(at.originalError))) {
    context.request.log.error({ err: at.originalError, path: at.path }, 'operation unavailable');
  }
  return withCode(at, shown, shown);
}

/** A violation of the document itself, which graphql reports without a cause. */
function isDocumentViolation(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && !error.originalError && !error.path;
}

function withCode(at: Partial<GraphQLError>, shown: AppError, originalError: Error): GraphQLError {
  const options: GraphQLErrorOptions = {
    originalError,
    extensions: {
      code: shown.code,
      status: shown.status,
      ...(shown.details && { details: shown.details }),
      ...(shown.retryAfter !== undefined && { retryAfter: shown.retryAfter }),
    },
  };
  // A field is identified by its path only: compiled operations keep no nodes.
  if (at.path) options.path = at.path;
  else if (at.nodes) options.nodes = at.nodes;
  return new GraphQLError(shown.message, options);
}
