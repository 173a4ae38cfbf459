import { GraphQLError, TokenKind, type ValidationRule } from 'graphql';
import { operationLimits } from './operation-limits.js';

export const nestedTooDeeply = 'The document is nested too deeply.';

/** What opens and closes the values of arguments, and lists and objects in them. Fields are not nested in parentheses. */
const steps: Partial<Record<TokenKind, number>> = {
  [TokenKind.PAREN_L]: 1,
  [TokenKind.BRACKET_L]: 1,
  [TokenKind.BRACE_L]: 1,
  [TokenKind.PAREN_R]: -1,
  [TokenKind.BRACKET_R]: -1,
  [TokenKind.BRACE_R]: -1,
};

/**
 * Validation rule that refuses values nested beyond the limit, before any other rule looks at them: how deep those can
 * go depends on what is left of the stack, and so would their answers.
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
