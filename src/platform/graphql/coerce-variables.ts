import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import type { ErrorDetail } from '../errors.js';

/**
 * Every fault of a request's variables against the operation's types, with the path of each as clients wrote it:
 * fields of `input` by their own name, other variables by theirs. Empty where all fit.
 */
export function variableFaults(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type) as GraphQLInputType | undefined;
    if (!type) continue;
    const value = variables[name];
    if (value === undefined || value === null) {
      if (isNonNullType(type) && (value === null || !definition.defaultValue)) {
        faults.push({ field: name, message: `${name} is required.` });
      }
      continue;
    }
    coerceInputValue(value, type, (path, invalid, error) => {
      // A field that is missing or not known is told with the path of the object it should stand in.
      const [, own] = /^Field "(.+?)" (?:of required type|is not defined)/.exec(error.message) ?? [];
      const field = fieldName([name, ...path, ...(own ? [own] : [])]);
      faults.push({ field, message: faultMessage(field, invalid, error.message) });
    });
  }
  return faults;
}

/** `['input', 'nodes', 0, 'id']` → `nodes[0].id` */
function fieldName(path: ReadonlyArray<string | number>): string {
  const own = path[0] === 'input' && path.length > 1 ? path.slice(1) : path;
  return own.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text ? `${text}.${part}` : part;
  }, '');
}

function faultMessage(field: string, invalid: unknown, reason: string): string {
  if (/^Field ".+?" of required type/.test(reason)) return `${field} is required.`;
  if (/^Field ".+?" is not defined/.test(reason))
    return `${field} is not a field here. Remove it or check its spelling.`;
  if (reason.startsWith('Expected non-nullable')) return `${field} cannot be null.`;
  const found = invalid === null ? 'null' : Array.isArray(invalid) ? 'a list' : typeof invalid;
  return `${field} has the wrong type (${found}): ${reason}`;
}
