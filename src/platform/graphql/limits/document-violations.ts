import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoFragmentCyclesRule,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { nestedTooDeeply } from './bounded-nesting.js';
import { documentRules } from './document-rules.js';

/** Checked first: a document that violates one of these may take the others very long, or overflow their stack. */
const firstRules: readonly ValidationRule[] = [NoFragmentCyclesRule, ...documentRules];
const otherRules = specifiedRules.filter((rule) => rule !== NoFragmentCyclesRule);

/**
 * The violations of a document, by the schema and by the limits that do not depend on variables. Computed once for each
 * document.
 */
export interface DocumentViolations {
  of(document: DocumentNode): readonly GraphQLError[];
  /** Whether they were computed before. */
  knows(document: DocumentNode): boolean;
}

export function createDocumentViolations(schema: GraphQLSchema): DocumentViolations {
  const known = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  return {
    knows: (document) => known.has(document),
    of(document) {
      const violations = known.get(document) ?? find(schema, document).map(badRequest);
      known.set(document, violations);
      return violations;
    },
  };
}

function find(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  try {
    const first = validate(schema, document, firstRules);
    return first.length > 0 ? first : validate(schema, document, otherRules);
  } catch (error) {
    if (error instanceof RangeError) return [new GraphQLError(nestedTooDeeply)];
    throw error;
  }
}

/** graphql's message if there are too many overlapping fields to compare. */
const givenUp = 'Validation aborted.';
const tooRepetitive =
  'The document must not select the same fields so many times. Split it into several smaller operations.';

function badRequest(error: GraphQLError): GraphQLError {
  const message = error.message === givenUp ? tooRepetitive : error.message;
  return new GraphQLError(message, { nodes: error.nodes, extensions: { code: 'BAD_REQUEST', status: 400 } });
}
