import { openJob, startJob } from '../../../jobs/jobs';
import type { ImportOrder, ImportRows } from './import-order';

/** Rows of one request; the API takes up to 1000. Smaller ones show the progress. */
const atOnce = 500;

/**
 * Starts to import rows, and shows how far it is.
 * @throws DOMException QuotaExceededError if the browser has no room for them
 */
export async function startImport(workspaceId: string, order: ImportOrder, rows: readonly string[][]): Promise<void> {
  const pieces: ImportRows[] = [];
  for (let from = 0; from < rows.length; from += atOnce) {
    pieces.push({ line: from + 2, rows: rows.slice(from, from + atOnce) });
  }
  const { id } = await startJob({ kind: 'contactImport', workspaceId, order, total: rows.length, pieces });
  openJob(id);
}
