import { type DocumentNode, Kind, visit } from 'graphql';
import { AppError } from '../../errors.js';
import type { GraphContext } from '../context.js';
import type { Executor } from '../executor.js';
import { presentError } from '../present-error.js';
import { costOfOperation } from './cost.js';
import { operationLimits } from './operation-limits.js';

/** An executor for operations that come from outside: too costly ones never run. */
export interface LimitedExecutor extends Executor {
  /**
   * What stands against running a document with these variables; null where nothing does. `run` asks it by itself.
   * Limits that need no variables are validation rules: see `documentRules`.
   */
  refusal(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    context: GraphContext,
  ): AppError | null;
}

/** Refuses what costs too much, and the schema to strangers in production; answers carry `extensions.cost`. */
export function limitOperations(executor: Executor): LimitedExecutor {
  const costOf = (...[document, operationName, variables]: Parameters<LimitedExecutor['refusal']>) =>
    costOfOperation(executor.schema, document, operationName, variables);
  return {
    ...executor,
    refusal: (...asked) => refusalOf(costOf(...asked), ...asked),
    async run(document, operationName, variables, context, event) {
      const cost = costOf(document, operationName, variables, context);
      const refused = refusalOf(cost, document, operationName, variables, context);
      if (refused) return { errors: [presentError(refused, context)] };
      const result = await executor.run(document, operationName, variables, context, event);
      return cost === null ? result : { ...result, extensions: { ...result.extensions, cost } };
    },
  };
}

function refusalOf(
  cost: number | null,
  ...[document, , , context]: Parameters<LimitedExecutor['refusal']>
): AppError | null {
  if (cost !== null && cost > operationLimits.cost) return tooCostly(cost);
  const isStranger = context.caller.principal === null && context.services.settings.production;
  return isStranger && readsSchema(document) ? schemaClosed() : null;
}

function tooCostly(cost: number): AppError {
  return new AppError(
    'BAD_REQUEST',
    `The operation costs ${cost}, and ${operationLimits.cost} is the most. Give its lists a smaller limit, or ask for less inside them.`,
  );
}

function schemaClosed(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'The schema is shown to signed-in callers only. Send `Authorization: Bearer` with an access token or an API key.',
  );
}

const schemaReaders = new WeakMap<DocumentNode, boolean>();

function readsSchema(document: DocumentNode): boolean {
  let reads = schemaReaders.get(document);
  if (reads === undefined) {
    reads = false;
    visit(document, {
      [Kind.FIELD]: ({ name }) => {
        reads ||= name.value === '__schema' || name.value === '__type';
      },
    });
    schemaReaders.set(document, reads);
  }
  return reads;
}
