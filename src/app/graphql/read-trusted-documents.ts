import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, print } from 'graphql';
import { ConfigError } from '../../config/config-error.js';
import { type DocumentManifest, hashOf } from '../../platform/graphql/limits/trusted-documents.js';

/** Prints the documents of the server itself, the operations of all REST routes: it takes a moment. */
export type OwnDocuments = () => DocumentManifest;

/** Loads the operations of all REST routes, without printing them. */
export async function loadOwnDocuments(): Promise<OwnDocuments> {
  const documents = Object.entries(await import('../../rest/generated/operations.js'));
  return () => {
    const texts = documents
      .filter(([name]) => name.endsWith('Document'))
      .map(([, document]) => print(document as unknown as DocumentNode));
    return Object.fromEntries(texts.map((text) => [hashOf(text), text]));
  };
}

/**
 * The manifests in a folder, in which a dashboard or another client puts its own documents: JSON files with an object of
 * texts by hash.
 * @throws ConfigError for a file that is no manifest
 */
export function readManifests(folder: string | undefined): DocumentManifest {
  if (!folder) return {};
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.assign({}, ...files.sort().map((name) => readManifest(join(folder, name))));
}

/** @throws ConfigError for a file that is no manifest */
export function readManifest(path: string): DocumentManifest {
  const found = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  for (const [hash, text] of Object.entries(found)) {
    if (typeof text !== 'string' || hashOf(text) !== hash) {
      throw new ConfigError([`${path}: each key must be the SHA-256 of its document, in hexadecimal; ${hash} is not.`]);
    }
  }
  return found as DocumentManifest;
}
