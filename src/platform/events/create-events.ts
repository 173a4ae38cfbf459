import type { Sql } from '../database/database.js';
import type { EventListener, PublishedEvent } from './event-type.js';

/** The step on whose behalf something is changed. The events of that change carry it. */
export interface Cause {
  executionId: string;
  flowId: string;
  stepId: string;
  /** Flows whose runs led here, oldest first, that of this run last. */
  chain: readonly string[];
  /** The log of the step, while it is at work. */
  log?: (level: 'info' | 'warn', message: string) => void;
}

export interface Events {
  /**
   * Hands an event to all who listen to its type, one after the other in the order in which they are registered. All of
   * it is part of the caller's transaction: it happens exactly when the change does.
   * @param tx the transaction of the change
   * @throws what a listener throws: the change is then not made either
   */
  publish<Payload>(tx: Sql, event: PublishedEvent<Payload>): Promise<void>;
}

/** The dispatcher of a process. @param listeners of all modules, in order */
export function createEvents(listeners: readonly EventListener[]): Events {
  const byType: ReadonlyMap<unknown, readonly EventListener[]> = Map.groupBy(listeners, ({ type }) => type);
  return {
    async publish(tx, { type, payload }) {
      for (const { handle } of byType.get(type) ?? []) await handle(tx, payload as never);
    },
  };
}
