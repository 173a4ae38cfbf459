import type { ExecutionResult } from 'graphql';
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
  /** Never throws: errors are in `errors`, each a GraphQLError whose `originalError` may be an AppError. */
  run(context: GraphContext, variables: Record<string, unknown>): Promise<ExecutionResult>;
}
