import { graphql } from '../../../api/graphql';
import type { JobKind } from '../../../jobs/job';
import type { ImportOrder, ImportRows } from './import-order';
import { ImportResult } from './import-result';
import { importTexts } from './texts';

const importContacts = graphql(`
  mutation ContactsImport($workspaceId: ID!, $input: ImportContactsInput!) {
    importContacts(workspaceId: $workspaceId, input: $input) {
      created
      updated
      unchanged
      failed
      results {
        index
        status
        errors {
          field
          message
        }
      }
    }
  }
`);

/** Imports contacts of a file. */
const importJob: JobKind<ImportOrder, ImportRows> = {
  async run({ workspaceId, order, send }, { line, rows }) {
    const input = { columns: order.columns, rows, existing: order.existing };
    const { importContacts: result } = await send(importContacts, { workspaceId, input });
    const { created, updated, unchanged, results } = result;
    const failures = results.flatMap(({ index, status, errors }) => {
      const cells = rows[index] ?? [];
      const message = errors.map((error) => error.message).join(' ');
      const name = cells.filter(Boolean).slice(0, 3).join(' · ');
      return status === 'failed' ? [{ id: String(line + index), name, message, cells }] : [];
    });
    return { done: rows.length, counts: { created, updated, unchanged }, failures };
  },
  title: ({ state }, language) => importTexts(language)[state],
  progress: ({ done, total }, language) => importTexts(language).progress(done, total),
  Detail: ImportResult,
};

export default importJob;
