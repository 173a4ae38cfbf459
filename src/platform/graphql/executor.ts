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
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { AppError, type ErrorDetail, validationFailed } from '../errors.js';
import { checkRootFields, type IdSource } from './check-operation.js';
import { type CoercedVariable, coerceVariables } from './coerce-variables.js';
import type { GraphContext } from './context.js';
import { brokenRulesOf } from './input-rules.js';
import type { PreparedOperation } from './operation.js';
import { presentError } from './present-error.js';

/** Runs operations in process, compiled once a document: what Apollo, the REST routes and subscriptions share. */
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

interface Compiled {
  operation: OperationDefinitionNode;
  query: CompiledQuery['query'] | null;
}

/** @param ids argument names and the tables their rows stand in, to tell an unknown id before a bad body */
export function createExecutor(schema: GraphQLSchema, ids: Readonly<Record<string, IdSource>>): Executor {
  // Weak: a document lives as long as Apollo's bounded store or a route keeps it.
  const compiledDocuments = new WeakMap<DocumentNode, Map<string, Compiled>>();

  function compiled(document: DocumentNode, operationName: string | null | undefined): Compiled {
    const byName = compiledDocuments.get(document) ?? new Map<string, Compiled>();
    compiledDocuments.set(document, byName);
    const name = operationName ?? '';
    const entry = byName.get(name) ?? compile(schema, document, operationName);
    byName.set(name, entry);
    return entry;
  }

  async function run(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    context: GraphContext,
    event?: unknown,
  ): Promise<ExecutionResult> {
    try {
      const { operation, query } = compiled(document, operationName);
      const result = query ? await query(event, context, variables) : undefined;
      if (result && result.data !== undefined) return presentErrors(result, context);
      // The variables did not fit, or the compiler could not do it: say precisely what was wrong, else run it slowly.
      const coerced = coerceVariables(schema, operation, variables);
      const faults = coerced.flatMap((variable) => variable.faults);
      if (faults.length > 0) {
        await checkRootFields(schema, ids, operation, variables, context);
        const further =
          operation.operation === 'query'
            ? await faultsOfRun(coerced, (fitting) => run(document, operationName, fitting, context))
            : await faultsOfInputs(coerced);
        return { errors: [presentError(validationFailed([...faults, ...further]), context)] };
      }
      const slow = await execute({
        schema,
        document,
        operationName,
        rootValue: event,
        variableValues: variables,
        contextValue: context,
      });
      return presentErrors(slow, context);
    } catch (error) {
      return { data: null, errors: [presentError(error, context)] };
    }
  }

  function prepare(document: DocumentNode): PreparedOperation {
    const operation = getOperationAST(document);
    const faults = operation ? validate(schema, document) : [];
    if (!operation || faults.length > 0) {
      throw new Error(`A route's operation does not fit the schema: ${faults.map((fault) => fault.message).join(' ')}`);
    }
    return {
      name: operation.name?.value ?? '',
      variables: Object.fromEntries(
        (operation.variableDefinitions ?? []).map((variable) => [variable.variable.name.value, print(variable.type)]),
      ),
      authorize: (context, variables) => checkRootFields(schema, ids, operation, variables, context),
      run: (context, variables) => run(document, null, variables, context),
    };
  }

  return { schema, prepare, run };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Compiled {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new AppError('BAD_REQUEST', noSuchOperation(operationName));
  const query = compileQuery(schema, document, operationName ?? undefined, { disablingCapturingStackErrors: true });
  return { operation, query: isCompiledQuery(query) ? query.query : null };
}

function noSuchOperation(operationName: string | null | undefined): string {
  return operationName === null || operationName === undefined
    ? 'The document holds several operations. Say by operationName which one to run.'
    : `The document holds no operation ${operationName}. Give operationName the name of one that it holds.`;
}

/** Rules that the inputs of a write break, beside what does not fit their types: a write is never run to find out. */
async function faultsOfInputs(coerced: readonly CoercedVariable[]): Promise<ErrorDetail[]> {
  const found = coerced.map(({ type, value, faults }) => brokenRulesOf(type, value, faults));
  return (await Promise.all(found)).flat();
}

/** Rules that a read breaks besides: it is run without the variables that do not fit, where it can do without. */
async function faultsOfRun(
  coerced: readonly CoercedVariable[],
  run: (fitting: Record<string, unknown>) => Promise<ExecutionResult>,
): Promise<ErrorDetail[]> {
  if (coerced.some(({ type, faults }) => faults.length > 0 && isNonNullType(type))) return [];
  const fitting = coerced.filter(({ sent, faults }) => faults.length === 0 && sent !== undefined);
  const { errors = [] } = await run(Object.fromEntries(fitting.map(({ name, sent }) => [name, sent])));
  const other = errors.find(({ extensions }) => extensions.code !== 'VALIDATION_FAILED');
  // An unknown id below the root is told before a bad body, too.
  if (other) throw other;
  return errors.flatMap(({ extensions }) => (extensions.details as ErrorDetail[] | undefined) ?? []);
}

function presentErrors(result: ExecutionResult, context: GraphContext): ExecutionResult {
  if (!result.errors?.length) return result;
  return { ...result, errors: result.errors.map((error: GraphQLError) => presentError(error, context)) };
}
