import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.js';
import { deleteOldExecutions } from './delete-old-executions.js';
import { createPartitions } from './execution-partitions.js';

export interface RetentionOptions {
  db: Database;
  log: Logger;
  now: () => Date;
  /** Days for which ended executions are kept. */
  days: number;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Milliseconds before the first pass, and between two passes. */
const every = { first: 60_000, pass: 60 * 60 * 1_000 };

/**
 * Deletes old executions, one pass an hour, until it is stopped. Of several processes one does it: it holds a session
 * lock, which ends with the session, however the process ends.
 */
export function watchRetention(options: RetentionOptions): { stop(): Promise<void> } {
  const abort = new AbortController();
  const work = async () => {
    for (let wait = every.first; ; wait = every.pass) {
      await delay(wait, undefined, { signal: abort.signal, ref: false });
      await pass(options, abort.signal).catch((error: Error) => {
        if (!abort.signal.aborted)
          options.log.warn({ err: error }, 'deleting old executions failed; it will be retried');
      });
    }
  };
  const working = work().catch(() => undefined);
  return {
    async stop() {
      abort.abort();
      await working;
    },
  };
}

async function pass({ db, log, now, days }: RetentionOptions, signal: AbortSignal): Promise<void> {
  const client = await db.pool.connect();
  // The connection can break during a pause, too; the next statement then fails.
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      `/* lock_retention */ select pg_try_advisory_lock(hashtext('retention')) as mine`,
    );
    if (!rows[0]?.mine) return;
    if (!(await createPartitions(client, now())))
      log.warn('partitions of the next weeks could not be created beside a long transaction; it will be retried');
    const before = new Date(now().getTime() - days * dayMs);
    const runs = await deleteOldExecutions({ sql: client, before, signal });
    if (runs > 0) log.info({ runs }, 'old executions were deleted');
  } finally {
    // Closing the session releases the lock.
    client.release(true);
  }
}
