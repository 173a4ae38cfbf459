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
  // Cost needs the variables, see `costOfOperation`; tokens are counted by the parser.
  costLimit: { enabled: false },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect().validationRules;

/** Validation rules that refuse documents too deep, or with too many aliases or directives; fragments count where used. */
export const documentRules: ValidationRule[] = [boundedNesting, ...armorRules];

/** A fault's message without "Did you mean …?", which would tell strangers of the schema. */
export function withoutSuggestion(message: string): string {
  return message.replace(/ Did you mean .+\?$/s, '');
}
