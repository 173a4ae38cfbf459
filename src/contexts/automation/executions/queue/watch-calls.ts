import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { type Watch, watchDue } from '../../../../platform/work/watch-due.js';
import { cancelCalls, settleCall } from '../run/calls.js';
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

/** Oldest first: the order of the partial index. */
const pendingSql = `/* pending_calls */
select workspace_id as "workspaceId", execution_id as "executionId", ended and answers as answers, abandons
from execution_claims where ended or abandons order by execution_id limit $1`;

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
  const { rows } = await options.db.pool.query<Pending>({
    name: 'pending_calls',
    text: pendingSql,
    values: [atOnce.found],
  });
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
