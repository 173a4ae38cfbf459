import type { Sql } from '../../../platform/database/database.js';
import { shareQueue } from './share-queue.js';
import { giveAllTurnsSql } from './turns.sql.js';

/** What each worker does about the queue once a second: nobody waits for a turn that is free, nor behind one backlog. */
export async function tendQueue(sql: Sql): Promise<void> {
  await sql.query({ name: 'give_all_turns', text: giveAllTurnsSql });
  await shareQueue(sql);
}
