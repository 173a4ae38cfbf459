import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../database/mapping/columns.js';

/** Trigram hashes of a row's searched texts, in a partition for each kind. Statements write and read them. */
export const searchDocuments = defineEntity({
  name: 'SearchDocument',
  tableName: 'search_documents',
  properties: {
    workspaceId: column.uuid().primary(),
    id: column.uuid().primary(),
    kind: column.text().primary(),
    tokens: column.integers(),
  },
});
