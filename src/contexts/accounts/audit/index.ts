import { defineModule } from '../../module.js';
import { AuditEntryResolver, AuditResolver } from './audit.resolver.js';
import { auditChains, auditLog, auditTotals } from './audit-entry.entity.js';
import { loadAuditEntry } from './load-audit-entries.js';
import { auditWriter } from './write-audit.js';

export { readAuditPart } from './export-audit-log.js';
export { readFilters } from './list-audit-log.js';
export { recordAudit, recordRead } from './record-audit.js';
export { recordLinkAudit } from './record-link-audit.js';
export { type AuditCheckpoint, readCheckpoints, verifyAuditLog } from './verify-audit-log.js';
export { type AuditActor, appendAudit, auditEntry, auditWriter, operator, serverChain } from './write-audit.js';
export { actorOfPrincipal, writeEntry } from './write-entry.js';

export const auditModule = defineModule({
  name: 'accounts/audit',
  resolvers: [AuditResolver, AuditEntryResolver],
  services: [auditWriter],
  entities: [auditLog, auditChains, auditTotals],
  nodes: [{ name: 'AuditEntry', rule: { capability: 'audit:read' }, table: 'audit_log', load: loadAuditEntry }],
  routes: async () => [(await import('./audit.routes.js')).routes],
});
