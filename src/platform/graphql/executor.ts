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
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { validationFailed } from '../errors.js';
import { authorizeRootFields, requireIds } from './check-operation.js';
import { variableFaults } from './coerce-variables.js';
import type { GraphContext } from './context.js';
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
export function createExecutor(schema: GraphQLSchema, ids: Readonly<Record<string, string>>): Executor {
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
      const faults = variableFaults(schema, operation, variables);
      if (faults.length > 0) {
        await authorizeRootFields(schema, operation, variables, context);
        await requireIds(ids, variables, context);
        throw validationFailed(faults);
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
      authorize: async (context, variables) => {
        await authorizeRootFields(schema, operation, variables, context);
        await requireIds(ids, variables, context);
      },
      run: (context, variables) => run(document, null, variables, context),
    };
  }

  return { schema, prepare, run };
}

function compile(schema: GraphQLSchema, document: DocumentNode, operationName: string | null | undefined): Compiled {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new Error('The document holds no operation of that name.');
  const query = compileQuery(schema, document, operationName ?? undefined, { disablingCapturingStackErrors: true });
  return { operation, query: isCompiledQuery(query) ? query.query : null };
}

function presentErrors(result: ExecutionResult, context: GraphContext): ExecutionResult {
  if (!result.errors?.length) return result;
  return { ...result, errors: result.errors.map((error: GraphQLError) => presentError(error, context)) };
}
