import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';
import type { EncryptedColumn, EncryptionContext } from '../../../../platform/vault/index.js';

/** The tokens of a connection, which only statements read. */
export const connectionTokens = withForeignKeys(
  defineEntity({
    name: 'ConnectionToken',
    tableName: 'connection_tokens',
    properties: {
      workspaceId: column.uuid().primary(),
      connectionId: column.uuid().primary(),
      revision: column.text(),
      generation: column.integer().default(0),
      encryptedTokens: column.text().nullable(),
      issuedAt: column.time().nullable(),
      expiresAt: column.time().nullable(),
      leaseId: column.uuid().nullable(),
      leaseUntil: column.time().nullable(),
      retryAt: column.time().nullable(),
    },
  }),
  { connectionId: cascade('connections', 'connection_tokens_connection_id_fkey') },
);

/** A link by which a customer connects an account, once. */
export const connectionLinks = withForeignKeys(
  defineEntity({
    name: 'ConnectionLink',
    tableName: 'connection_links',
    properties: {
      workspaceId: column.uuid().primary(),
      id: generatedId(),
      connectionId: column.uuid(),
      tokenHash: column.bytes(),
      createdAt: column.time(),
      expiresAt: column.time(),
    },
  }),
  { connectionId: cascade('connections', 'connection_links_connection_id_fkey') },
);

/** The page of a provider that somebody has open, until its callback. */
export const connectionAuthorizations = withForeignKeys(
  defineEntity({
    name: 'ConnectionAuthorization',
    tableName: 'connection_authorizations',
    properties: {
      workspaceId: column.uuid().primary(),
      id: generatedId(),
      connectionId: column.uuid(),
      revision: column.text(),
      stateHash: column.bytes(),
      encryptedVerifier: column.text(),
      userId: column.uuid().nullable(),
      linkId: column.uuid().nullable(),
      browserHash: column.bytes().nullable(),
      expiresAt: column.time(),
    },
  }),
  {
    connectionId: cascade('connections', 'connection_authorizations_connection_id_fkey'),
    userId: cascade('users'),
    linkId: cascade('connection_links', 'connection_authorizations_link_id_fkey'),
  },
);

/** Tokens are bound to their connection: copied to another one they cannot be decrypted. */
export function tokensContext(connectionId: string): EncryptionContext {
  return { kind: 'connection-tokens', id: connectionId, flowId: null };
}

/** The verifier of PKCE is bound to its page. */
export function verifierContext(id: string): EncryptionContext {
  return { kind: 'connection-verifier', id, flowId: null };
}

/** For the rotation of data keys. */
export const encryptedOauthColumns: readonly EncryptedColumn[] = [
  {
    table: 'connection_tokens',
    column: 'encrypted_tokens',
    key: ['connection_id'],
    context: (row) => tokensContext(String(row.connection_id)),
  },
  {
    table: 'connection_authorizations',
    column: 'encrypted_verifier',
    key: ['id'],
    context: (row) => verifierContext(String(row.id)),
  },
];
