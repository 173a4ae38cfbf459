import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type ErrorDetail, violationsAtMost } from '../errors/errors.js';

/**
 * Finds values that GraphQL would convert to their type although the JSON of a REST request has another one: a single value
 * for a list, a number for an ID. Fields are named as `coerceVariables` names them.
 */
export function convertedValues(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): ErrorDetail[] {
  const found: ErrorDetail[] = [];
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const declared = typeFromAST(schema, type) as GraphQLInputType | undefined;
    if (!declared) continue;
    collect(declared, variables[name], isInputObjectType(getNullableType(declared)) ? '' : name, found);
  }
  return found.slice(0, violationsAtMost);
}

function collect(type: GraphQLInputType, value: unknown, path: string, found: ErrorDetail[]): void {
  // More than one answer reports are not looked for.
  if (value === null || value === undefined || found.length >= violationsAtMost) return;
  const bare = getNullableType(type);
  if (isListType(bare)) {
    if (!Array.isArray(value)) found.push({ field: path, message: `${path} must be a list, not ${kindOf(value)}.` });
    else for (const [index, item] of value.entries()) collect(bare.ofType, item, `${path}[${index}]`, found);
  } else if (isInputObjectType(bare)) {
    if (typeof value !== 'object') return;
    const fields = bare.getFields();
    for (const [name, inner] of Object.entries(value)) {
      const field = fields[name];
      if (field) collect(field.type, inner, path ? `${path}.${name}` : name, found);
    }
  } else if ('name' in bare && bare.name === 'ID' && typeof value === 'number') {
    found.push({ field: path, message: `${path} must be an ID, as a string, not a number.` });
  }
}

function kindOf(value: unknown): string {
  const kinds: Record<string, string> = { string: 'a string', number: 'a number', boolean: 'true or false' };
  return kinds[typeof value] ?? 'an object';
}
