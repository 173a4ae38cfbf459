import { getMetadataStorage } from 'type-graphql';

/* type-graphql exports its storage and does not document what is in it. Read after the schema was built. */

export type InputClass = object['constructor'];

/** The class of an input by the name of its type; undefined for a type without one. */
export function classOfInput(name: string): InputClass | undefined {
  return getMetadataStorage().inputTypes.find((one) => one.name === name)?.target;
}

/** Every input with its class. */
export function inputClasses(): { name: string; target: InputClass }[] {
  return getMetadataStorage().inputTypes.map(({ name, target }) => ({ name, target }));
}

/** A field whose arguments are declared by a class, as lists have them. */
export interface FieldArguments {
  /** The type that has the field: undefined for one without a name. */
  owner: string | undefined;
  field: string;
  target: InputClass;
}

/** @param roots the names of the root types */
export function argumentClasses(roots: {
  query?: string | undefined;
  mutation?: string | undefined;
}): FieldArguments[] {
  const { queries, mutations, fieldResolvers, objectTypes } = getMetadataStorage();
  const nameOf = (target: unknown) => objectTypes.find((one) => one.target === target)?.name;
  const handlers = [
    ...queries.map((handler) => ({ handler, owner: roots.query })),
    ...mutations.map((handler) => ({ handler, owner: roots.mutation })),
    ...fieldResolvers.map((handler) => ({ handler, owner: nameOf(handler.getObjectType?.()) })),
  ];
  return handlers.flatMap(({ handler, owner }) => {
    const args = handler.params?.find(({ kind }) => kind === 'args');
    if (!args) return [];
    return [{ owner, field: handler.schemaName, target: (args as { getType: () => unknown }).getType() as InputClass }];
  });
}
