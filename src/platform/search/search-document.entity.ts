import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../database/mapping/columns.js';

/** Trigram hashes of the searched texts of a row, in one partition for each kind. Only statements write and read them. */
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
