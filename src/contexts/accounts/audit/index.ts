import { AuditResolver } from './audit.resolver.js';

export { createAuditWriter, recordAct } from './record-act.js';
export { recordLinkAct } from './record-link-act.js';

export const auditResolvers = [AuditResolver];
