import { executionEvents } from '../../../../../nodes/index.js';
import type { Database, Sql } from '../../../../../platform/database/database.js';
import { expression, typed } from '../../../../../platform/database/typed-sql.js';
import type { DefinedEvent } from '../../../../../platform/events/index.js';
import { dueRows, queue } from '../../../../../platform/work/queues.js';
import type { ClaimingWorker } from '../../../../../platform/work/watch-claims.js';
import { type Watch, watchDue } from '../../../../../platform/work/watch-due.js';
import type { WorkContext } from '../../../../module.js';
import { queueDeliveries } from '../../../webhooks/index.js';
import type { ExecutionTrigger } from '../../store/execution-record.js';
import { executionNotices } from '../../store/execution-step.entity.js';
import { referenceIn } from '../../store/values/large-values.js';

queue('notices', dueRows('execution_notices'));

const now = expression<Date>`now()`;

/** Notices that are published in one transaction. */
const atOnce = 100;

// Takes many rows, under locks, with what they are about.
const takeText = `/* take_notices */
with taken as (
  delete from execution_notices where workspace_id = $1 and id in (
    select id from execution_notices where workspace_id = $1 and due_at <= now() order by id limit ${atOnce} for update skip locked)
  returning workspace_id, id, execution_id, step_id, kind
)
select t.id, t.kind, e.id as "executionId", e.flow_id as "flowId", e.flow_name as "flowName", e.flow_version as "flowVersion",
  e.trigger, e.started_at as "startedAt", e.finished_at as "finishedAt",
  case when t.kind = 'completed' then e.output end as output, s.id as "stepId", s.node_id as "nodeId", s.name as "nodeName",
  s.input ->> 'message' as message, s.started_at as "requestedAt", s.resume_at as "expiresAt"
from taken t join executions e on e.workspace_id = t.workspace_id and e.id = t.execution_id and e.trigger <> 'simulation'
left join execution_steps s on s.workspace_id = t.workspace_id and s.execution_id = t.execution_id and s.id = t.step_id
order by t.id`;

interface Notice {
  id: string;
  kind: 'completed' | 'cancelled' | 'approval';
  executionId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  trigger: ExecutionTrigger;
  startedAt: string;
  finishedAt: string;
  output: unknown;
  stepId: string | null;
  nodeId: string;
  nodeName: string;
  message: string | null;
  requestedAt: string;
  expiresAt: string | null;
}

/**
 * Publishes to webhooks the executions that have completed or were cancelled, and the approvals that are requested. Their
 * rows exist only if a webhook listens: a checkpoint writes them with the change.
 */
export function watchNotices({ services }: WorkContext, { listener }: ClaimingWorker): Watch {
  const { db, log, now } = services;
  return watchDue({
    listener,
    channel: 'execution_notices',
    log,
    now,
    what: 'notices of executions',
    fire: async () => {
      const ids = await dueWorkspaces(db.pool);
      for (const id of ids) {
        await publishNotices(db, id).catch(async (error: Error) => {
          log.error({ err: error, workspaceId: id }, 'executions could not be published; they will be retried');
          await postpone(db.pool, id);
        });
      }
      return ids.length;
    },
    nextDue: () => nextDue(db.pool),
  });
}

async function dueWorkspaces(sql: Sql): Promise<string[]> {
  const rows = await typed(sql, 'due_notices', executionNotices)
    .selectFrom(({ selectFrom }) => {
      const due = selectFrom('execution_notices').select('workspaceId').where('dueAt', '<=', now);
      return due.orderBy('dueAt').limit(atOnce).as('n');
    })
    .select('n.workspaceId as id')
    .distinct()
    .execute();
  return rows.map(({ id }) => id);
}

async function postpone(sql: Sql, workspaceId: string): Promise<void> {
  await typed(sql, 'postpone_notices', executionNotices)
    .updateTable('execution_notices')
    .set({ dueAt: expression<Date>`now() + interval '30 seconds'` })
    .where('workspaceId', '=', workspaceId)
    .where('dueAt', '<=', now)
    .execute();
}

/** In milliseconds since 1970; null without a notice. */
async function nextDue(sql: Sql): Promise<number | null> {
  const next = await typed(sql, 'next_notice', executionNotices)
    .selectFrom('execution_notices')
    .select(({ fn }) => fn.min('dueAt').as('dueAt'))
    .executeTakeFirst();
  return next?.dueAt ? new Date(next.dueAt).getTime() : null;
}

function publishNotices(db: Database, workspaceId: string): Promise<void> {
  return db.within(workspaceId).transaction(async (sql: Sql) => {
    const { rows } = await sql.query<Notice>({ name: 'take_notices', text: takeText, values: [workspaceId] });
    await queueDeliveries(
      sql,
      workspaceId,
      rows.map((notice) => eventOf(workspaceId, notice)),
    );
  });
}

function eventOf(workspaceId: string, notice: Notice): DefinedEvent {
  const { id, kind, executionId, requestedAt, finishedAt, output } = notice;
  const facts = { id, workspaceId, order: executionId };
  if (kind === 'approval') {
    const data = { ...partsOf(notice, { status: 'running' as const }), ...requestOf(notice) };
    return executionEvents.approvalRequested.of({ ...facts, timestamp: iso(requestedAt), data });
  }
  const ended = { ...facts, timestamp: iso(finishedAt) };
  if (kind === 'cancelled') {
    const data = partsOf(notice, { status: 'cancelled' as const, finishedAt: iso(finishedAt) });
    return executionEvents.cancelled.of({ ...ended, data });
  }
  const parts = partsOf(notice, { status: 'completed' as const, finishedAt: iso(finishedAt) });
  const result = referenceIn(output) ? { output: null, outputOmitted: true } : { output };
  return executionEvents.completed.of({ ...ended, data: { ...parts, ...result } });
}

/** What all events of executions have; that of a failed one is in `fireExecutionFailed`. */
function partsOf<State extends object>(
  { executionId, flowId, flowName, flowVersion, trigger, startedAt }: Notice,
  state: State,
) {
  return {
    execution: { id: executionId, flowId, ...state, trigger, startedAt: iso(startedAt) },
    flow: { id: flowId, name: flowName, version: flowVersion },
  };
}

function requestOf({ stepId, nodeId, nodeName, message, expiresAt }: Notice) {
  const step = { id: `${stepId}`, nodeId, name: nodeName };
  return { step, message, expiresAt: expiresAt && iso(expiresAt) };
}

function iso(time: string): string {
  return new Date(time).toISOString();
}
