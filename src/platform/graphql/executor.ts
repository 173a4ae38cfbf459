import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  isNonNullType,
  type OperationDefinitionNode,
  print,
  validate,
} from 'graphql';
import { AppError, type ErrorDetail, validationFailed } from '../errors.js';
import { checkRootFields, type IdSource } from './check-operation.js';
import { type CoercedVariable, coerceVariables } from './coerce-variables.js';
import { type Compile, CompiledOperations } from './compiled-operations.js';
import type { GraphContext } from './context.js';
import { brokenRulesOf } from './input-rules.js';
import { oneErrorForEachNull } from './one-error-for-each-null.js';
import type { PreparedOperation } from './operation.js';
import { presentError } from './present-error.js';

/**
 * Runs operations in process: what Apollo, the REST routes and subscriptions share. Those of our own are compiled, and
 * of those from outside the ones that come again and again; graphql-js runs the rest.
 */
export interface Executor {
  schema: GraphQLSchema;
  /** @throws Error at start where the document does not fit the schema. */
  prepare(document: DocumentNode): PreparedOperation;
  /**
   * Runs a document that was validated. Never throws; failures stand in `errors`.
   * @param event of a subscription: what its source gave
   */
  run(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<ExecutionResult>;
}

/** An operation of a document, and what it was compiled to; null where graphql-js runs it. */
interface Runnable {
  document: DocumentNode;
  operation: OperationDefinitionNode;
  query: ReturnType<CompiledOperations['find']>;
  /** One of our own documents: what it reads it shows once, so that its answer is no larger than its reads. */
  prepared?: boolean;
}

/**
 * @param ids argument names and the tables their rows stand in, to tell an unknown id before a bad body
 * @param compile turns an operation into a function; graphql-jit when left out
 */
export function createExecutor(
  schema: GraphQLSchema,
  ids: Readonly<Record<string, IdSource>>,
  compile?: Compile,
): Executor {
  const compiled = new CompiledOperations(schema, compile);

  async function runSlowly(
    { document, operation }: Runnable,
    variables: Record<string, unknown>,
    context: GraphContext,
    event: unknown,
  ): Promise<ExecutionResult> {
    const operationName = operation.name?.value ?? null;
    const values = { variableValues: variables, contextValue: context, rootValue: event };
    return execute({ schema, document, operationName, ...values });
  }

  /** An operation from its begin to its end, where what is held for its answer is let go. */
  async function runToEnd(
    runnable: Runnable,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<ExecutionResult> {
    try {
      return await perform(runnable, variables, context, event);
    } finally {
      context.answer.done();
    }
  }

  async function perform(
    runnable: Runnable,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<ExecutionResult> {
    const { operation, query } = runnable;
    try {
      const result = query
        ? oneErrorForEachNull(await query(event, context, variables))
        : await runSlowly(runnable, variables, context, event);
      if (result.data !== undefined) return present(runnable, result, context);
      // The variables did not fit, or the compiled function thinks so: say precisely what was wrong, else run it slowly.
      const coerced = coerceVariables(schema, operation, variables);
      const violations = coerced.flatMap((variable) => variable.violations);
      if (violations.length > 0) {
        await checkRootFields(schema, ids, operation, variables, context);
        const further =
          operation.operation === 'query'
            ? await violationsOfRun(coerced, (fitting) => perform(runnable, fitting, context))
            : await violationsOfInputs(coerced);
        return { errors: [presentError(validationFailed([...violations, ...further]), context)] };
      }
      return present(runnable, query ? await runSlowly(runnable, variables, context, event) : result, context);
    } catch (error) {
      return { data: null, errors: [presentError(error, context)] };
    }
  }

  async function run(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<ExecutionResult> {
    const operation = getOperationAST(document, operationName);
    if (!operation) {
      const violation = new AppError('BAD_REQUEST', noSuchOperation(operationName));
      return { data: null, errors: [presentError(violation, context)] };
    }
    const query = compiled.find(document, operation);
    const result = await runToEnd({ document, operation, query }, variables, context, event);
    if (!query && result.data) compiled.countAnswer(document, operation);
    return result;
  }

  function prepare(document: DocumentNode): PreparedOperation {
    const operation = getOperationAST(document);
    const violations = operation ? validate(schema, document) : [];
    if (!operation || violations.length > 0) {
      throw new Error(
        `A route's operation does not fit the schema: ${violations.map((violation) => violation.message).join(' ')}`,
      );
    }
    let runnable: Runnable | undefined;
    return {
      name: operation.name?.value ?? '',
      variables: Object.fromEntries(
        (operation.variableDefinitions ?? []).map((variable) => [variable.variable.name.value, print(variable.type)]),
      ),
      authorize: (context, variables) => checkRootFields(schema, ids, operation, variables, context),
      run(context, variables) {
        runnable ??= { document, operation, query: compiled.compile(document, operation), prepared: true };
        return runToEnd(runnable, variables, context);
      },
    };
  }

  return { schema, prepare, run };
}

function noSuchOperation(operationName: string | null | undefined): string {
  return operationName === null || operationName === undefined
    ? 'The document holds several operations. Say by operationName which one to run.'
    : `The document holds no operation ${operationName}. Give operationName the name of one that it holds.`;
}

/** Rules that the inputs of a write break, beside what does not fit their types: a write is never run to find out. */
async function violationsOfInputs(coerced: readonly CoercedVariable[]): Promise<ErrorDetail[]> {
  const found = coerced.map(({ type, value, violations }) => brokenRulesOf(type, value, violations));
  return (await Promise.all(found)).flat();
}

/** Rules that a read breaks besides: it is run without the variables that do not fit, where it can do without. */
async function violationsOfRun(
  coerced: readonly CoercedVariable[],
  run: (fitting: Record<string, unknown>) => Promise<ExecutionResult>,
): Promise<ErrorDetail[]> {
  if (coerced.some(({ type, violations }) => violations.length > 0 && isNonNullType(type))) return [];
  const fitting = coerced.filter(({ sent, violations }) => violations.length === 0 && sent !== undefined);
  const { errors = [] } = await run(Object.fromEntries(fitting.map(({ name, sent }) => [name, sent])));
  const other = errors.find(({ extensions }) => extensions.code !== 'VALIDATION_FAILED');
  // An unknown id below the root is told before a bad body, too.
  if (other) throw other;
  return errors.flatMap(({ extensions }) => (extensions.details as ErrorDetail[] | undefined) ?? []);
}

/** @throws AppError ANSWER_TOO_LARGE */
function present({ prepared }: Runnable, result: ExecutionResult, context: GraphContext): ExecutionResult {
  if (!prepared) context.answer.answerWith(result.data);
  if (!result.errors?.length) return result;
  return { ...result, errors: result.errors.map((error: GraphQLError) => presentError(error, context)) };
}
