import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
} from 'graphql';
import { AppError, type ErrorCode, type ErrorDetail } from '../errors/errors.js';
import type { DeclaredRule } from './allow.js';
import { checkRule, rootRules, workspaceOf } from './check-operation.js';
import type { GraphContext } from './context.js';
import { closedRootField } from './limits/root-fields.js';
import { presentError } from './present-error.js';
import { type RepeatableRequest, runOnce } from './run-once.js';

interface Operation {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/**
 * The operation as a request that its client may send again; null for one without a key, for a read, and for one that needs
 * no credential: its key would belong to everybody.
 */
export function repeatableRequest(
  schema: GraphQLSchema,
  { document, operation }: Operation,
  variables: Record<string, unknown>,
  { once }: GraphContext,
): RepeatableRequest | null {
  if (!once.request || operation.operation !== OperationTypeNode.MUTATION) return null;
  if (!closedRootField(schema, document, operation)) return null;
  const { key, route, body = asSent(document, operation, variables) } = once.request;
  const rules = rootRules(schema, operation, variables);
  return {
    key,
    route,
    body,
    workspaceId: workspaceOf(operation, variables),
    authorize: async (context) => {
      for (const [rule, workspaceId] of rules) await checkRule(withoutLimit(rule), workspaceId, context);
    },
  };
}

/** Runs it once for its key; a refusal of the key becomes the answer. */
export async function runRepeatable(
  context: GraphContext,
  request: RepeatableRequest,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  try {
    const { data, errors, ...rest } = await runOnce(context, request, run, isKept);
    return { ...rest, ...(data !== undefined && { data }), ...(errors && { errors: errors.map(restored) }) };
  } catch (error) {
    return { data: null, errors: [presentError(error, context)] };
  }
}

/** Failures of the server and refusals for a while are not the answer to a request, unless a part of it was done. */
function isKept({ data, errors = [] }: ExecutionResult): boolean {
  const isTransient = errors.some(({ extensions: { status } }) => Number(status) >= 500 || status === 429);
  return !isTransient || Object.values(data ?? {}).some((value) => value !== null);
}

/** An error as it was before it was stored. */
function restored(error: GraphQLError | GraphQLFormattedError): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const { message, path, extensions = {} } = error;
  const { code, details } = extensions as { code: ErrorCode; details?: ErrorDetail[] };
  const originalError = new AppError(code, message, details);
  return new GraphQLError(message, { ...(path && { path }), extensions, originalError });
}

/** A repeat is not counted against the limits of the address, as it does nothing. */
function withoutLimit(rule: DeclaredRule): DeclaredRule {
  const { limit, ...rest } = rule;
  return rest;
}

function asSent(document: DocumentNode, { name }: OperationDefinitionNode, variables: object): string {
  return JSON.stringify([document.loc?.source.body ?? print(document), name?.value, variables]);
}
