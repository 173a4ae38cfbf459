import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.js';
import { deleteOldExecutions } from './delete-old-executions.js';

export interface RetentionOptions {
  db: Database;
  log: Logger;
  now: () => Date;
  /** Days that ended runs are kept. */
  days: number;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** Milliseconds after a start, and between two passes. */
const every = { first: 60_000, pass: 60 * 60 * 1_000 };

/**
 * Removes old runs, a pass an hour, until it is stopped. Of several processes one does it: it holds a lock of its
 * session, which ends with it whatever becomes of the process.
 */
export function watchRetention(options: RetentionOptions): { stop(): Promise<void> } {
  const abort = new AbortController();
  const work = async () => {
    for (let wait = every.first; ; wait = every.pass) {
      await delay(wait, undefined, { signal: abort.signal, ref: false });
      await pass(options, abort.signal).catch((error: Error) => {
        if (!abort.signal.aborted)
          options.log.warn({ err: error }, 'old runs could not be removed; trying again later');
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
  // It breaks while it rests, too; the next statement tells.
  client.on('error', () => undefined);
  try {
    const { rows } = await client.query<{ mine: boolean }>(
      `/* lock_retention */ select pg_try_advisory_lock(hashtext('retention')) as mine`,
    );
    if (!rows[0]?.mine) return;
    const before = new Date(now().getTime() - days * dayMs);
    const runs = await deleteOldExecutions({ sql: client, before, signal });
    if (runs > 0) log.info({ runs }, 'old runs were removed');
  } finally {
    // The lock goes with the session.
    client.release(true);
  }
}
