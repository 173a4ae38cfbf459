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
import type { ErrorDetail } from '../errors.js';

/** One variable of a request, held against its type. */
export interface CoercedVariable {
  name: string;
  type: GraphQLInputType;
  /** As the client wrote it; undefined where it was left out. */
  sent: unknown;
  /** What fits of it; parts that do not are undefined. */
  value: unknown;
  /** Every fault, each with the path of its field as clients wrote it; empty where all fits. */
  violations: ErrorDetail[];
}

/**
 * Holds a request's variables against the operation's types. Faults inside an input object name its fields by their
 * own path (`nodes[0].id`), those of other variables the variable.
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
    if (sent !== undefined && sent !== null) return [coerce(schema, name, type, sent)];
    const isMissing = isNonNullType(type) && (sent === null || !definition.defaultValue);
    const violations = isMissing ? [{ field: name, message: `${name} is required.` }] : [];
    return [{ name, type, sent, value: sent, violations }];
  });
}

function coerce(schema: GraphQLSchema, name: string, type: GraphQLInputType, sent: unknown): CoercedVariable {
  const violations: ErrorDetail[] = [];
  const isInput = isInputObjectType(isNonNullType(type) ? type.ofType : type);
  const value = coerceInputValue(sent, type, (path, invalid, error) => {
    // A field that is missing or not known is told with the path of the object it should stand in.
    const [, own] = /^Field "(.+?)" (?:of required type|is not defined)/s.exec(error.message) ?? [];
    const inner = [...path, ...(own === undefined ? [] : [own])];
    const field = fieldName(isInput && inner.length > 0 ? inner : [name, ...inner]);
    violations.push({ field, message: violationMessage(schema, field, invalid, error.message) });
  });
  return { name, type, sent, value, violations };
}

/** `['nodes', 0, 'id']` → `nodes[0].id` */
function fieldName(path: ReadonlyArray<string | number>): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${part}` : part;
  }, '');
}

function violationMessage(schema: GraphQLSchema, field: string, invalid: unknown, reason: string): string {
  if (/^Field ".+?" of required type/.test(reason)) return `${field} is required.`;
  if (/^Field ".+?" is not defined/s.test(reason))
    return `${field} is not a field here. Remove it or check its spelling.`;
  if (reason.startsWith('Expected non-nullable')) return `${field} cannot be null.`;
  const right = whatFits(schema, reason);
  // graphql ends with the value; what was meant to be a password must not come back in a message.
  if (!right) return `${field} cannot be read. ${reason.replace(/^Expected type ".+?"\. /, '').replace(/: .*$/s, '.')}`;
  const reported = right.startsWith('one of') || (right.includes('number') && typeof invalid === 'number');
  return `${field} is ${right}${reported ? '' : `, not ${kindOf(invalid)}`}.`;
}

const fitting: [RegExp, string][] = [
  [/^String cannot/, 'text'],
  [/^Int cannot represent non 32-bit/, 'a whole number of at most 2147483647'],
  [/^Int cannot/, 'a whole number'],
  [/^Float cannot/, 'a number'],
  [/^Boolean cannot/, 'true or false'],
  [/^ID cannot/, 'an id, as text'],
  [/^JSONObject cannot|^Expected type ".+?" to be an object/, 'a JSON object'],
];

/** What a field takes, by graphql's reason why something else does not fit; undefined where the reason says it itself. */
function whatFits(schema: GraphQLSchema, reason: string): string | undefined {
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
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'a list';
  const kinds: Record<string, string> = { string: 'text', number: 'a number', boolean: 'true or false' };
  return kinds[typeof value] ?? 'an object';
}
