import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  visit,
} from 'graphql';
import { AppError } from '../errors/errors.js';
import { type Answer, parsed } from './answer.js';
import type { GraphContext } from './context.js';
import type { Executor } from './executor.js';
import { costOfOperation } from './limits/cost.js';
import { countDocument, refuseDocuments } from './limits/count-request.js';
import { withoutSuggestion } from './limits/document-rules.js';
import { createDocumentViolations, type DocumentViolations } from './limits/document-violations.js';
import { operationLimits } from './limits/operation-limits.js';
import { closedRootField } from './limits/root-fields.js';
import { selectedFields } from './limits/selected-fields.js';
import type { TrustedDocuments } from './limits/trusted-documents.js';
import { presentError } from './present-error.js';

/** An executor for operations of clients: a refused operation is not run. */
export interface LimitedExecutor extends Executor {
  /** The reason to refuse a document, valid or not; null if there is none. `run` checks it itself. */
  refusal(
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
    context: GraphContext,
  ): Refusal | null;
}

/**
 * With `data`, it is the operation's answer as its resolvers would give it; without, the operation is not run at all.
 */
export interface Refusal {
  errors: readonly GraphQLError[];
  data?: null;
  extensions?: Record<string, unknown>;
}

interface DocumentChecks {
  known: DocumentViolations;
  trusted: TrustedDocuments | undefined;
}

type Asked = Parameters<LimitedExecutor['refusal']>;

/**
 * Refuses operations that are not valid, select too much or cost too much, and everything that is not public for
 * callers without a valid credential, including the schema in production. Answers contain `extensions.cost`.
 */
export function limitOperations(executor: Executor, trusted?: TrustedDocuments): LimitedExecutor {
  const known = createDocumentViolations(executor.schema);
  const costOf = ([document, operationName, variables]: Asked) =>
    costOfOperation(executor.schema, document, operationName, variables);
  return {
    ...executor,
    refusal: (...asked) => refusalOf(executor, { known, trusted }, () => costOf(asked), asked),
    run: async (...asked) => parsed(await print(...asked)),
    print,
  };

  async function print(...[document, operationName, variables, context, event]: Parameters<Executor['print']>) {
    const asked: Asked = [document, operationName, variables, context];
    let cost: number | null = null;
    const refused = refusalOf(
      executor,
      { known, trusted },
      () => {
        cost = costOf(asked);
        return cost;
      },
      asked,
    );
    if (refused && refused.data === undefined) return refused;
    const result: Answer = refused ?? (await executor.print(document, operationName, variables, context, event));
    return cost === null ? result : { ...result, extensions: { ...result.extensions, cost } };
  }
}

/** Counts the work for callers with a credential. Those without one were counted before. */
function refusalOf(
  { schema }: Executor,
  { known, trusted }: DocumentChecks,
  costOf: () => number | null,
  asked: Asked,
): Refusal | null {
  const [document, , , context] = asked;
  try {
    const isNew = !known.knows(document);
    if (isNew && !context.violation) refuseDocuments(context);
    const refusal = findRefusal(schema, { known, trusted }, costOf, asked);
    const work = isNew ? Math.floor(sizeOf(document) / operationLimits.readInOneRequest) : 0;
    countDocument(context, refusal ? Math.max(1, work) : work);
    return refusal;
  } catch (error) {
    return { errors: [presentError(error, context)] };
  }
}

/** The tokens of a document and the fields that it selects: what reading and checking it takes grows with both. */
function sizeOf(document: DocumentNode): number {
  const { tokenCount = 0 } = document as { tokenCount?: number };
  return tokenCount + Math.min(selectedFields(document), operationLimits.fields);
}

/** In this order, each check is bounded by those before it. */
function findRefusal(
  schema: GraphQLSchema,
  { known, trusted }: DocumentChecks,
  costOf: () => number | null,
  [document, operationName, , context]: Asked,
): Refusal | null {
  const stranger = context.violation;
  const operation = getOperationAST(document, operationName);
  const closed = stranger && operation ? closedRootField(schema, document, operation) : undefined;
  const unauthenticated = stranger && closed ? () => answerOf(stranger, closed, context) : null;
  const refuse = (violation: AppError): Refusal => ({ errors: [presentError(violation, context)] });

  const untrusted = trusted?.refusal(document);
  if (untrusted) return refuse(untrusted);
  const mostFields = stranger ? operationLimits.fieldsOfStrangers : operationLimits.fields;
  const fields = selectedFields(document);
  if (fields > mostFields) return unauthenticated?.() ?? refuse(tooManyFields(fields, mostFields));
  const violations = known.of(document);
  if (violations.length > 0) return { errors: stranger ? violations.map(forStrangers) : violations };
  const cost = costOf();
  if (cost !== null && cost > operationLimits.cost) return refuse(tooCostly(cost));
  if (stranger && context.services.settings.production && readsSchema(document)) return refuse(schemaClosed());
  return unauthenticated?.() ?? null;
}

/** The answer that the field's own rule would give. */
function answerOf(violation: AppError, field: FieldNode, context: GraphContext): Refusal {
  const path = [field.alias?.value ?? field.name.value];
  const error = new GraphQLError(violation.message, { path, originalError: violation });
  return { data: null, errors: [presentError(error, context)] };
}

/** Suggestions would disclose the schema to callers without a valid credential. */
function forStrangers(error: GraphQLError): GraphQLError {
  const { nodes, extensions } = error;
  return new GraphQLError(withoutSuggestion(error.message), { nodes, extensions });
}

function tooManyFields(fields: number, most: number): AppError {
  const found = fields > 1_000_000 ? 'more than 1000000' : fields;
  return new AppError(
    'BAD_REQUEST',
    `The document must select at most ${most} fields, but selects ${found}. Split it into several smaller operations.`,
  );
}

function tooCostly(cost: number): AppError {
  return new AppError(
    'BAD_REQUEST',
    `The cost of an operation must be at most ${operationLimits.cost}, but is ${cost}. Use a smaller limit for its lists, or select less inside them.`,
  );
}

function schemaClosed(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'A credential is required to read the schema. Send `Authorization: Bearer` with an access token or an API key.',
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
