import { ApolloArmor } from '@escape.tech/graphql-armor';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import { boundedNesting } from './bounded-nesting.js';
import { operationLimits } from './operation-limits.js';

const onReject = [
  (context: ValidationContext | null, { message }: GraphQLError) =>
    context?.reportError(
      new GraphQLError(`${message.replace(/^Syntax Error: /, '')} Split it into several smaller operations.`),
    ),
];

const armorRules: ValidationRule[] = new ApolloArmor({
  maxDepth: { n: operationLimits.depth, flattenFragments: true, propagateOnRejection: false, onReject },
  maxAliases: { n: operationLimits.aliases, propagateOnRejection: false, onReject },
  maxDirectives: { n: operationLimits.directives, propagateOnRejection: false, onReject },
  // Cost requires the variables, see `costOfOperation`; the parser counts tokens.
  costLimit: { enabled: false },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect().validationRules;

/** Validation rules that limit depth, aliases and directives of documents; fragments count where they are used. */
export const documentRules: ValidationRule[] = [boundedNesting, ...armorRules];

/** A message without "Did you mean …?", which would disclose the schema. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .+\?$/s, '');
}
