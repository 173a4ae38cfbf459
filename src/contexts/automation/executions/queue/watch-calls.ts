import type { Logger } from 'pino';
import type { Database, Sql } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { type Watch, watchDue } from '../../../../platform/work/watch-due.js';
import { cancelCalls, settleCall } from '../run/calls.js';
import { executionClaims } from '../store/execution-claim.entity.js';
import type { ExecutionKey } from '../store/execution-store.js';

export interface WatchCallsOptions {
  db: Database;
  listener: Listener;
  log: Logger;
  now: () => Date;
}

/** Executions that one look reads, and those settled concurrently. */
const atOnce = { found: 100, settled: 8 };
/** Milliseconds after which it looks for calls that a dead process left. */
const idleMs = 1_000;

interface Pending extends ExecutionKey {
  answers: boolean;
  abandons: boolean;
}

/** Oldest first: the condition and the order of the partial index. */
function pendingCalls(sql: Sql): Promise<Pending[]> {
  return typed(sql, 'pending_calls', executionClaims)
    .selectFrom('execution_claims')
    .select(({ and, ref }) => [
      'workspaceId',
      'executionId',
      'abandons',
      and([ref('ended'), ref('answers')])
        .$castTo<boolean>()
        .as('answers'),
    ])
    .where(({ or, ref }) => or([ref('ended'), ref('abandons')]))
    .orderBy('executionId')
    .limit(atOnce.found)
    .execute();
}

/**
 * Sends results to callers and cancels abandoned calls, as soon as this process is notified, and within a second after
 * another process died. It uses no slot that executions wait for.
 */
export function watchCalls({ db, listener, log, now }: WatchCallsOptions): Watch {
  return watchDue({
    listener,
    log,
    now,
    channel: 'calls_ended',
    what: 'calls',
    fire: () => settleCalls({ db, log }),
    nextDue: async () => now().getTime() + idleMs,
  });
}

type Settling = Pick<WatchCallsOptions, 'db' | 'log'>;

async function settleCalls(options: Settling): Promise<number> {
  const rows = await pendingCalls(options.db.pool);
  const failures: unknown[] = [];
  for (let from = 0; from < rows.length; from += atOnce.settled) {
    const some = rows.slice(from, from + atOnce.settled);
    const settled = await Promise.allSettled(some.map((call) => settle(options, call)));
    failures.push(...settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
  }
  // A failure must not block the others, nor be retried at once.
  if (failures.length > 0) throw failures[0];
  return rows.length;
}

async function settle(options: Settling, call: Pending): Promise<void> {
  if (call.abandons) await cancelCalls(options, call);
  if (call.answers) await settleCall(options.db, call);
}
