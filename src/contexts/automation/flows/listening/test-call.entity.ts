import { defineEntity, type InferEntity } from '@mikro-orm/postgresql';
import { column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** The triggers that can wait for a test call. */
export type ListeningType = 'webhook' | 'form';

/**
 * The test call that a webhook or form of a flow waits for, and the last one that came, which is the sample of its node. One row for
 * each node.
 */
export const testCalls = withForeignKeys(
  defineEntity({
    name: 'StoredTestCall',
    tableName: 'test_calls',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      flowId: column.uuid(),
      nodeId: column.text(),
      type: column.text().$type<ListeningType>(),
      /** The configuration of the trigger when it began to wait. */
      config: column.json<Record<string, unknown>>(),
      /** What finds it, also after its call; null once it was stopped. */
      tokenHash: column.bytes().nullable(),
      /** A copy to show, while it can be called. */
      encryptedToken: column.text().nullable(),
      expiresAt: column.time().nullable(),
      receivedAt: column.time().nullable(),
      triggerData: column.json<unknown>().nullable(),
      /** Of a webhook: the request, as expressions read it. */
      request: column.json<Record<string, unknown>>().nullable(),
    },
  }),
  { flowId: cascade('flows') },
);

export type StoredTestCall = InferEntity<typeof testCalls>;
