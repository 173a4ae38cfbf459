import { type GraphQLSchema, isAbstractType } from 'graphql';

const names = new WeakMap<object, string>();

/** Remembers which GraphQL type an object has, where a field can return several. @returns the object */
export function withTypeName<T extends object>(value: T, name: string): T {
  names.set(value, name);
  return value;
}

/** Makes unions and interfaces find types by `withTypeName`: at once, because compiled operations wait for none. */
export function resolveAbstractTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (value: object) => names.get(value);
  }
}
