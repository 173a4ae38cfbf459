import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { AppError, validationFailed } from '../../platform/errors/errors.js';
import { coerceVariables } from '../../platform/graphql/coerce-variables.js';
import type { GraphContext } from '../../platform/graphql/context.js';
import { callerKey } from '../../platform/graphql/event-access.js';
import type { LimitedExecutor } from '../../platform/graphql/limit-operations.js';
import { callerName, countDocument, countOperations } from '../../platform/graphql/limits/count-request.js';
import { presentError } from '../../platform/graphql/present-error.js';
import { addressKey } from '../../platform/rate-limit/address-key.js';
import type { ConnectionLimits } from '../../platform/rate-limit/connection-limits.js';
import { jsonDepth } from '../../rest/request-body.js';
import { eventContext } from '../request-context.js';
import type { ReadDocument } from './documents.js';
import { answerEvent } from './event-answers.js';
import { whenExpired } from './when-expired.js';

/** An operation over a connection that can carry more than one result. */
export interface LiveOperation {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

/** An operation that passed `admit`, for `runOnce` and `subscribeTo`. */
export interface AdmittedOperation {
  document: DocumentNode;
  operationName: string | null | undefined;
  variables: Record<string, unknown>;
  /** The cursor after which a subscription continues, instead of its argument `after`. */
  after?: string;
}

/** Counts an operation and checks it against the schema and all limits. @returns the errors, or the admitted operation */
export function admit(
  executor: LimitedExecutor,
  read: ReadDocument,
  { query, operationName, variables: sent }: LiveOperation,
  connection: GraphContext,
): AdmittedOperation | readonly GraphQLError[] {
  const variables = sent ?? {};
  let document: DocumentNode;
  try {
    countOperations(connection);
    document = readCounted(read, query, variables, connection);
  } catch (error) {
    return [error instanceof GraphQLError ? error : presentError(error, connection)];
  }
  const refused = executor.refusal({ document, operationName, variables, context: connection });
  return refused && refused.data === undefined ? refused.errors : { document, operationName, variables };
}

/** Counts a document that cannot be read, too. @throws GraphQLError, AppError */
function readCounted(read: ReadDocument, query: string, variables: object, connection: GraphContext): DocumentNode {
  const document = read(query);
  const violation = document instanceof GraphQLError ? document : isDeeperThan(variables, jsonDepth) && tooDeep();
  if (violation) countDocument(connection, 1);
  if (violation || document instanceof GraphQLError) throw violation;
  return document;
}

export function isSubscription({ document, operationName }: AdmittedOperation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
}

export function isMutation({ document, operationName }: AdmittedOperation): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
}

const cursors = new WeakMap<ExecutionResult, string>();

/** The cursor of the event that a result of a subscription shows. */
export function cursorOfResult(result: ExecutionResult): string | undefined {
  return cursors.get(result);
}

/** Runs a query or a mutation. @param context used for this operation only */
export function runOnce(
  executor: LimitedExecutor,
  operation: AdmittedOperation,
  context: GraphContext,
): Promise<ExecutionResult> {
  return executor.run({ ...operation, context });
}

/**
 * The results of a subscription. Each event runs with a context of its own, and a lost right ends the subscription. Calling
 * `return` ends it at once, also while it waits for an event.
 */
export async function subscribeTo(
  executor: LimitedExecutor,
  connections: ConnectionLimits,
  operation: AdmittedOperation,
  connection: GraphContext,
): Promise<AsyncGenerator<ExecutionResult> | ExecutionResult> {
  const refused = executor.refusal({ ...operation, context: connection });
  if (refused) return { errors: refused.errors };
  const violations = violationsOf(executor, operation);
  if (violations.length > 0) return { errors: [presentError(validationFailed(violations), connection)] };
  const close = openSubscription(connections, connection);
  if (!close) return { errors: [presentError(tooManySubscriptions(), connection)] };
  const ended = new AbortController();
  const source = await openSource(executor, operation, connection, ended.signal).catch((error: unknown) => {
    close();
    throw error;
  });
  if (!(Symbol.asyncIterator in source)) {
    close();
    return { errors: source.errors?.map((error) => presentError(error, connection)) ?? [] };
  }
  const results = resultsOf(executor, operation, connection, source as AsyncGenerator<object>, ended);
  // A generator that waits for its next event cannot end: the abort wakes it.
  const stopWatching = whenExpired(connection, () => ended.abort(expiry));
  const stop = () => {
    stopWatching();
    close();
  };
  ended.signal.addEventListener('abort', stop, { once: true });
  const end = results.return.bind(results);
  results.return = (value) => {
    ended.abort();
    return end(value);
  };
  return results;
}

