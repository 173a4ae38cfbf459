import type { EncryptionContext } from './vault.js';

/** A column of encrypted texts, for the rotation of data keys. Names come from code, never from a request. */
export interface EncryptedColumn<Row extends object = Record<string, unknown>> {
  table: string;
  column: string;
  /** The columns of the primary key after `workspace_id`; UUIDs. */
  key: readonly string[];
  /** Maximum number of rows read at once, if a text can have many megabytes. Defaults to the batch size of the rotation. */
  rowsAtOnce?: number;
  /** The encryption context of a row, which is passed by column names. */
  context(row: Row): EncryptionContext;
}
