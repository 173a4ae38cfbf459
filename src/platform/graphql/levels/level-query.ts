import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { GraphContext } from '../context.js';
import { selectedFields } from '../limits/selected-fields.js';
import { planQuery } from './plan-query.js';
import { printAnswer } from './print-levels.js';
import { readLevel } from './read-levels.js';

/** Runs a planned query. The answer has errors only if the variables are not valid. Never throws. */
export type LevelQuery = (
  variables: Record<string, unknown>,
  context: GraphContext,
) => Promise<ExecutionResult & { printed?: string }>;

/** Fields of one query. Larger ones wait for their turn with graphql-js. */
const fieldsAtMost = 1_000;

/** Plans each query once, for as long as its document is kept. @returns null for what is not planned */
export function createLevelQueries(
  schema: GraphQLSchema,
): (document: DocumentNode, operation: OperationDefinitionNode) => LevelQuery | null {
  const known = new WeakMap<OperationDefinitionNode, LevelQuery | null>();
  return (document, operation) => {
    let query = known.get(operation);
    if (query === undefined) {
      query = selectedFields(document) > fieldsAtMost ? null : createLevelQuery(schema, document, operation);
      known.set(operation, query);
    }
    return query;
  };
}

function createLevelQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): LevelQuery | null {
  const selection = planQuery(schema, document, operation);
  if (!selection) return null;
  const { variableDefinitions = [] } = operation;
  const root = {};
  return async (sent, context) => {
    const { errors: violations, coerced } = getVariableValues(schema, variableDefinitions, sent, { maxErrors: 50 });
    if (violations) return { errors: violations };
    const level = await readLevel({ context, variables: coerced }, selection, [root]);
    const { text, errors } = printAnswer(selection, level, root);
    return { printed: text, ...(errors.length > 0 && { errors }) };
  };
}
