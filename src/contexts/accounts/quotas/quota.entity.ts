import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../platform/database/mapping/foreign-keys.js';

const backend = () => column.integer().defaultRaw('pg_backend_pid()');

/** Executions below a root, counted by the connections that started them. */
export const executionDescendants = defineEntity({
  name: 'ExecutionDescendants',
  tableName: 'execution_descendants',
  properties: {
    workspaceId: column.uuid().primary(),
    rootId: column.uuid().primary(),
    backend: backend().primary(),
    started: column.integer(),
    createdAt: now(),
  },
});

/** Bytes that a workspace stores and entries of its state, counted by the connections that stored them. */
export const workspaceStorage = withForeignKeys(
  defineEntity({
    name: 'WorkspaceStorage',
    tableName: 'workspace_storage',
    properties: {
      workspaceId: column.uuid().primary(),
      backend: backend().primary(),
      bytes: column.bigint(),
      stateEntries: column.bigint().defaultRaw('0'),
    },
  }),
  { workspaceId: cascade('workspaces') },
);

/** The time until which the starts of a workspace are booked. */
export const executionStartRates = withForeignKeys(
  defineEntity({
    name: 'ExecutionStartRate',
    tableName: 'execution_start_rates',
    properties: {
      workspaceId: column.uuid().primary(),
      bookedUntil: column.exactTime(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);

/** How often a quota was reached. */
export const quotaRefusalCounts = withForeignKeys(
  defineEntity({
    name: 'QuotaRefusal',
    tableName: 'quota_refusals',
    properties: {
      workspaceId: column.uuid().primary(),
      name: column.text().primary(),
      refused: column.bigint(),
      refusedAt: column.time(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
