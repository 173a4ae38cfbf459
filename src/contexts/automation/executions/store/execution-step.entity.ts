import { defineEntity } from '@mikro-orm/postgresql';
import { column, generatedId, now } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** Written by the execution store only, in one statement with its execution. */
export const executionSteps = defineEntity({
  name: 'ExecutionStep',
  tableName: 'execution_steps',
  properties: {
    workspaceId: column.uuid().primary(),
    executionId: column.uuid().primary(),
    iteration: column.text().primary().defaultRaw(`''::text`),
    nodeId: column.text().primary(),
    id: column.uuid(),
    nodeType: column.text(),
    name: column.text(),
    attempt: column.integer().default(1),
    status: column.text(),
    handle: column.text().nullable(),
    input: column.json().nullable(),
    output: column.json().nullable(),
    variables: column.json().nullable(),
    logs: column.json().nullable(),
    error: column.json<{ code: string; message: string }>().nullable(),
    truncated: column.boolean().default(false),
    resumeAt: column.time().nullable(),
    startedAt: column.time(),
    finishedAt: column.time().nullable(),
    encrypted: column.text().nullable(),
    signal: column.json().nullable(),
    seq: column.integer().nullable(),
    interruptions: column.integer().default(0),
    progress: column.json().nullable(),
    attempts: column.json().nullable(),
    receipts: column.jsonb().nullable(),
  },
});

/** A failed execution whose `execution.failed` has not been published yet. */
export const executionFailures = defineEntity({
  name: 'ExecutionFailure',
  tableName: 'execution_failures',
  properties: {
    workspaceId: column.uuid().primary(),
    executionId: column.uuid().primary(),
    flowId: column.uuid(),
    dueAt: now(),
  },
});

/** One change of an execution, in the order of `(fence, n)`. */
export const executionEvents = defineEntity({
  name: 'ExecutionEvent',
  tableName: 'execution_events',
  properties: {
    workspaceId: column.uuid().primary(),
    executionId: column.uuid().primary(),
    fence: column.integer().primary(),
    n: column.integer().primary(),
    flowId: column.uuid(),
    tx: column.xid8().defaultRaw('pg_current_xact_id()'),
    place: column.xid8().defaultRaw('pg_current_xact_id()'),
    steps: column.json(),
    execution: column.json().nullable(),
    createdAt: now(),
  },
});

/** The one row about the log as a whole. */
export const eventLog = defineEntity({
  name: 'EventLog',
  tableName: 'event_log',
  properties: {
    onlyOne: column.boolean().primary().defaultRaw('true'),
    epoch: column.integer().defaultRaw('floor((random() * (2147483647)::double precision))'),
    tx: column.xid8().nullable(),
    keptSince: column.time().nullable(),
    changesKeptSince: column.time().nullable(),
  },
});

/** The event that a waiting step waits for. */
export const eventWaits = defineEntity({
  name: 'EventWait',
  tableName: 'event_waits',
  properties: {
    workspaceId: column.uuid().primary(),
    executionId: column.uuid().primary(),
    stepId: column.uuid().primary(),
    eventType: column.text().primary(),
    key: column.text().defaultRaw(`''::text`),
    match: column.json(),
    conditions: column.json().nullable(),
    lookbackSeconds: column.integer().nullable(),
    lookAt: column.time().nullable(),
    handle: column.text(),
    outputAs: column.text().nullable(),
    since: now(),
  },
});

/** The end of an execution, or its request for an approval, that is to be published to webhooks. */
export const executionNotices = withForeignKeys(
  defineEntity({
    name: 'ExecutionNotice',
    tableName: 'execution_notices',
    properties: {
      workspaceId: column.uuid().primary(),
      id: generatedId(),
      executionId: column.uuid(),
      stepId: column.uuid().nullable(),
      kind: column.text(),
      dueAt: now(),
    },
  }),
  { workspaceId: cascade('workspaces') },
);
