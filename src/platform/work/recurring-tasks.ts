import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Sql } from '../database/database.js';
import { fromNow, typed } from '../database/typed-sql.js';
import { repeat } from '../slots/repeat.js';
import { recurringTasks } from './recurring-task.entity.js';

/** Work that one process of an installation does again and again. */
export interface RecurringTask {
  /** Unique; the key of its row. */
  name: string;
  /** Milliseconds between the end of a pass and the next one. */
  everyMs: number;
  /** One pass. It may be repeated after a crash. @param signal aborted when the process stops */
  work(signal: AbortSignal): Promise<unknown>;
}

export interface RecurringTaskOptions {
  sql: Sql;
  log: Logger;
  /** The worker whose lease limits the claims. */
  workerId: string;
  tasks: readonly RecurringTask[];
}

const lookMs = 1_000;
/** Milliseconds before a pass that failed is repeated. */
const restMs = 10_000;
/** Milliseconds for which the next pass waits for the one before it. */
const shortMs = 50;

/** $1: the tasks of this process that it is not working on, $2: this worker. A claim of several rows, so not typed. */
const claimSql = `/* claim_recurring_tasks */
with due as (
  select name from recurring_tasks t where name = any($1::text[]) and due_at <= now()
    and (worker_id is null or worker_id = $2 or not exists (select from workers w where w.id = t.worker_id))
  for update skip locked
)
update recurring_tasks t set worker_id = $2, fence = t.fence + 1 from due where t.name = due.name
returning t.name, t.fence`;

/** Does each task in one process at a time, for as long as the lease of its worker lasts. */
export function watchRecurringTasks({ sql, log, workerId, tasks }: RecurringTaskOptions): { stop(): Promise<void> } {
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const working = new Map<string, Promise<void>>();
  const over = new AbortController();
  let added = false;

  async function pass({ name, everyMs, work }: RecurringTask, fence: number): Promise<void> {
    const failed = (error: Error) => {
      if (!over.signal.aborted) log.warn({ err: error, task: name }, 'a recurring task failed; it will be repeated');
      return restMs;
    };
    const nextMs = await work(over.signal).then(() => everyMs, failed);
    await typed(sql, 'finish_recurring_task', recurringTasks)
      .updateTable('recurring_tasks')
      .set({ workerId: null, dueAt: fromNow(nextMs / 1_000) })
      .where('name', '=', name)
      .where('fence', '=', fence)
      .execute();
  }

  async function look(): Promise<void> {
    if (!added) await addTasks(sql, [...byName.keys()]);
    added = true;
    const idle = [...byName.keys()].filter((name) => !working.has(name));
    if (idle.length === 0) return;
    const claim = { name: 'claim_recurring_tasks', text: claimSql, values: [idle, workerId] };
    const { rows } = await sql.query<{ name: string; fence: number }>(claim);
    for (const { name, fence } of rows) {
      const done = pass(byName.get(name) as RecurringTask, fence)
        // Its row cannot be written: it is claimed again when it is not in progress here.
        .catch((error: Error) => log.warn({ err: error, task: name }, 'the end of a recurring task was not written'))
        .finally(() => working.delete(name));
      working.set(name, done);
      // Short passes use one connection to Postgres, each of which needs 10 MB; a long one delays no other.
      await Promise.race([done, delay(shortMs)]);
    }
  }

  const looking = repeat(lookMs, look, (error) =>
    log.warn({ err: error }, 'claiming recurring tasks failed; retrying'),
  );
  return {
    async stop() {
      await looking.stop();
      over.abort();
      await Promise.all(working.values());
    },
  };
}

async function addTasks(sql: Sql, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await typed(sql, 'add_recurring_tasks', recurringTasks)
    .insertInto('recurring_tasks')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
