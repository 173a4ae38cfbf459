import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** What a link is for. `log_in` is handed over by the operator, and not mailed. */
export type LinkPurpose = 'reset_password' | 'verify_email' | 'change_email' | 'log_in';

/** A link that was mailed to a user, the last one of each purpose. Only the hash of its token is stored. */
export const accountLinks = withForeignKeys(
  defineEntity({
    name: 'AccountLink',
    tableName: 'account_links',
    properties: {
      userId: column.uuid().primary(),
      purpose: column.text().$type<LinkPurpose>().primary(),
      /** The address to which the link was mailed. */
      email: column.citext(),
      tokenHash: column.bytes().unique(),
      createdAt: column.time(),
      expiresAt: column.time(),
    },
  }),
  {
    userId: cascade('users'),
  },
);
