import type { EncryptionContext } from './vault.js';

/** A column of sealed texts, so that a rotation of data keys finds them. Names come from code, never from a request. */
export interface EncryptedColumn<Row extends object = Record<string, unknown>> {
  table: string;
  column: string;
  /** The primary key behind `workspace_id`; uuids. */
  key: readonly string[];
  /** What a row's text was sealed as. Handed the row by its column names. */
  context(row: Row): EncryptionContext;
}
