import { type GraphQLSchema, isUnionType } from 'graphql';

const names = new WeakMap<object, string>();

/** Remembers which GraphQL type an object has, where a field can return several. @returns the object */
export function withTypeName<T extends object>(value: T, name: string): T {
  names.set(value, name);
  return value;
}

/** Makes unions find the types of their values by `withTypeName`: at once, because compiled operations wait for none. */
export function resolveUnionsByName(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isUnionType(type)) type.resolveType = (value: object) => names.get(value);
  }
}
