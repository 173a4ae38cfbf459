import { createHash } from 'node:crypto';
import type { DocumentNode } from 'graphql';
import { AppError } from '../../errors/errors.js';

/** Documents by the SHA-256 of their text, in hexadecimal. */
export type DocumentManifest = Readonly<Record<string, string>>;

/** The documents that clients can send by their hash. */
export interface TrustedDocuments {
  /** The text of a hash; undefined if the document is not trusted. */
  textOf(hash: string): string | undefined;
  /** Why a document is refused; null if it is trusted, or if other documents are accepted too. */
  refusal(document: DocumentNode): AppError | null;
}

/**
 * @param added the documents of clients
 * @param own the documents of the server, which are asked for when a hash is first looked up
 * @param only refuses all other documents
 */
export function createTrustedDocuments(
  added: DocumentManifest,
  own: () => DocumentManifest,
  only: boolean,
): TrustedDocuments {
  let known: Map<string, string> | undefined;
  const textOf = (hash: string) => {
    known ??= new Map(Object.entries({ ...own(), ...added }));
    return known.get(hash);
  };
  const trusted = new WeakMap<DocumentNode, boolean>();
  return {
    textOf: (hash) => textOf(hash.toLowerCase()),
    refusal(document) {
      if (!only) return null;
      const isTrusted = trusted.get(document) ?? textOf(hashOf(document.loc?.source.body ?? '')) !== undefined;
      trusted.set(document, isTrusted);
      return isTrusted ? null : new AppError('FORBIDDEN', untrusted);
    },
  };
}

const untrusted =
  'The document is not one of the trusted documents of this server, and GRAPHQL_TRUSTED_ONLY is set. Send a trusted document, or its hash.';

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
