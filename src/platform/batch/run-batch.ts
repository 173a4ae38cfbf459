import { GraphQLNonNull, type GraphQLSchema, isInputObjectType } from 'graphql';
import { type ErrorDetail, toAppError, validationFailed } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';
import { coerceValue } from '../graphql/coerce-variables.js';
import type { GraphContext } from '../graphql/context.js';
import { brokenRulesOf } from '../graphql/input-rules.js';
import { presentError } from '../graphql/present-error.js';
import type { BatchAction, BatchEntry, BatchInput, BatchOperationInput, BatchResult } from './batch.object.js';
import type { BatchRule } from './batch-rules.js';

/** An operation whose form was checked. */
export interface BatchedWrite {
  action: BatchAction;
  /** Empty for `create`. */
  id: string;
  /** Empty for `delete`. */
  data: Record<string, unknown>;
  /** The tags that are added and removed; null if it does neither. */
  tags: TagChange | null;
}

/** A change of tags that keeps the others. */
export interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** The tags of a record after a change. @throws AppError VALIDATION_FAILED if they are too many */
export function changedTags(before: readonly string[], { add, remove }: TagChange): string[] {
  const kept = before.filter((tag) => !remove.includes(tag));
  const after = [...new Set([...kept, ...add])];
  if (after.length > tagsAtMost)
    throw validationFailed([{ field: 'tags', message: `tags ${must.haveAtMostEntries(tagsAtMost)}` }]);
  return after;
}

const tagsAtMost = 50;

