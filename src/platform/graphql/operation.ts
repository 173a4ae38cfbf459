import type { ExecutionResult } from 'graphql';
import type { ErrorDetail } from '../errors/errors.js';
import type { Answer } from './answer.js';
import type { GraphContext } from './context.js';

/** An operation that was parsed, validated and compiled, to be run any number of times. */
export interface PreparedOperation {
  name: string;
  /** The operation's variables and their types in SDL: `{ page: 'Int', input: 'FlowInput!' }`. */
  variables: Readonly<Record<string, string>>;
  /** Whether callers without a credential may run it. */
  isPublic: boolean;
  /**
   * Checks the access rules of the operation's root fields, and that the IDs among its variables exist, without running
   * it: for requests whose body cannot be read. @throws AppError 401, 403 or 404
   */
  authorize(context: GraphContext, variables: Record<string, unknown>): Promise<void>;
  /** Values that GraphQL would convert to their type; a REST body must have the documented types. */
  convertedValues(variables: Record<string, unknown>): ErrorDetail[];
  /**
   * Refuses a request because of violations that were found before it runs, after the checks of `authorize`. Reports further
   * violations of its variables with them. @throws AppError VALIDATION_FAILED, or what `authorize` throws
   */
  refuse(context: GraphContext, variables: Record<string, unknown>, known: readonly ErrorDetail[]): Promise<never>;
  /**
   * Errors are in `errors`, each a GraphQLError whose `originalError` may be an AppError.
   * @param prepare finds the variables to run with, unless the request is a repeat that is answered as before. Its errors may
   *   be thrown
   */
  run(
    context: GraphContext,
    variables: Record<string, unknown>,
    prepare?: () => Promise<Record<string, unknown>>,
  ): Promise<ExecutionResult>;
  /** Like `run`, for who sends the text. It lacks the nulls of types with `OmitNull`. */
  print(
    context: GraphContext,
    variables: Record<string, unknown>,
    prepare?: () => Promise<Record<string, unknown>>,
  ): Promise<Answer>;
}
