import { type DocumentNode, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { WeightedCache } from '../../weighted-cache.js';
import type { Answer } from '../answer.js';
import type { GraphContext } from '../context.js';
import { selectedFields } from '../limits/selected-fields.js';
import { planQuery } from './plan-query.js';
import { printAnswer } from './print-levels.js';
import { readLevel } from './read-levels.js';

/**
 * Runs a planned query. The answer has errors only if the variables are not valid. Never throws.
 * @param omitsNulls whether the text lacks the nulls of types with `OmitNull`
 */
export type LevelQuery = (
  variables: Record<string, unknown>,
  context: GraphContext,
  omitsNulls: boolean,
) => Promise<Answer>;

/** Fields of one query. Larger ones wait for their turn with graphql-js. */
const fieldsAtMost = 1_000;
/** Fields of all kept queries of clients: a planned one takes up to 1 KB. A document counts as some more. */
const fieldsOfAll = 20_000;
const fieldsOfDocument = 10;

type PlanLevels = (document: DocumentNode, operation: OperationDefinitionNode) => LevelQuery | null;

/** Plans queries. Both return null for what is not planned: `find` keeps what it has planned, for operations of clients. */
export function createLevelQueries(schema: GraphQLSchema): { plan: PlanLevels; find: PlanLevels } {
  const known = new WeightedCache<OperationDefinitionNode, LevelQuery | null>(fieldsOfAll);
  const plan: PlanLevels = (document, operation) =>
    selectedFields(document) > fieldsAtMost ? null : createLevelQuery(schema, document, operation);
  return {
    plan,
    find(document, operation) {
      const found = known.get(operation);
      if (found !== undefined) return found;
      const query = plan(document, operation);
      known.set(operation, query, fieldsOfDocument + (query ? selectedFields(document) : 0));
      return query;
    },
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
  return async (sent, context, omitsNulls) => {
    const { errors: violations, coerced } = getVariableValues(schema, variableDefinitions, sent, { maxErrors: 50 });
    if (violations) return { errors: violations };
    const level = await readLevel({ context, variables: coerced }, selection, [root]);
    const { text, errors } = printAnswer(selection, level, root, omitsNulls);
    return { printed: text, ...(errors.length > 0 && { errors }) };
  };
}