/** How the operations on one kind of record are carried out. @template Tx the transaction of an atomic batch */
export interface BatchTarget<Tx> {
  /** The input types of `data` by the actions that are possible; null for an action without `data`. */
  inputs: Partial<Record<BatchAction, string | null>>;
  /** The fields of `data`; all of its type if undefined. */
  fields?: readonly string[];
  /** Carries out one operation in a transaction of its own. @returns the ID of the record */
  write(operation: BatchedWrite): Promise<string>;
  /** Carries out one operation in a transaction of all. */
  writeIn(tx: Tx, operation: BatchedWrite): Promise<string>;
  /** Opens the transaction of all. */
  together<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

interface Batch {
  context: GraphContext;
  schema: GraphQLSchema;
  input: BatchInput;
}

/**
 * Carries out the operations of a batch in order: each by itself, or all in one transaction.
 * @throws AppError VALIDATION_FAILED, which names the operation, if one of an atomic batch fails; nothing is changed then
 */
export function runBatch<Tx>(batch: Batch, target: BatchTarget<Tx>): Promise<BatchResult> {
  return batch.input.atomic ? runTogether(batch, target) : runEach(batch, target);
}

async function runEach<Tx>({ context, schema, input }: Batch, target: BatchTarget<Tx>): Promise<BatchResult> {
  const results: BatchEntry[] = [];
  for (const operation of input.operations) {
    const { action, id } = operation;
    try {
      const { write, violations } = await readOperation(schema, target, operation);
      if (violations.length > 0) throw validationFailed(violations);
      results.push({ id: await target.write(write), status: statusOf(action) });
    } catch (error) {
      const { message, extensions } = presentError(error, context);
      const { code, status, details } = extensions as { code: string; status: number; details?: ErrorDetail[] };
      results.push({ id: id ?? null, status, error: { code, message, details: details ?? null } });
    }
  }
  return { results };
}

async function runTogether<Tx>({ schema, input }: Batch, target: BatchTarget<Tx>): Promise<BatchResult> {
  const read = await Promise.all(input.operations.map((operation) => readOperation(schema, target, operation)));
  const violations = read.flatMap((operation, index) => operation.violations.map((one) => within(index, one)));
  if (violations.length > 0) throw validationFailed(violations);
  const ids = await target.together(async (tx) => {
    const written: string[] = [];
    for (const [index, { write }] of read.entries()) {
      written.push(await target.writeIn(tx, write).catch((error: unknown) => refuse(index, write, error)));
    }
    return written;
  });
  return { results: ids.map((id, index) => ({ id, status: statusOf(read[index]?.write.action ?? 'update') })) };
}

function statusOf(action: BatchAction): number {
  return action === 'create' ? 201 : 200;
}

/** Checks the form of an operation. Violations name its fields: `action`, `id`, `data.email`. */
async function readOperation(
  schema: GraphQLSchema,
  { inputs, fields }: Pick<BatchTarget<unknown>, 'inputs' | 'fields'>,
  { action, id, data, addTags, removeTags }: BatchOperationInput,
): Promise<{ write: BatchedWrite; violations: ErrorDetail[] }> {
  const tags = addTags || removeTags ? { add: addTags ?? [], remove: removeTags ?? [] } : null;
  const write = { action, id: id ?? '', data: {}, tags };
  const input = inputs[action];
  if (input === undefined)
    return { write, violations: [violation('ACTION_UNSUITABLE', 'action', must.beOneOf(Object.keys(inputs)))] };
  const violations: ErrorDetail[] = [];
  if (action === 'create' && id != null) violations.push(violation('NOT_ALLOWED_WITH', 'id', must.beKnown));
  if (action !== 'create' && id == null) violations.push(violation('REQUIRED_WITH', 'id', must.beRequired));
  if (input === null && data != null) violations.push(violation('NOT_ALLOWED_WITH', 'data', must.beKnown));
  if (input !== null && data == null && !tags) violations.push(violation('REQUIRED_WITH', 'data', must.beRequired));
  violations.push(...(await tagViolations(schema, input, { action, data, addTags, removeTags })));
  if (input === null || data == null) return { write, violations };
  const found = await readInput(schema, input, data);
  violations.push(...found.violations.map((one) => below('data', { rule: 'DATA_INVALID', ...one })));
  const others = fields ? Object.keys(found.value).filter((name) => !fields.includes(name)) : [];
  violations.push(...others.map((name) => violation('DATA_INVALID', `data.${name}`, must.beKnown)));
  return { write: { ...write, data: found.value }, violations };
}

/** Tags are added to records that have tags, by the rules of tags. */
async function tagViolations(
  schema: GraphQLSchema,
  input: string | null,
  { action, data, ...sent }: Pick<BatchOperationInput, 'action' | 'data' | 'addTags' | 'removeTags'>,
): Promise<ErrorDetail[]> {
  const lists = Object.entries(sent).flatMap(([name, tags]) => (tags ? [[name, tags] as const] : []));
  const type = input === null ? undefined : schema.getType(input);
  const hasTags = action === 'update' && isInputObjectType(type) && 'tags' in type.getFields();
  const violations: ErrorDetail[] = [];
  for (const [name, tags] of lists) {
    if (!hasTags || data?.tags !== undefined) violations.push(violation('NOT_ALLOWED_WITH', name, must.beKnown));
    else {
      const { violations: found } = await readInput(schema, input as string, { tags });
      violations.push(...found.map(({ message }) => ({ field: name, message: message.replace(/\btags\b/, name) })));
    }
  }
  return violations;
}

function violation(rule: BatchRule, field: string, message: string): ErrorDetail {
  return { field, rule, message: `${field} ${message}` };
}

/** A violation of a field inside another one. */
function below(outer: string, { field = '', ...detail }: ErrorDetail): ErrorDetail {
  return { ...detail, field: field === '' || field === outer ? outer : `${outer}.${field}` };
}

function within(index: number, { field, ...detail }: ErrorDetail): ErrorDetail {
  return { ...detail, field: `operations[${index}]${field ? `.${field}` : ''}` };
}

/** The failure of one operation as that of its batch. Failures of the server, and what may succeed later, stay as they are. */
function refuse(index: number, { action }: BatchedWrite, error: unknown): never {
  const known = toAppError(error);
  if (!known || known.status >= 500 || known.status === 429) throw error;
  const own = known.details?.length ? known.details : [{ message: known.message }];
  const place = known.code === 'NOT_FOUND' && action !== 'create' ? 'id' : null;
  throw validationFailed(
    own.map(({ field, ...detail }) => {
      const at = field ? `data.${field}` : place;
      return within(index, { rule: known.code, ...detail, ...(at && { field: at }) });
    }),
  );
}

/**
 * Reads a JSON object as an input, by the rules of the input's type in the schema.
 * @throws Error for an unknown type
 */
async function readInput(
  schema: GraphQLSchema,
  typeName: string,
  sent: Readonly<Record<string, unknown>>,
): Promise<{ value: Record<string, unknown>; violations: ErrorDetail[] }> {
  const named = schema.getType(typeName);
  if (!isInputObjectType(named)) throw new Error(`${typeName} must be an input type of the schema.`);
  const type = new GraphQLNonNull(named);
  const { value, violations } = coerceValue(schema, 'data', type, sent);
  const broken = await brokenRulesOf(type, value, violations);
  return { value: { ...(value as Record<string, unknown>) }, violations: [...violations, ...broken] };
}
