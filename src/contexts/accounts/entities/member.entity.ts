import { defineEntity } from '@mikro-orm/postgresql';
import type { Role } from '../../../platform/access/capabilities.js';
import { column, generatedId, now } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

/** A user in a workspace. */
export const members = withForeignKeys(
  defineEntity({
    name: 'Member',
    tableName: 'members',
    properties: {
      workspaceId: column.uuid().primary(),
      userId: column.uuid().primary(),
      role: column.text().$type<Role>(),
      capabilities: column.texts().defaultRaw(`'{}'::text[]`),
      deniedCapabilities: column.texts().defaultRaw(`'{}'::text[]`),
      unprovenGrantors: column.uuids().defaultRaw(`'{}'::uuid[]`),
      createdAt: now(),
      updatedAt: now(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
    userId: cascade('users'),
  },
);

/** An invitation to a workspace. Only the token's hash is stored. */
export const invitations = withForeignKeys(
  defineEntity({
    name: 'Invitation',
    tableName: 'invitations',
    properties: {
      workspaceId: column.uuid().primary(),
      id: generatedId(),
      email: column.citext(),
      role: column.text().$type<Role>(),
      capabilities: column.texts().defaultRaw(`'{}'::text[]`),
      deniedCapabilities: column.texts().defaultRaw(`'{}'::text[]`),
      unprovenGrantors: column.uuids().defaultRaw(`'{}'::uuid[]`),
      tokenHash: column.bytes(),
      /** The inviter; null for invitations of former versions. */
      grantedBy: column.uuid().nullable(),
      provesEmail: column.boolean().default(false),
      expiresAt: column.time(),
      createdAt: now(),
      updatedAt: now(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
