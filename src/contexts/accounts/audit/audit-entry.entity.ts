import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** Written by `recordAudit` and `recordLinkAudit` only, read by statement. */
export const auditLog = withForeignKeys(
  defineEntity({
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
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
