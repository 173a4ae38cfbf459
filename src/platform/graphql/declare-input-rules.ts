import { type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
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
  const storage = getMetadataStorage();
  for (const { name, target } of storage.inputTypes) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      field.extensions = { ...field.extensions, rules: fieldRules(target, field.name) };
    }
  }
  const nameOf = (target: unknown) => storage.objectTypes.find((one) => one.target === target)?.name ?? '';
  const handlers = [
    ...storage.queries.map((handler) => ({ handler, owner: schema.getQueryType()?.name ?? '' })),
    ...storage.mutations.map((handler) => ({ handler, owner: schema.getMutationType()?.name ?? '' })),
    ...storage.fieldResolvers.map((handler) => ({ handler, owner: nameOf(handler.getObjectType?.()) })),
  ];
  for (const { handler, owner } of handlers) {
    const args = handler.params?.find(({ kind }) => kind === 'args');
    const type = schema.getType(owner);
    if (!args || !isObjectType(type)) continue;
    const target = (args as { getType: () => unknown }).getType() as object['constructor'];
    for (const argument of type.getFields()[handler.schemaName]?.args ?? []) {
      argument.extensions = { ...argument.extensions, rules: fieldRules(target, argument.name) };
    }
  }
}
