import type pg from 'pg';

/**
 * The messages of the protocol that a client receives, as events. pg keeps it for itself: errors of every statement, and
 * what a statement returns beside its rows, are seen nowhere else.
 */
export function messagesOf(client: pg.Client): NodeJS.EventEmitter {
  return (client as unknown as { connection: NodeJS.EventEmitter }).connection;
}
