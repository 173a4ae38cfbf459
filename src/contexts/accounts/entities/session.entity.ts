import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** A login, until its refresh token expires. Only the token's hash is stored. */
export const sessions = withForeignKeys(
  defineEntity({
    name: 'Session',
    tableName: 'sessions',
    properties: {
      id: generatedId(),
      userId: column.uuid(),
      tokenHash: column.bytes(),
      createdAt: now(),
      refreshedAt: now(),
      expiresAt: column.time(),
      endedAt: column.time().nullable(),
      /** The `User-Agent` at the last refresh. */
      device: column.text().nullable(),
      address: column.text().nullable(),
    },
  }),
  {
    userId: cascade('users'),
  },
);

/** The link between a user and their identity at another issuer of tokens. */
export const externalIdentities = withForeignKeys(
  defineEntity({
    name: 'ExternalIdentity',
    tableName: 'external_identities',
    properties: {
      issuer: column.text().primary(),
      subject: column.text().primary(),
      userId: column.uuid(),
      createdAt: now(),
    },
  }),
  {
    userId: cascade('users'),
  },
);
