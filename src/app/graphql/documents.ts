import { type DocumentNode, GraphQLError, parse } from 'graphql';
import { nestedTooDeeply } from '../../platform/graphql/limits/bounded-nesting.js';
import { operationLimits } from '../../platform/graphql/limits/operation-limits.js';
import type { TrustedDocuments } from '../../platform/graphql/limits/trusted-documents.js';
import { WeightedCache } from '../../platform/weighted-cache.js';
import { lengthViolation } from './graphql-limits.js';

/**
 * The size of the cache, in characters of all documents. Weighed by text, because a document keeps its whole text and all
 * of its tokens, comments included: what it selects may be a small part of that.
 */
const storedCharacters = 512 * 1024;

/** Parses a document once, however many connections send it. @returns the error of a document that cannot be parsed */
export type ReadDocument = (query: string) => DocumentNode | GraphQLError;

/** For operations that do not pass through Apollo. */
export function createDocumentReader(): ReadDocument {
  const known = new WeightedCache<string, DocumentNode>(storedCharacters);
  return (query) => {
    const read = known.get(query);
    if (read) return read;
    const extensions = { code: 'BAD_REQUEST', status: 400 };
    const tooLong = lengthViolation(query);
    if (tooLong) return new GraphQLError(tooLong.message, { extensions });
    try {
      const document = parse(query, { maxTokens: operationLimits.tokens });
      known.set(query, document, query.length);
      return document;
    } catch (error) {
      // The parser throws RangeError for nesting that is too deep for its stack.
      const isTooDeep = error instanceof RangeError;
      const { message, nodes, source, positions } = error as GraphQLError;
      return new GraphQLError(isTooDeep ? nestedTooDeeply : message, { nodes, source, positions, extensions });
    }
  };
}

/** The cache of documents that Apollo has parsed. */
export function createDocumentStore() {
  const kept = new WeightedCache<string, DocumentNode>(storedCharacters);
  return {
    get: async (key: string) => kept.get(key),
    set: async (key: string, document: DocumentNode) =>
      kept.set(key, document, document.loc?.source.body.length ?? storedCharacters),
    delete: async (key: string) => kept.delete(key),
  };
}

/** Characters of the documents that clients store by hash. */
const persistedCharacters = 2 * 1024 * 1024;

/** The documents that clients send by hash: trusted ones, and those that they have sent in full before. */
export function persistedDocuments(trusted: TrustedDocuments) {
  const kept = new WeightedCache<string, string>(persistedCharacters);
  return {
    // Apollo adds `apq:`.
    get: async (key: string) => trusted.textOf(key.replace(/^apq:/, '')) ?? kept.get(key),
    set: async (key: string, text: string) => kept.set(key, text, text.length),
    delete: async (key: string) => kept.delete(key),
  };
}
