import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../database/mapping/columns.js';
import { cascade, withForeignKeys } from '../database/mapping/foreign-keys.js';

/** A data key of a workspace, wrapped by the instance's key. */
export const workspaceKeys = withForeignKeys(
  defineEntity({
    name: 'WorkspaceKey',
    tableName: 'workspace_keys',
    properties: {
      workspaceId: column.uuid().primary(),
      keyId: column.text().primary(),
      wrappedKey: column.text(),
      createdAt: now(),
      retiredAt: column.time().nullable(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);

/** A rotation of data keys, of one workspace or of all. */
export const keyRotations = withForeignKeys(
  defineEntity({
    name: 'KeyRotation',
    tableName: 'key_rotations',
    properties: {
      id: generatedId(),
      workspaceId: column.uuid().nullable(),
      startedAt: now(),
      finishedAt: column.time().nullable(),
    },
  }),
  {
    workspaceId: cascade('workspaces'),
  },
);
