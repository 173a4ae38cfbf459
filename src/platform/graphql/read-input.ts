import { GraphQLNonNull, type GraphQLSchema, isInputObjectType } from 'graphql';
import type { ErrorDetail } from '../errors/errors.js';
import { coerceValue } from './coerce-variables.js';
import { brokenRulesOf } from './input-rules.js';

/**
 * Reads a JSON object as an input, by the rules of the input's type in the schema.
 * @throws Error for an unknown type
 */
export async function readInput(
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
