import type { ApolloServerPlugin } from '@apollo/server';
import { AppError } from '../platform/errors.js';
import type { GraphContext } from '../platform/graphql/context.js';
import { documentRules, withoutSuggestion } from '../platform/graphql/limits/document-rules.js';
import { operationLimits } from '../platform/graphql/limits/operation-limits.js';

/** Keeps "Did you mean …?" from callers without a good credential: they could learn the schema by it. */
export const hideSuggestions: ApolloServerPlugin<{ context: GraphContext }> = {
  requestDidStart: async ({ contextValue }) => ({
    validationDidStart: async () => async (errors) => {
      if (contextValue.context.caller.principal) return;
      for (const error of errors ?? []) error.message = withoutSuggestion(error.message);
    },
  }),
};

/** The limits of documents, as Apollo takes them. */
export const apolloLimits = {
  parseOptions: { maxTokens: operationLimits.tokens },
  validationRules: documentRules,
};

/** Refuses a batch that is too long before any of it runs. @throws AppError BAD_REQUEST */
export function refuseLongBatch(body: unknown): void {
  if (!Array.isArray(body) || body.length <= operationLimits.batch) return;
  const message = `A batch holds at most ${operationLimits.batch} operations, this one has ${body.length}. Send it in parts.`;
  throw new AppError('BAD_REQUEST', message);
}
