import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  print,
  validate,
} from 'graphql';
import { AppError, validationFailed } from '../errors/errors.js';
import { computeSlots } from '../slots/compute-slots.js';
import { type Answer, parsed } from './answer.js';
import { checkRootFields, type IdSource } from './check-operation.js';
import { coerceVariables } from './coerce-variables.js';
import { type ReadCursor, withCursor } from './commit-cursor.js';
import type { GraphContext } from './context.js';
import { createLevelQueries, type LevelQuery } from './levels/level-query.js';
import { inputSizeViolation } from './limits/input-size.js';
import { closedRootField } from './limits/root-fields.js';
import { measureOperation, nameOperation } from './measure-operation.js';
import type { PreparedOperation } from './operation.js';
import { presentError } from './present-error.js';
import { repeatableRequest, runRepeatable } from './repeatable-operation.js';
import { selectsCursor } from './selects-cursor.js';
import { convertedValues } from './strict-types.js';
import { furtherViolations, inOrder, violationsOfInputs, violationsOfRun } from './variable-violations.js';

/**
 * Runs operations in process, for Apollo, the REST routes and subscriptions. Queries are read by levels if they can be
 * planned, which takes a third of the processor time of graphql-js; graphql-js runs the others.
 */
export interface Executor {
  schema: GraphQLSchema;
  /** @throws Error at start if the document does not match the schema */
  prepare(document: DocumentNode): PreparedOperation;
  /** Runs a validated document. Never throws; errors are in `errors`. */
  run: RunDocument<ExecutionResult>;
  /** Like `run`, for who sends the answer as text. */
  print: RunDocument<Answer>;
}

type RunDocument<Result> = (request: OperationRequest) => Promise<Result>;

/** An operation of a validated document, as a client sends it. */
export interface OperationRequest {
  document: DocumentNode;
  operationName?: string | null;
  variables: Record<string, unknown>;
  context: GraphContext;
  /** Of a subscription, the value of its source that the answer shows. */
  event?: unknown;
}

/** An operation of a document. */
interface Runnable {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** How it is read by levels; null if graphql-js runs it. */
  levels: LevelQuery | null;
  /** An operation of the server itself: it returns once what it reads, so its answer is no larger than its reads. */
  prepared?: boolean;
  /** Whether what is printed lacks the nulls of types with `OmitNull`. */
  omitsNulls?: boolean;
}

/** Operations of the server that match a schema. They are the same for every executor of a process. */
const matching = new WeakMap<GraphQLSchema, WeakSet<DocumentNode>>();

function violationsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const known = matching.get(schema) ?? new WeakSet();
  matching.set(schema, known);
  if (known.has(document)) return [];
  const violations = validate(schema, document);
  if (violations.length === 0) known.add(document);
  return violations;
}

/**
 * @param ids argument names and the tables of their rows, to report unknown IDs before other violations
 * @param readsLevels whether queries that can be planned are read by levels
 * @param readCursor reads the position after a mutation whose commits are not known
 */
