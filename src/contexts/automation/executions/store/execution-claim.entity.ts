import { defineEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';

/**
 * The state of an execution that has not ended: queued, claimed, in line, or waiting. Written by the statements of this
 * folder, `checkpoint/`, `signals/` and `tree/` only.
 */
export const executionClaims = defineEntity({
  name: 'ExecutionClaim',
  tableName: 'execution_claims',
  properties: {
    workspaceId: column.uuid().primary(),
    executionId: column.uuid().primary(),
    flowId: column.uuid(),
    fence: column.integer().default(0),
    workerId: column.uuid().nullable(),
    readyAt: column.time().nullable(),
    dueAt: column.time().nullable(),
    awaitsSlot: column.boolean().default(false),
    maxConcurrent: column.smallint().default(1000),
    signals: column.integer().default(0),
    takeovers: column.smallint().default(0),
    activeMs: column.bigint().defaultRaw('0'),
    answers: column.boolean().default(false),
    abandons: column.boolean().default(false),
    ended: column.boolean().default(false),
  },
});
