import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The authenticator app of a user. It is required at logins once it is confirmed. */
export const totpFactors = withForeignKeys(
  defineEntity({
    name: 'TotpFactor',
    tableName: 'totp_factors',
    properties: {
      userId: column.uuid().primary(),
      /** Encrypted with the instance's key. */
      secret: column.text(),
      /** The time step of the last accepted code; codes of earlier steps are refused. */
      lastStep: column.bigint().defaultRaw('0'),
      createdAt: column.time(),
      confirmedAt: column.time().nullable(),
    },
  }),
  {
    userId: cascade('users'),
  },
);

/** The unused recovery codes of a user, hashed. */
export const recoveryCodes = withForeignKeys(
  defineEntity({
    name: 'RecoveryCode',
    tableName: 'recovery_codes',
    properties: {
      userId: column.uuid().primary(),
      codeHash: column.bytes().primary(),
    },
  }),
  {
    userId: cascade('users'),
  },
);
