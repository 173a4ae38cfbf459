import { type DocumentNode, type FieldNode, GraphQLError, getOperationAST, Kind, visit } from 'graphql';
import { AppError } from '../../errors.js';
import type { GraphContext } from '../context.js';
import type { Executor } from '../executor.js';
import { presentError } from '../present-error.js';
import { costOfOperation } from './cost.js';
import { withoutSuggestion } from './document-rules.js';
import { createDocumentViolations, type DocumentViolations } from './document-violations.js';
import { operationLimits } from './operation-limits.js';
import { closedRootField } from './root-fields.js';
import { selectedFields } from './selected-fields.js';

/** An executor for operations that come from outside: what may not be asked never runs, and nothing is compiled for it. */
export interface LimitedExecutor extends Executor {
  /** What stands against running a document, valid or not; null where nothing does. `run` asks it by itself. */
  refusal(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    context: GraphContext,
  ): Refusal | null;
}

/** With `data` it is the answer of the operation, as its resolvers would give it; without, the operation is none. */
export interface Refusal {
  errors: readonly GraphQLError[];
  data?: null;
  extensions?: Record<string, unknown>;
}

type Asked = Parameters<LimitedExecutor['refusal']>;

/**
 * Refuses what is not valid, asks for too much or costs too much, and whatever is not public to callers without a good
 * credential, the schema too in production. Answers carry `extensions.cost`.
 */
export function limitOperations(executor: Executor): LimitedExecutor {
  const violationsOf = createDocumentViolations(executor.schema);
  const costOf = ([document, operationName, variables]: Asked) =>
    costOfOperation(executor.schema, document, operationName, variables);
  return {
    ...executor,
    refusal: (...asked) => refusalOf(executor, violationsOf, () => costOf(asked), asked),
    async run(document, operationName, variables, context, event) {
      const asked: Asked = [document, operationName, variables, context];
      let cost: number | null = null;
      const refused = refusalOf(
        executor,
        violationsOf,
        () => {
          cost = costOf(asked);
          return cost;
        },
        asked,
      );
      if (refused && refused.data === undefined) return refused;
      const result = refused ?? (await executor.run(document, operationName, variables, context, event));
      return cost === null ? result : { ...result, extensions: { ...result.extensions, cost } };
    },
  };
}

/** In this order, so that nothing takes longer than what was looked at before it allows. */
function refusalOf(
  { schema }: Executor,
  violationsOf: DocumentViolations,
  costOf: () => number | null,
  [document, operationName, , context]: Asked,
): Refusal | null {
  const stranger = context.violation;
  const operation = getOperationAST(document, operationName);
  const closed = stranger && operation ? closedRootField(schema, document, operation) : undefined;
  const unauthenticated = stranger && closed ? () => answerOf(stranger, closed, context) : null;
  const refuse = (violation: AppError): Refusal => ({ errors: [presentError(violation, context)] });

  const mostFields = stranger ? operationLimits.fieldsOfStrangers : operationLimits.fields;
  const fields = selectedFields(document);
  if (fields > mostFields) return unauthenticated?.() ?? refuse(tooManyFields(fields, mostFields));
  const violations = violationsOf(document);
  if (violations.length > 0) return { errors: stranger ? violations.map(forStrangers) : violations };
  const cost = costOf();
  if (cost !== null && cost > operationLimits.cost) return refuse(tooCostly(cost));
  if (stranger && context.services.settings.production && readsSchema(document)) return refuse(schemaClosed());
  return unauthenticated?.() ?? null;
}

/** What the field's own rule would answer, had it been asked. */
function answerOf(violation: AppError, field: FieldNode, context: GraphContext): Refusal {
  const path = [field.alias?.value ?? field.name.value];
  const error = new GraphQLError(violation.message, { path, originalError: violation });
  return { data: null, errors: [presentError(error, context)] };
}

/** Callers without a good credential could learn the schema by suggestions. */
function forStrangers(error: GraphQLError): GraphQLError {
  const { nodes, extensions } = error;
  return new GraphQLError(withoutSuggestion(error.message), { nodes, extensions });
}

function tooManyFields(fields: number, most: number): AppError {
  const found = fields > 1_000_000 ? 'more than 1000000' : fields;
  return new AppError(
    'BAD_REQUEST',
    `Fields limit of ${most} exceeded, found ${found}. Split it into several smaller operations.`,
  );
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
