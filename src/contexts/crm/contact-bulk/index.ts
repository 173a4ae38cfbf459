import { defineModule } from '../../module.js';
import { ContactBulkMutations, WorkspaceContactsCsvResolver } from './contact-bulk.resolver.js';

export { cellOf, csvOf } from './csv-of.js';
export { columnViolations } from './import-contacts.js';

export const contactBulkModule = defineModule({
  name: 'crm/contact-bulk',
  resolvers: [WorkspaceContactsCsvResolver, ContactBulkMutations],
  routes: async () => [(await import('./contact-bulk.routes.js')).routes],
});