/** Its events. The context in which they are opened is not kept. */
async function openSource(
  { schema }: LimitedExecutor,
  { document, operationName, variables: variableValues, after }: AdmittedOperation,
  connection: GraphContext,
  signal: AbortSignal,
) {
  const contextValue = connection.fork(signal);
  contextValue.resumeAfter = after;
  const args: ExecutionArgs = { schema, document, operationName, variableValues, contextValue };
  try {
    return await createSourceEventStream(args);
  } finally {
    contextValue.answer.done();
  }
}

/** The violations of the types of its variables. */
function violationsOf({ schema }: LimitedExecutor, { document, operationName, variables }: AdmittedOperation) {
  const operation = getOperationAST(document, operationName) as OperationDefinitionNode;
  return coerceVariables(schema, operation, variables).flatMap(({ violations }) => violations);
}

/** Counts a subscription by its caller and its address. @returns what closes it; null if there are too many */
function openSubscription(connections: ConnectionLimits, { caller, request }: GraphContext): (() => void) | null {
  const { subscriptionsOfCaller, subscriptionsOfAddress } = connections;
  const closeOfAddress = subscriptionsOfAddress.tryOpen(addressKey(request.ip ?? ''));
  const closeOfCaller =
    closeOfAddress && subscriptionsOfCaller.tryOpen(caller.principal ? callerName(caller.principal) : '');
  if (!closeOfCaller) {
    closeOfAddress?.();
    return null;
  }
  return () => {
    closeOfAddress();
    closeOfCaller();
  };
}

function tooManySubscriptions(): AppError {
  const message = 'This caller, or this address, has too many subscriptions at once. Complete some first.';
  return new AppError('RATE_LIMITED', message, undefined, retryAfterSeconds);
}

/** Seconds after which a retry is sensible. */
const retryAfterSeconds = 5;

/** The abort reason of a subscription whose credential has expired. */
const expiry = Symbol('the credential has expired');

async function* resultsOf(
  executor: LimitedExecutor,
  operation: AdmittedOperation,
  connection: GraphContext,
  source: AsyncGenerator<object>,
  ended: AbortController,
): AsyncGenerator<ExecutionResult> {
  const { document, operationName, variables } = operation;
  const question = `${callerKey(connection.caller)} ${operationName ?? ''} ${JSON.stringify(variables)}`;
  try {
    for await (const event of source) {
      const result = await answerEvent(event, document, question, ended.signal, () =>
        executor.run({ ...operation, context: eventContext(connection, event), event }),
      );
      const { cursor } = event as { cursor?: string };
      if (cursor !== undefined) cursors.set(result, cursor);
      yield result;
      if (result.errors?.some(({ extensions }) => endingCodes.has(extensions?.code as string))) return;
    }
    const { violation } = connection;
    if (violation && ended.signal.reason === expiry) yield { errors: [presentError(violation, connection)] };
  } catch (error) {
    yield { errors: [presentError(error, connection)] };
  } finally {
    ended.abort();
  }
}

const endingCodes = new Set(['UNAUTHENTICATED', 'INVALID_TOKEN', 'FORBIDDEN', 'NOT_FOUND']);

/** The same limit as for bodies over HTTP, because later code walks values by recursion. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function tooDeep(): AppError {
  const message = `The variables must be nested at most ${jsonDepth} levels of lists and objects deep.`;
  return new AppError('BAD_REQUEST', message);
}
