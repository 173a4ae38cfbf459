import { type DocumentNode, GraphQLError, parse, specifiedRules, validate } from 'graphql';
import QuickLRU from 'quick-lru';
import type { Executor } from '../platform/graphql/executor.js';
import { nestedTooDeeply } from '../platform/graphql/limits/bounded-nesting.js';
import { documentRules, withoutSuggestion } from '../platform/graphql/limits/document-rules.js';
import { operationLimits } from '../platform/graphql/limits/operation-limits.js';

export type CheckedDocument = { document: DocumentNode; errors: [] } | { document: null; errors: GraphQLError[] };

/** Parses and validates a document once, however many connections send it. */
export type CheckDocument = (query: string, isStranger: boolean) => CheckedDocument;

/** For what does not come through Apollo. Strangers are not told of similar names. */
export function createDocumentCheck({ schema }: Executor): CheckDocument {
  const known = new QuickLRU<string, CheckedDocument>({ maxSize: 500 });
  return (query, isStranger) => {
    const checked = known.get(query) ?? check(query);
    known.set(query, checked);
    if (checked.document || !isStranger) return checked;
    return { document: null, errors: checked.errors.map((error) => withCode(error, withoutSuggestion(error.message))) };
  };

  function check(query: string): CheckedDocument {
    try {
      const document = parse(query, { maxTokens: operationLimits.tokens });
      const errors = validate(schema, document, [...specifiedRules, ...documentRules]);
      return errors.length > 0
        ? { document: null, errors: errors.map((error) => withCode(error)) }
        : { document, errors: [] };
    } catch (error) {
      // The parser gives up on nesting that is too deep for its stack.
      const isTooDeep = error instanceof RangeError;
      const message = isTooDeep ? nestedTooDeeply : (error as GraphQLError).message;
      return { document: null, errors: [withCode(error as GraphQLError, message)] };
    }
  }
}

function withCode(error: GraphQLError, message = error.message): GraphQLError {
  return new GraphQLError(message, { nodes: error.nodes, extensions: { code: 'BAD_REQUEST', status: 400 } });
}
