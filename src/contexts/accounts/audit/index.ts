import { defineModule } from '../../module.js';
import { AuditResolver } from './audit.resolver.js';

export { createAuditWriter, recordAct } from './record-act.js';
export { recordLinkAct } from './record-link-act.js';

export const auditModule = defineModule({
  name: 'accounts/audit',
  resolvers: [AuditResolver],
  routes: async () => [(await import('./audit.routes.js')).routes],
});
