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
      const field = fieldName([name, ...path]);
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
  const missing = /^Field "(.+?)" of required type/.exec(reason);
  if (missing) return `${missing[1]} is required.`;
  const unknown = /^Field "(.+?)" is not defined by type/.exec(reason);
  if (unknown) return `${unknown[1]} is not a field here. Remove it or check its spelling.`;
  const found = invalid === null ? 'null' : Array.isArray(invalid) ? 'a list' : typeof invalid;
  if (reason.startsWith('Expected non-nullable')) return `${field} cannot be null.`;
  return `${field} has the wrong type (${found}): ${reason}`;
}
