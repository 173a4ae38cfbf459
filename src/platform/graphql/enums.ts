import { registerEnumType } from 'type-graphql';

/** The GraphQL enum of a closed set of values. Names and values are those of the wire. */
export type EnumOf<Value extends string> = { readonly [Name in Value]: Name };

/**
 * Declares a closed set of values as a GraphQL enum. The validator takes its values with `Object.values`, the SDL and
 * OpenAPI take them from the schema.
 * @param values a list, or each value with a sentence about it
 */
export function defineEnum<const Value extends string>(
  name: string,
  description: string,
  values: readonly Value[] | Readonly<Record<Value, string>>,
): EnumOf<Value> {
  const isList = Array.isArray(values);
  const names = (isList ? values : Object.keys(values)) as readonly Value[];
  const made = Object.fromEntries(names.map((value) => [value, value])) as EnumOf<Value>;
  const sentences = isList ? {} : (values as Readonly<Record<Value, string>>);
  const valuesConfig = Object.fromEntries(
    Object.entries<string>(sentences).map(([value, sentence]) => [value, { description: sentence }]),
  );
  registerEnumType(made, { name, description, valuesConfig: valuesConfig as never });
  return made;
}

/** The direction in which lists are sorted. */
export const SortOrder = defineEnum('SortOrder', 'The direction in which a list is sorted.', {
  asc: 'The smallest or earliest first.',
  desc: 'The largest or latest first.',
});
