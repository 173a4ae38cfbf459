import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../../platform/database/mapping/columns.js';

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
    controlKey: column.text().nullable(),
    controlRank: column.smallint().nullable(),
    controlState: column.text().nullable(),
    controlFrom: column.time().nullable(),
  },
});

/** What there is to do for a key of a flow with `settings.control`, and when. */
export const flowControls = defineEntity({
  name: 'FlowControl',
  tableName: 'flow_controls',
  properties: {
    workspaceId: column.uuid().primary(),
    id: generatedId(),
    flowId: column.uuid(),
    key: column.text(),
    dueAt: now().nullable(),
    counts: column.boolean().default(false),
    start: column.json().nullable(),
    executionId: column.uuid().nullable(),
    bytes: column.integer().nullable(),
  },
});
