import type { Sql } from '../../../../platform/database/database.js';
import { giveAllTurnsSql } from './concurrency-slots.sql.js';
import { shareQueue } from './schedule-fairly.js';

/** What each worker does about the queue once a second: nobody waits for a turn that is free, nor behind one backlog. */
export async function tendQueue(sql: Sql): Promise<void> {
  await sql.query({ name: 'give_all_turns', text: giveAllTurnsSql });
  await shareQueue(sql);
}
