import type { Logger } from 'pino';
import type { Database } from '../../../../../platform/database/database.js';
import type { Listener } from '../../../../../platform/database/listener.js';
import { expression, typed } from '../../../../../platform/database/typed-sql.js';
import { dueRows, queue } from '../../../../../platform/work/queues.js';
import { type Watch, watchDue } from '../../../../../platform/work/watch-due.js';
import { lookbackSecondsSql } from '../../../flows/index.js';
import { webhookListensSql } from '../../../webhooks/index.js';
import { executionFailures } from '../../store/execution-step.entity.js';
import type { ExecutionKey } from '../../store/execution-store.js';
import type { StartQuota } from '../../store/start-quota.js';
import { hasErrorFlowSql } from './find-error-flow.js';
import { fireExecutionFailed } from './fire-execution-failed.js';

queue('failures', dueRows('execution_failures'));

export interface WatchFailuresOptions {
  db: Database;
  listener: Listener;
  log: Logger;
  now: () => Date;
  quota: StartQuota;
}

/** Failed executions that one look reads, and those published concurrently. */
const atOnce = { found: 100, published: 8 };
/** Milliseconds after which it looks for executions whose process died right after their end. */
const idleMs = 1_000;

/**
 * Many rows, under locks. Oldest first. Those to which nothing listens are deleted here. The others are published once: their
 * row is deleted in the same transaction, see `fireExecutionFailed`.
 */
const pendingSql = `/* pending_failures */
with pending as (
  select workspace_id, execution_id, flow_id, due_at from execution_failures
  where due_at <= now() order by due_at limit $1 for update skip locked
), judged as (
  select p.*, exists (select from flow_triggers f where f.workspace_id = p.workspace_id and f.starts_on = 'execution.failed')
    or exists (select from event_waits w where w.workspace_id = p.workspace_id and w.event_type = 'execution.failed')
    or ${lookbackSecondsSql('p.workspace_id', "'execution.failed'")} is not null
    or ${webhookListensSql('p.workspace_id', "'execution.failed'")} or ${hasErrorFlowSql('p')} as listened from pending p
), unheard as (
  delete from execution_failures f using judged j
  where not j.listened and f.workspace_id = j.workspace_id and f.execution_id = j.execution_id
)
select workspace_id as "workspaceId", execution_id as "executionId", listened from judged order by due_at`;

interface PendingFailure extends ExecutionKey {
  listened: boolean;
}

/**
 * Publishes failed executions: as soon as this process has written their end, and within a second if it died right
 * afterwards. It uses no slot that executions wait for.
 */
export function watchFailures(options: WatchFailuresOptions): Watch {
  const { listener, log, now } = options;
  return watchDue({
    listener,
    log,
    now,
    what: 'failed executions',
    fire: () => publishFailures(options),
    nextDue: async () => now().getTime() + idleMs,
  });
}

async function publishFailures(options: WatchFailuresOptions): Promise<number> {
  const { rows } = await options.db.pool.query<PendingFailure>({
    name: 'pending_failures',
    text: pendingSql,
    values: [atOnce.found],
  });
  const listened = rows.filter((one) => one.listened);
  for (let from = 0; from < listened.length; from += atOnce.published) {
    await Promise.all(listened.slice(from, from + atOnce.published).map((key) => publishFailure(options, key)));
  }
  return rows.length;
}

async function publishFailure({ db, log, quota }: WatchFailuresOptions, key: ExecutionKey): Promise<void> {
  const { workspaceId, executionId } = key;
  try {
    await db.within(workspaceId).transaction((sql) => fireExecutionFailed(sql, key, quota));
  } catch (error) {
    log.error({ err: error, executionId }, 'a failed execution could not be published; it will be retried');
    await postpone(db, key);
  }
}

/** A failure that could not be published must not block the others, nor be retried at once. */
async function postpone({ pool }: Database, { workspaceId, executionId }: ExecutionKey): Promise<void> {
  await typed(pool, 'postpone_failure', executionFailures)
    .updateTable('execution_failures')
    .set({ dueAt: expression<Date>`now() + interval '30 seconds'` })
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', executionId)
    .execute();
}
