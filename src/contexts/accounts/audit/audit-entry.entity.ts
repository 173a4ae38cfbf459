import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';

/** Written by `appendAudit` only, read by statement. Entries outlive their workspace. */
export const auditLog = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_log',
  properties: {
    workspaceId: column.uuid().primary(),
    id: column.uuid().primary(),
    actorKind: column.text(),
    userId: column.uuid().nullable(),
    keyId: column.uuid().nullable(),
    action: column.text(),
    targetId: column.uuid().nullable(),
    fields: column.texts().defaultRaw(`'{}'::text[]`),
    outcome: column.text(),
    code: column.text().nullable(),
    ip: column.text().nullable(),
    requestId: column.text(),
    createdAt: column.time(),
    actor: column.text().nullable(),
    details: column.json().nullable(),
    position: column.bigint(),
    hash: column.bytes(),
    before: column.json().nullable(),
    after: column.json().nullable(),
  },
});

/** The number of entries; written by `appendAudit` only. */
export const auditTotals = defineEntity({
  name: 'AuditTotal',
  tableName: 'audit_totals',
  properties: {
    workspaceId: column.uuid().primary(),
    action: column.text().primary(),
    actorKind: column.text().primary(),
    outcome: column.text().primary(),
    n: column.bigint(),
  },
});

/** The last entry of each chain; written by `appendAudit` only. */
export const auditChains = defineEntity({
  name: 'AuditChain',
  tableName: 'audit_chains',
  properties: {
    workspaceId: column.uuid().primary(),
    position: column.bigint().defaultRaw('0'),
    hash: column.bytes().defaultRaw(`'\\x'::bytea`),
  },
});
