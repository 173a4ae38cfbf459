import type { Sql } from '../../../../platform/database/database.js';
import { grantAllSlotsSql } from './grant-slots.sql.js';
import { scheduleFairly } from './schedule-fairly.js';

/** The once-a-second maintenance of the queue: grants free concurrency slots and schedules workspaces fairly. */
export async function maintainQueue(sql: Sql): Promise<void> {
  await sql.query({ name: 'give_all_turns', text: grantAllSlotsSql });
  await scheduleFairly(sql);
}
