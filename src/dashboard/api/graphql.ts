import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import type { graphql as typed } from '../generated/gql';

/** The result of an operation. */
export type ResultOf<Document> = Document extends DocumentTypeDecoration<infer Result, infer _> ? Result : never;

/** The variables of an operation. */
export type VariablesOf<Document> =
  Document extends DocumentTypeDecoration<infer _, infer Variables> ? Variables : never;

/**
 * Marks the text of an operation. `npm run codegen` finds it and derives the types; at run time the text is all that is
 * needed, so an operation is part of the screen that uses it. Fragments are not supported: derive the types of parts by
 * {@link ResultOf}.
 */
export const graphql = ((text: string) => text) as unknown as typeof typed;
