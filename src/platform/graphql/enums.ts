import { registerEnumType } from 'type-graphql';

/** The GraphQL enum of a closed set of values. Names and values are those of the wire. */
export type EnumOf<Value extends string> = { readonly [Name in Value]: Name };

/**
 * Declares a closed set of values as a GraphQL enum. The validator takes its values with `Object.values`, the SDL and
 * OpenAPI take them from the schema.
 * @param values each value with a sentence about it
 */
export function defineEnum<const Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
): EnumOf<Value> {
  const entries = Object.entries<string>(values);
  const made = Object.fromEntries(entries.map(([value]) => [value, value])) as EnumOf<Value>;
  const valuesConfig = Object.fromEntries(entries.map(([value, sentence]) => [value, { description: sentence }]));
  registerEnumType(made, { name, description, valuesConfig: valuesConfig as never });
  return made;
}

/** The fields that a list can be sorted by, each with a sentence. */
export function sortKeySentences<Key extends string>(keys: readonly Key[]): Record<Key, string> {
  const known: Readonly<Record<string, string>> = {
    createdAt: 'When it was created.',
    updatedAt: 'When it was last changed.',
  };
  return Object.fromEntries(keys.map((key) => [key, known[key] ?? `The field \`${key}\`.`])) as Record<Key, string>;
}

/** The direction in which lists are sorted. */
export const SortOrder = defineEnum('SortOrder', 'The direction in which a list is sorted.', {
  asc: 'The smallest or earliest first.',
  desc: 'The largest or latest first.',
});
