import { defineEntity, type InferEntity } from '@mikro-orm/postgresql';
import type { TriggerType } from '../../../../engine/node-shape.js';
import { byMigration, column } from '../../../../platform/database/mapping/columns.js';
import { cascade, withForeignKeys } from '../../../../platform/database/mapping/foreign-keys.js';

/** What a trigger that polls knows of its source. */
export interface PollState {
  cursor: unknown;
  /** Whether a poll has succeeded: the first one only remembers what is there. */
  isPrimed: boolean;
  /** How many items are remembered. */
  remembered: number;
  /** Polls that have failed since the last one that succeeded. */
  failures: number;
  error: { code: string; message: string; since: string } | null;
  /** Whether `source.failed` was published since then. */
  isReported?: boolean;
  /** When it was polled last. */
  at: string | null;
}

/**
 * What starts a flow: a row for each trigger of its current version, written with it. Of a flow whose graph has no trigger yet,
 * one for its settings, with an empty `nodeId`.
 */
export const flowTriggers = withForeignKeys(
  defineEntity({
    name: 'FlowTrigger',
    tableName: 'flow_triggers',
    properties: {
      workspaceId: column.uuid().primary(),
      id: column.uuid().primary(),
      flowId: column.uuid(),
      nodeId: column.text(),
      /** Its place among the triggers of the flow, from 0. */
      position: column.integer(),
      type: column.text().$type<TriggerType>(),
      config: column.json<Record<string, unknown>>(),
      /** Whether it can start the flow: the flow is active, and the node is not disabled. */
      isActive: column.boolean(),
      /** The event that starts the flow, while it is active. */
      startsOn: column.text().nullable().generated(byMigration),
      /** Of a webhook: what finds it, and a copy to show to callers that may change the flow. */
      tokenHash: column.bytes().nullable(),
      encryptedToken: column.text().nullable(),
      /** Of an active schedule: when it starts the flow next; null if never again. Of one that polls: when it does. */
      dueAt: column.time().nullable(),
      /** Of one that polls: what it knows of its source; null before the first poll. */
      poll: column.json<PollState>().nullable(),
      /** How often a process has claimed a poll. */
      polls: column.integer().default(0),
    },
  }),
  { flowId: cascade('flows') },
);

export type FlowTrigger = InferEntity<typeof flowTriggers>;
