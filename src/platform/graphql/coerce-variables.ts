import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type ErrorDetail, violationsAtMost } from '../errors/errors.js';
import { must } from '../errors/violation-words.js';

/** One variable of a request, coerced to its type. */
export interface CoercedVariable {
  name: string;
  type: GraphQLInputType;
  /** As the client sent it; undefined when it was not sent. */
  sent: unknown;
  /** The coerced value; invalid parts are undefined. */
  value: unknown;
  /** Every violation, with the path of its field as the client wrote it; empty when the value is valid. */
  violations: ErrorDetail[];
}

/**
 * Coerces the variables of a request to the types of the operation. Violations inside an input object name the field by
 * its path (`nodes[0].id`), those of other variables, and of an input that is a parameter, the variable too (`filter.status`).
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): CoercedVariable[] {
  return (operation.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined;
    if (!type) return [];
    const sent = variables[name];
    if (sent !== undefined && sent !== null) return [coerceValue(schema, name, type, sent)];
    const isMissing = isNonNullType(type) && (sent === null || !definition.defaultValue);
    const violations = isMissing ? [{ field: name, message: `${name} ${must.beRequired}` }] : [];
    return [{ name, type, sent, value: sent, violations }];
  });
}

/** Coerces one value to a type, with every violation. */
export function coerceValue(
  schema: GraphQLSchema,
  name: string,
  type: GraphQLInputType,
  sent: unknown,
): CoercedVariable {
  const violations: ErrorDetail[] = [];
  const bare = isNonNullType(type) ? type.ofType : type;
  const isInput = isInputObjectType(bare) && !bare.extensions.isParameter;
  const value = coerceUntil(enough, sent, type, (path, invalid, error) => {
    if (violations.length >= violationsAtMost) throw enough;
    // A missing or unknown field is reported with the path of the object around it.
    const [, own] = /^Field "(.+?)" (?:of required type|is not defined)/s.exec(error.message) ?? [];
    const inner = [...path, ...(own === undefined ? [] : [own])];
    const field = fieldName(isInput && inner.length > 0 ? inner : [name, ...inner]);
    // A query parameter is always a text: that it is one says nothing.
    const isWhole = !isInput && path.length === 0;
    const violation = violationOf(schema, field, isWhole ? undefined : invalid, error.message);
    // Of an object with exactly one field, a field that is unknown is the reason.
    const isReported = error.message.startsWith('Exactly one key')
      ? violations.some((known) => known.field?.startsWith(`${field}.`))
      : violations.some((known) => known.field === violation.field && known.message === violation.message);
    if (!isReported) violations.push(violation);
  });
  return { name, type, sent, value, violations };
}

/** Thrown where no further violations are reported. */
const enough = Symbol('enough violations');

/** Like `coerceInputValue`; undefined if `onError` threw `end`. */
function coerceUntil(end: symbol, ...args: Parameters<typeof coerceInputValue>): unknown {
  try {
    return coerceInputValue(...args);
  } catch (error) {
    if (error === end) return undefined;
    throw error;
  }
}

/** `['nodes', 0, 'id']` → `nodes[0].id` */
function fieldName(path: ReadonlyArray<string | number>): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${part}` : part;
  }, '');
}

/** Values of a list that are not among the accepted ones are one violation of the list. @param invalid undefined if its kind is not to be named */
function violationOf(schema: GraphQLSchema, field: string, invalid: unknown, reason: string): ErrorDetail {
  const list = /^(\w+)\[\d+\]$/.exec(field)?.[1];
  const values = list && accepts(schema, reason);
  if (values?.startsWith('one of')) return { field: list, message: `each of ${list} must be ${values}.` };
  return { field, message: violationMessage(schema, field, invalid, reason) };
}

function violationMessage(schema: GraphQLSchema, field: string, invalid: unknown, reason: string): string {
  if (/^Field ".+?" of required type/.test(reason)) return `${field} ${must.beRequired}`;
  if (/^Field ".+?" is not defined/s.test(reason)) return `${field} ${must.beKnown}${meantBy(reason)}`;
  if (reason.startsWith('Expected non-nullable')) return `${field} ${must.notBeNull}`;
  const accepted = accepts(schema, reason);
  if (!accepted) {
    const own = reason.replace(/^Expected type ".+?"\. /, '');
    // The reason of graphql-js ends with the value, which may be a password: it must not appear in a message.
    return own.startsWith('must ') ? `${field} ${own}` : `${field} must be valid. ${own.replace(/: .*$/s, '.')}`;
  }
  const isClear =
    invalid === undefined ||
    accepted.startsWith('one of') ||
    (/number|integer/.test(accepted) && typeof invalid === 'number');
  return `${field} must be ${accepted}${isClear ? '' : `, not ${kindOf(invalid)}`}.`;
}

/** ` Did you mean "name"?`, from the reason of graphql-js for an unknown field, which ends with up to five names. */
function meantBy(reason: string): string {
  const [, nearest] = /is not defined by type "\w+"\. Did you mean "(\w+)"[\w", ]*\?$/.exec(reason) ?? [];
  return nearest ? ` Did you mean "${nearest}"?` : '';
}

const fitting: [RegExp, string][] = [
  [/^String cannot/, 'a string'],
  [/^Int cannot represent non 32-bit/, 'an integer of at most 2147483647'],
  [/^Int cannot/, 'an integer'],
  [/^Float cannot/, 'a number'],
  [/^Boolean cannot/, 'true or false'],
  [/^ID cannot/, 'an ID, as a string'],
  [/^JSONObject cannot|^Expected type ".+?" to be an object/, 'a JSON object'],
];

/** What a field accepts, derived from the reason that graphql-js gives; undefined when the reason says it already. */
function accepts(schema: GraphQLSchema, reason: string): string | undefined {
  const [, value, other] = /^Value .* does not exist in "(\w+)" enum|^Enum "(\w+)" cannot/s.exec(reason) ?? [];
  const named = schema.getType(value ?? other ?? '');
  if (isEnumType(named)) {
    return `one of: ${named
      .getValues()
      .map(({ name }) => name)
      .join(', ')}`;
  }
  return fitting.find(([pattern]) => pattern.test(reason))?.[1];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kinds: Record<string, string> = { string: 'a string', number: 'a number', boolean: 'true or false' };
  return kinds[typeof value] ?? 'an object';
}
