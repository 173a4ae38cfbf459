import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../platform/database/mapping/columns.js';
import { restrict, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The payer of workspaces: every user has one, which the workspaces that they create belong to. */
export const accounts = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: generatedId(),
    name: column.text(),
    createdAt: now(),
  },
});

/** A user who can log in. */
export const users = withForeignKeys(
  defineEntity({
    name: 'User',
    tableName: 'users',
    properties: {
      id: generatedId(),
      accountId: column.uuid(),
      email: column.citext(),
      name: column.text(),
      passwordHash: column.text(),
      sessionVersion: column.integer().default(1),
      createdAt: now(),
      updatedAt: now(),
      signedOutAt: column.time().nullable(),
      emailVerifiedAt: column.time().nullable(),
      /** Since when the operator has refused the user; null while they may log in. */
      disabledAt: column.time().nullable(),
    },
  }),
  {
    accountId: restrict('accounts'),
  },
);
