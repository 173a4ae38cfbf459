import {
  ExportContactsDocument,
  ImportContactsDocument,
  UpsertContactsDocument,
} from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /contacts/upsert': route({
    operation: UpsertContactsDocument,
    summary: 'Upsert contacts',
    description: 'Valid rows are stored even if others fail; `results` contains the result of each row.',
    fails: ['CONFLICT'],
    example: {
      body: { contacts: [{ name: 'Luis Pérez', email: 'luis.perez@example.com' }, { phone: '+34600000002' }] },
    },
    data: (result) => result.upsertContacts,
    maxBody: 5 * 1024 * 1024,
  }),
  'POST /contacts/import': route({
    operation: ImportContactsDocument,
    summary: 'Import contacts from CSV',
    description:
      'The first line contains the column names: fields of contacts in any spelling; other names become custom fields. Separate tags by `;`. ' +
      'Rows are stored in batches. Rows with violations are not stored: `failed` counts them, and `errors` lists the first 1000 by line. ' +
      'With `?existing=skip`, existing contacts are not changed.',
    fails: ['CONFLICT'],
    example: { body: 'name,email,tags\nEva Ruiz,eva@example.com,newsletter;vip\n' },
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
