import { GraphQLError, TokenKind, type ValidationRule } from 'graphql';
import { operationLimits } from './operation-limits.js';

export const nestedTooDeeply = 'The document is nested too deeply.';

/** Tokens that open and close argument values, lists and objects. Fields are not nested in parentheses. */
const steps: Partial<Record<TokenKind, number>> = {
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.BRACE_L]: 1,
  [TokenKind.PAREN_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.BRACE_R]: -1,
};

/**
 * Validation rule that refuses values nested beyond the limit, before other rules visit them: their maximum depth
 * depends on the free stack, and so would their results.
 */
export const boundedNesting: ValidationRule = (context) => ({
  Document(document) {
    let depth = 0;
    for (let token = document.loc?.startToken; token; token = token.next ?? undefined) {
      if (depth > 0 || token.kind === TokenKind.PAREN_L) depth += steps[token.kind] ?? 0;
      if (depth > operationLimits.nesting) return context.reportError(new GraphQLError(nestedTooDeeply));
    }
  },
});
