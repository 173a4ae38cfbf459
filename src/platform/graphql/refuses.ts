import { Extensions } from 'type-graphql';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** See `Refuses`. */
    businessRules?: readonly string[];
    /** The mutations whose rules, and those of their inputs, it has too. */
    refusesLike?: readonly string[];
  }
}

/**
 * Declares the rules by which an operation refuses inputs that its schema allows, besides those of the fields of its input.
 * OpenAPI lists them as `x-business-rules`; errors name them in `details[].rule`.
 * @param rules IDs of business rules, or of rules of a flow's graph
 */
export function Refuses(...businessRules: readonly string[]): MethodDecorator {
  return Extensions({ businessRules }) as MethodDecorator;
}
