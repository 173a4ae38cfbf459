import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../platform/database/mapping/columns.js';
import { restrict, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** Who pays: every user has one, and so have the workspaces that they create. */
export const accounts = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: generatedId(),
    name: column.text(),
    createdAt: now(),
  },
});

/** A person who signs in. */
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
    },
  }),
  {
    accountId: restrict('accounts'),
  },
);
