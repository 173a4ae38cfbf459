import type { GraphQLNamedType } from 'graphql';
import { Extensions } from 'type-graphql';

declare module 'graphql' {
  interface GraphQLObjectTypeExtensions {
    /** See `OmitNull`. */
    omitNull?: boolean;
  }
}

/** Declares that REST leaves out the fields of an object type that are null. Over GraphQL they are null. */
export function OmitNull(): ClassDecorator {
  return Extensions({ omitNull: true }) as ClassDecorator;
}

export function omitsNull({ extensions }: GraphQLNamedType): boolean {
  return extensions.omitNull === true;
}
