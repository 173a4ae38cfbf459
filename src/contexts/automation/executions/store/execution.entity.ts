import { defineEntity } from '@mikro-orm/postgresql';
import { column, now } from '../../../../platform/database/mapping/columns.js';

/** Written by the execution store only. */
export const executions = defineEntity({
  name: 'Execution',
  tableName: 'executions',
  properties: {
    workspaceId: column.uuid().primary(),
    id: column.uuid().primary(),
    flowId: column.uuid(),
    flowName: column.text(),
    flowVersion: column.integer(),
    status: column.text().defaultRaw(`'running'::text`),
    trigger: column.text(),
    startNodeId: column.text().nullable(),
    triggerNodeId: column.text().nullable(),
    triggerData: column.json().nullable(),
    /** The HTTP request that started it by webhook. */
    request: column.json().nullable(),
    output: column.json().nullable(),
    error: column.json().nullable(),
    parentExecutionId: column.uuid().nullable(),
    retryOf: column.uuid().nullable(),
    startedAt: column.time(),
    finishedAt: column.time().nullable(),
    createdAt: column.time(),
    encrypted: column.text().nullable(),
    mocks: column.json().nullable(),
    simulated: column.json().nullable(),
    chain: column.uuids().defaultRaw(`'{}'::uuid[]`),
    callDepth: column.smallint().default(0),
    parentStepId: column.uuid().nullable(),
    parentAttempt: column.integer().nullable(),
    /** `status` if the execution failed or was cancelled. */
    unsuccessfulStatus: column
      .text()
      .nullable()
      .generated(`(case when status in ('failed', 'cancelled') then status end) stored`),
    rootId: column.uuid().nullable(),
    /** The span that started it, for its trace. */
    traceparent: column.text().nullable(),
    /** A user, or an API key; null for executions from before it was recorded. */
    runAs: column.uuid().nullable(),
  },
});

/** The execution that an idempotency key has started. */
export const idempotencyKeys = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  properties: {
    workspaceId: column.uuid().primary(),
    flowId: column.uuid().primary(),
    key: column.text().primary(),
    requestHash: column.bytes(),
    executionId: column.uuid(),
    createdAt: now(),
  },
});