export function createExecutor(
  schema: GraphQLSchema,
  ids: Readonly<Record<string, IdSource>>,
  readsLevels = true,
  readCursor?: ReadCursor,
): Executor {
  const planned = readsLevels ? createLevelQueries(schema) : null;

  async function interpret(
    { document, operation, prepared }: Runnable,
    variables: Record<string, unknown>,
    context: GraphContext,
    event: unknown,
  ): Promise<ExecutionResult> {
    const operationName = operation.name?.value ?? null;
    // A document of the limits' size takes up to a tenth of a second; the server's own are small.
    if (!prepared) await computeSlots.waitForTime();
    const values = { variableValues: variables, contextValue: context, rootValue: event };
    return execute({ schema, document, operationName, ...values });
  }

  /** Runs an operation and releases what is held for its answer. */
  async function runToEnd(
    runnable: Runnable,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<Answer> {
    const { operation, document } = runnable;
    const isMutation = operation.operation === 'mutation';
    if (operation.operation === 'query' && selectsCursor(document)) context.readInSnapshot();
    if (isMutation) context.collectCommits();
    try {
      const answer = await perform(runnable, variables, context, event);
      const complete = isMutation ? await withCursor(answer, operation, variables, context, readCursor) : answer;
      const filterCost = context.takeFilterCost();
      return filterCost ? { ...complete, extensions: { ...complete.extensions, filterCost } } : complete;
    } finally {
      context.endSnapshot();
      context.answer.done();
    }
  }

  async function perform(
    runnable: Runnable,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<Answer> {
    const { operation, levels, omitsNulls = false } = runnable;
    try {
      const tooLarge = inputSizeViolation(schema, operation, variables);
      if (tooLarge) {
        await checkRootFields(schema, ids, operation, variables, context);
        return { errors: [presentError(validationFailed([tooLarge]), context)] };
      }
      const result: Answer = levels
        ? await levels(variables, context, omitsNulls)
        : await interpret(runnable, variables, context, event);
      if (result.data !== undefined || result.printed !== undefined) return present(runnable, result, context);
      const coerced = coerceVariables(schema, operation, variables);
      const violations = coerced.flatMap((variable) => variable.violations);
      if (violations.length > 0) {
        await checkRootFields(schema, ids, operation, variables, context);
        const further =
          operation.operation === 'query'
            ? await violationsOfRun(coerced, (fitting) => perform(runnable, fitting, context))
            : await violationsOfInputs(coerced);
        return { errors: [presentError(validationFailed(inOrder(coerced, [...violations, ...further])), context)] };
      }
      return present(runnable, result, context);
    } catch (error) {
      return { data: null, errors: [presentError(error, context)] };
    }
  }

  async function answer({ document, operationName, variables, context, event }: OperationRequest): Promise<Answer> {
    const operation = getOperationAST(document, operationName);
    if (!operation) {
      const violation = new AppError('BAD_REQUEST', noSuchOperation(operationName));
      return { data: null, errors: [presentError(violation, context)] };
    }
    return runOnceForKey({ document, operation }, variables, context, () => {
      const levels = planned?.find(document, operation) ?? null;
      return runToEnd({ document, operation, levels }, variables, context, event);
    });
  }

  /** Runs an operation, or gives the answer that it had when it was sent with the same `Idempotency-Key`. */
  function runOnceForKey(
    { document, operation }: Pick<Runnable, 'document' | 'operation'>,
    variables: Record<string, unknown>,
    context: GraphContext,
    run: () => Promise<Answer>,
  ): Promise<Answer> {
    const request = repeatableRequest(schema, { document, operation }, variables, context);
    return measureOperation(operation, () => (request ? runRepeatable(context, request, run) : run()));
  }

  function makeReady(document: DocumentNode, operation: OperationDefinitionNode): Runnable {
    const levels = planned?.plan(document, operation) ?? null;
    return { document, operation, levels, prepared: true };
  }

  function prepare(document: DocumentNode): PreparedOperation {
    const operation = getOperationAST(document);
    const violations = operation ? violationsOf(schema, document) : [];
    if (!operation || violations.length > 0) {
      throw new Error(
        `A route's operation does not match the schema: ${violations.map((violation) => violation.message).join(' ')}`,
      );
    }
    nameOperation(operation);
    let runnable: Runnable | undefined;
    const runReady = async (
      omitsNulls: boolean,
      context: GraphContext,
      variables: Record<string, unknown>,
      prepare?: () => Promise<Record<string, unknown>>,
    ) => {
      runnable ??= makeReady(document, operation);
      const ready = { ...runnable, omitsNulls };
      return runOnceForKey(ready, variables, context, async () => {
        try {
          return await runToEnd(ready, prepare ? await prepare() : variables, context);
        } catch (error) {
          // What is refused before it runs is the answer to the request, too.
          return { data: null, errors: [presentError(error, context)] };
        }
      });
    };
    return {
      name: operation.name?.value ?? '',
      variables: Object.fromEntries(
        (operation.variableDefinitions ?? []).map((variable) => [variable.variable.name.value, print(variable.type)]),
      ),
      isPublic: !closedRootField(schema, document, operation),
      authorize: (context, variables) => checkRootFields(schema, ids, operation, variables, context),
      convertedValues: (variables) => convertedValues(schema, operation, variables),
      async refuse(context, variables, known) {
        await checkRootFields(schema, ids, operation, variables, context);
        throw validationFailed([...known, ...(await furtherViolations(schema, operation, variables, known))]);
      },
      run: async (context, variables, prepare) => parsed(await runReady(false, context, variables, prepare)),
      print: (context, variables, prepare) => runReady(true, context, variables, prepare),
    };
  }

  return { schema, prepare, print: answer, run: async (request) => parsed(await answer(request)) };
}

function noSuchOperation(operationName: string | null | undefined): string {
  return operationName === null || operationName === undefined
    ? 'The document contains several operations. operationName is required to select one.'
    : `The operation ${operationName} was not found in the document. operationName must be the name of one of its operations.`;
}

/** @throws AppError ANSWER_TOO_LARGE */
function present({ prepared }: Runnable, result: Answer, context: GraphContext): Answer {
  if (!prepared) context.answer.answerWith(result.printed ?? result.data);
  if (!result.errors?.length) return result;
  return { ...result, errors: result.errors.map((error: GraphQLError) => presentError(error, context)) };
}
