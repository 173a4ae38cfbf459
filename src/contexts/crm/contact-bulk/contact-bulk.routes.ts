import {
  ExportContactsDocument,
  ImportContactsDocument,
  UpsertContactsDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /contacts/bulk': route({
    operation: UpsertContactsDocument,
    summary: 'Upsert contacts',
    description: 'Rows without a fault are stored; `results` says of each row what became of it.',
    data: (result) => result.upsertContacts,
    maxBody: 5 * 1024 * 1024,
  }),
  'POST /contacts/import': route({
    operation: ImportContactsDocument,
    summary: 'Import contacts from CSV',
    description:
      'The first line names the columns: fields of contacts in any spelling, anything else becomes a custom field. Tags are separated by `;`. ' +
      'Rows are stored in portions as they come, those with faults left out: `failed` counts them, `faults` tells the first 1000 by line. ' +
      '`?existing=skip` leaves contacts that are there as they are.',
    data: (result) => result.importContacts,
    csv: { rowsAtOnce: 500 },
  }),
  'GET /contacts/export': route({
    operation: ExportContactsDocument,
    summary: 'Export contacts as CSV',
    data: (result) => result.workspace.contactsCsv,
    text: { type: 'text/csv', filename: 'contacts.csv' },
  }),
});
