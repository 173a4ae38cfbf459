import { type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { argumentClasses, inputClasses } from '../adapters/type-graphql.js';
import { type FieldRules, fieldRules } from './rule-keywords.js';

declare module 'graphql' {
  interface GraphQLInputFieldExtensions {
    /** See `declareInputRules`. */
    rules?: FieldRules;
  }
  interface GraphQLArgumentExtensions {
    /** See `declareInputRules`. */
    rules?: FieldRules;
  }
}

/**
 * Adds to every field of an input, and to every argument of a list, the rules by which it is validated, as the extension
 * `rules`: the documentation is built from what validates.
 * @throws Error for a rule that the documentation cannot name
 */
export function declareInputRules(schema: GraphQLSchema): void {
  for (const { name, target } of inputClasses()) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      field.extensions = { ...field.extensions, rules: fieldRules(target, field.name) };
    }
  }
  const roots = { query: schema.getQueryType()?.name, mutation: schema.getMutationType()?.name };
  for (const { owner, field, target } of argumentClasses(roots)) {
    const type = schema.getType(owner ?? '');
    if (!isObjectType(type)) continue;
    for (const argument of type.getFields()[field]?.args ?? []) {
      argument.extensions = { ...argument.extensions, rules: fieldRules(target, argument.name) };
    }
  }
}
