import { defineModule } from '../../module.js';
import { AuditResolver } from './audit.resolver.js';
import { auditLog } from './audit-entry.entity.js';
import { auditWriter } from './record-audit.js';

export { recordAudit } from './record-audit.js';
export { recordLinkAudit } from './record-link-audit.js';

export const auditModule = defineModule({
  name: 'accounts/audit',
  resolvers: [AuditResolver],
  services: [auditWriter],
  entities: [auditLog],
  routes: async () => [(await import('./audit.routes.js')).routes],
});
