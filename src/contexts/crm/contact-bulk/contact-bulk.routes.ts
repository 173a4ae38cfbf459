import { ExportContactsDocument, UpsertContactsDocument } from '../../../rest/generated/operations.js';
import { route, workspaceRoutes } from '../../../rest/route.js';

export const routes = workspaceRoutes({
  'POST /contacts/upsert': route({
    operation: UpsertContactsDocument,
    summary: 'Upsert contacts',
    description: 'Valid rows are stored even if others fail; `results` contains the result of each row.',
    example: {
      body: { contacts: [{ name: 'Luis Pérez', email: 'luis.perez@example.com' }, { phone: '+34600000002' }] },
    },
    data: (result) => result.upsertContacts,
    maxBody: 5 * 1024 * 1024,
  }),
  'GET /contacts/export': route({
    operation: ExportContactsDocument,
    summary: 'Export contacts as CSV',
    data: (result) => result.workspace.contactsCsv,
    text: { type: 'text/csv', filename: 'contacts.csv' },
  }),
});
