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
import type { Executor, OperationRequest } from './executor.js';
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
  refusal(request: OperationRequest): Refusal | null;
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
  schema: GraphQLSchema;
  known: DocumentViolations;
  trusted: TrustedDocuments | undefined;
}

/**
 * Refuses operations that are not valid, select too much or cost too much, and everything that is not public for
 * callers without a valid credential, including the schema in production. Answers contain `extensions.cost`.
 */
export function limitOperations(executor: Executor, trusted?: TrustedDocuments): LimitedExecutor {
  const checks = { schema: executor.schema, known: createDocumentViolations(executor.schema), trusted };
  return {
    ...executor,
    refusal: (request) => check(checks, request).refusal,
    run: async (request) => parsed(await print(request)),
    print,
  };

  async function print(request: OperationRequest): Promise<Answer> {
    const { refusal, cost } = check(checks, request);
    if (refusal && refusal.data === undefined) return refusal;
    const result: Answer = refusal ?? (await executor.print(request));
    return cost === null ? result : { ...result, extensions: { ...result.extensions, cost } };
  }
}

/** What the checks of an operation found. `cost` is null if it was not computed. */
interface Checked {
  refusal: Refusal | null;
  cost: number | null;
}

/** Counts the work for callers with a credential. Those without one were counted before. */
function check(checks: DocumentChecks, request: OperationRequest): Checked {
  const { document, context } = request;
  const checked: Checked = { refusal: null, cost: null };
  try {
    const isNew = !checks.known.knows(document);
    if (isNew && !context.violation) refuseDocuments(context);
    checked.refusal = findRefusal(checks, request, checked);
    const work = isNew ? Math.floor(sizeOf(document) / operationLimits.readInOneRequest) : 0;
    countDocument(context, checked.refusal ? Math.max(1, work) : work);
  } catch (error) {
    checked.refusal = { errors: [presentError(error, context)] };
  }
  return checked;
}

/** The tokens of a document and the fields that it selects: what reading and checking it takes grows with both. */
function sizeOf(document: DocumentNode): number {
  const { tokenCount = 0 } = document as { tokenCount?: number };
  return tokenCount + Math.min(selectedFields(document), operationLimits.fields);
}

/** In this order, each check is bounded by those before it. Notes the cost in `checked`. */
function findRefusal(
  { schema, known, trusted }: DocumentChecks,
  { document, operationName, variables, context }: OperationRequest,
  checked: Checked,
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
  const cost = costOfOperation(schema, document, operationName, variables);
  checked.cost = cost;
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
