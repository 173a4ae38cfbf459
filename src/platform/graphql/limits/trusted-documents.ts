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

/** @param only refuses all other documents */
export function createTrustedDocuments(manifest: DocumentManifest, only: boolean): TrustedDocuments {
  const known = new Map(Object.entries(manifest));
  const trusted = new WeakMap<DocumentNode, boolean>();
  return {
    textOf: (hash) => known.get(hash.toLowerCase()),
    refusal(document) {
      if (!only) return null;
      const isTrusted = trusted.get(document) ?? known.has(hashOf(document.loc?.source.body ?? ''));
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
