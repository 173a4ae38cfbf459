import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId } from '../../../../platform/database/mapping/columns.js';
import { cascade, setNull, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** Who a user is at a provider of OpenID Connect. The issuer and the subject decide, never the email. */
export const linkedIdentities = withForeignKeys(
  defineEntity({
    name: 'LinkedIdentity',
    tableName: 'linked_identities',
    properties: {
      id: generatedId(),
      userId: column.uuid(),
      issuer: column.text(),
      subject: column.text(),
      /** As the provider showed it last, for the list only. */
      email: column.text().nullable(),
      createdAt: column.time(),
      lastUsedAt: column.time(),
    },
  }),
  {
    userId: cascade('users'),
  },
);

/** A session that a provider began. */
export const identitySessions = withForeignKeys(
  defineEntity({
    name: 'IdentitySession',
    tableName: 'identity_sessions',
    properties: {
      sessionId: column.uuid().primary(),
      identityId: column.uuid().nullable(),
      providerId: column.text(),
      /** Encrypted with the instance's key. */
      idToken: column.text(),
    },
  }),
  {
    sessionId: cascade('sessions'),
    identityId: setNull('linked_identities'),
  },
);

/** A login that waits for the provider, or an identity that waits for the consent of the member. */
export const providerLogins = withForeignKeys(
  defineEntity({
    name: 'ProviderLogin',
    tableName: 'provider_logins',
    properties: {
      tokenHash: column.bytes().primary(),
      browserHash: column.bytes(),
      providerId: column.text(),
      returnTo: column.text(),
      userId: column.uuid().nullable(),
      sessionId: column.uuid().nullable(),
      issuer: column.text().nullable(),
      subject: column.text().nullable(),
      email: column.text().nullable(),
      createdAt: column.time(),
      expiresAt: column.time(),
    },
  }),
  {
    userId: cascade('users'),
    sessionId: cascade('sessions'),
  },
);
