import { eventType } from './event-type.js';

/** Rows of one table in one workspace that were inserted or updated; at most as many as one request or page has. */
export interface RowsWritten {
  table: string;
  workspaceId: string;
  ids: readonly string[];
  /** The columns that were set; absent where all were: of new rows. */
  columns?: readonly string[];
}

/** Rows were written: published after the statement that did, in its transaction. Deletions follow by foreign keys. */
export const rowsWritten = eventType<RowsWritten>('rows.written');
