import type { Logger } from 'pino';
import type { Database } from '../../../../platform/database/database.js';
import type { Listener } from '../../../../platform/database/listener.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { type Watch, watchDue } from '../../../../platform/work/watch-due.js';
import { logCancelled } from '../run/cancel-execution.js';
import { settleKeys } from '../run/settle-keys.js';
import { flowControls } from '../store/execution-claim.entity.js';
import { controlsChannel, postponeDueKey, takeDueKeys } from '../store/flow-controls.sql.js';
import { dropUncollected } from '../store/gathered-starts.sql.js';

export interface WatchKeysOptions {
  db: Database;
  listener: Listener;
  log: Logger;
  now: () => Date;
}

/** Keys that one transaction settles. */
const keysAtOnce = 200;

/**
 * Lets executions go that the control of their flow holds, as soon as others of their key have ended or their time has come. What
 * is due is taken in the transaction that settles it, so that nothing is lost if the process dies.
 */
export function watchKeys(options: WatchKeysOptions): Watch {
  const { db, listener, log, now } = options;
  return watchDue({
    listener,
    log,
    now,
    channel: controlsChannel,
    what: 'controlled executions',
    fire: () => settleDue(options),
    async nextDue() {
      const next = await typed(db.pool, 'next_control', flowControls)
        .selectFrom('flow_controls')
        .select(({ fn }) => fn.min('dueAt').as('dueAt'))
        .executeTakeFirst();
      return next?.dueAt ? new Date(next.dueAt).getTime() : null;
    },
  });
}

/** @returns how much was due */
async function settleDue(options: WatchKeysOptions): Promise<number> {
  try {
    return await settleSome(options, keysAtOnce);
  } catch (error) {
    options.log.warn({ err: error }, 'keys of controlled executions could not be settled; each is tried alone');
    return settleAlone(options);
  }
}

async function settleSome({ db, log }: WatchKeysOptions, most: number): Promise<number> {
  const { count, ended } = await db.transaction(async (sql) => {
    const keys = await takeDueKeys(sql, most);
    if (keys.length === 0) return { count: 0, ended: [] };
    const { ended } = await settleKeys(sql, keys);
    await dropUncollected(sql, keys);
    return { count: keys.length, ended };
  });
  logCancelled(log, ended);
  return count;
}

/** Settles what is due one by one: one that fails is postponed, and holds up none of the others. */
async function settleAlone(options: WatchKeysOptions): Promise<number> {
  let count = 0;
  for (; count < keysAtOnce; count++) {
    try {
      if ((await settleSome(options, 1)) === 0) break;
    } catch (error) {
      options.log.error({ err: error }, 'a key of controlled executions could not be settled; it will be retried');
      await postponeDueKey(options.db.pool);
    }
  }
  return count;
}
