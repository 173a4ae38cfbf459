import { type GraphQLField, type GraphQLInputType, type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import type { ReadOperation } from './read-operation.js';

/**
 * The rules by which an operation can refuse a request that its schemas allow: those that its fields declare, those of its
 * inputs, and those of the mutations that it combines.
 */
export function businessRulesOf(
  { variables, businessRules, selected }: ReadOperation,
  schema: GraphQLSchema,
): string[] {
  const found = new Set(businessRules);
  for (const { type, rules } of variables.values()) {
    for (const rule of rules?.businessRules ?? []) found.add(rule);
    addRulesOf(type, found, new Set());
  }
  for (const { extensions, args } of selected.flatMap(({ field }) => combinedBy(field, schema))) {
    for (const rule of extensions.businessRules ?? []) found.add(rule);
    for (const { type } of args) addRulesOf(type, found, new Set());
  }
  return [...found].sort();
}

/** The mutations that a field `refusesLike`. @throws Error for an unknown name */
function combinedBy({ name, extensions }: GraphQLField<unknown, unknown>, schema: GraphQLSchema) {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  return (extensions.refusesLike ?? []).map((other) => {
    const found = mutations[other];
    if (!found) throw new Error(`"${name}" refuses like the mutation "${other}", which does not exist.`);
    return found;
  });
}

/** The scalars that can contain texts of callers. */
const withTexts: ReadonlySet<string> = new Set(['String', 'JSON', 'JSONObject']);

function addRulesOf(type: GraphQLInputType, found: Set<string>, seen: Set<string>): void {
  const named = getNamedType(type);
  if (withTexts.has(named.name)) found.add('TEXT_NOT_STORABLE');
  if (!isInputObjectType(named) || seen.has(named.name)) return;
  seen.add(named.name);
  found.add('TOO_LARGE');
  for (const field of Object.values(named.getFields())) {
    for (const rule of field.extensions.rules?.businessRules ?? []) found.add(rule);
    addRulesOf(field.type, found, seen);
  }
}
