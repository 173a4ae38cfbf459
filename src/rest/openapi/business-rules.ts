import { type GraphQLInputType, getNamedType, isInputObjectType } from 'graphql';
import type { ReadOperation } from './read-operation.js';

/**
 * The rules by which an operation can refuse a request that its schemas allow: those that its fields declare, and those of
 * its inputs.
 */
export function businessRulesOf({ variables, businessRules }: ReadOperation): string[] {
  const found = new Set(businessRules);
  for (const { type, rules } of variables.values()) {
    for (const rule of rules?.businessRules ?? []) found.add(rule);
    addRulesOf(type, found, new Set());
  }
  return [...found].sort();
}

function addRulesOf(type: GraphQLInputType, found: Set<string>, seen: Set<string>): void {
  const named = getNamedType(type);
  if (named.name === 'String') found.add('TEXT_NOT_STORABLE');
  if (!isInputObjectType(named) || seen.has(named.name)) return;
  seen.add(named.name);
  found.add('TOO_LARGE');
  for (const field of Object.values(named.getFields())) {
    for (const rule of field.extensions.rules?.businessRules ?? []) found.add(rule);
    addRulesOf(field.type, found, seen);
  }
}
