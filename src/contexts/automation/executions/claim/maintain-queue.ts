import type { Sql } from '../../../../platform/database/database.js';
import { grantAllSlotsSql } from './concurrency-slots.sql.js';
import { scheduleFairly } from './schedule-fairly.js';

/** What each worker does about the queue once a second: nobody waits for a turn that is free, nor behind one backlog. */
export async function maintainQueue(sql: Sql): Promise<void> {
  await sql.query({ name: 'give_all_turns', text: grantAllSlotsSql });
  await scheduleFairly(sql);
}
