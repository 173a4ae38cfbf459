import type { Sql } from '../database/database.js';
import type { EventListener, ListenerContext, PublishedEvent } from './event-type.js';

/** The step that caused a change. The events of that change contain it. */
export interface Cause {
  executionId: string;
  flowId: string;
  stepId: string;
  /** Flows of the executions that led here, oldest first, that of this execution last. */
  chain: readonly string[];
  /** Writes to the log of the step while it is in progress. */
  log?: (level: 'info' | 'warn', message: string) => void;
}

export interface Events {
  /**
   * Delivers an event to all listeners of its type, one after the other, in the order of their registration. All of it
   * is part of the caller's transaction: it takes effect exactly when the change does.
   * @param tx the transaction of the change
   * @throws the error of a listener, which also prevents the change
   */
  publish<Payload>(tx: Sql, event: PublishedEvent<Payload>): Promise<void>;
}

/** Creates the event dispatcher of a process. @param listeners of all modules, in order */
export function createEvents(listeners: readonly EventListener[], context: ListenerContext): Events {
  const byType: ReadonlyMap<unknown, readonly EventListener[]> = Map.groupBy(listeners, ({ type }) => type);
  return {
    async publish(tx, { type, payload }) {
      for (const { handle } of byType.get(type) ?? []) await handle(tx, payload as never, context);
    },
  };
}
