import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** The labels of contacts, by which lists find them; written by triggers. */
export const contactTags = withForeignKeys(
  defineEntity({
    name: 'ContactTag',
    tableName: 'contact_tags',
    properties: {
      workspaceId: column.uuid().primary(),
      tag: column.text().primary(),
      contactId: column.uuid().primary(),
    },
  }),
  { workspaceId: cascade('workspaces'), contactId: cascade('contacts') },
);
