import { nextScheduledTime, type ScheduleConfig } from '../../../nodes/index.js';
import type { Services } from '../../../platform/services.js';
import { countOf, queue } from '../../../platform/work/queues.js';
import { type NewExecution, newExecution, startExecutions, startQuota } from '../executions/index.js';

/** Maximum of schedules that one transaction fires. */
export const maxFiredAtOnce = 100;

interface DueSchedule {
  workspaceId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  config: ScheduleConfig;
  /** Milliseconds since 1970. */
  dueMs: string;
}

const activeDue = `from flow_schedules s join flows f on f.workspace_id = s.workspace_id and f.id = s.flow_id
  where s.due_at <= now() and f.is_active`;
queue('schedules', { depth: countOf(activeDue), since: `(select min(s.due_at) ${activeDue})` });

// As text, because both take many rows at once, the first with locks. Rows that another process has locked are skipped: that
// process fires them and sets their next time.
const dueText = `/* due_schedules */
  select s.workspace_id as "workspaceId", s.flow_id as "flowId", s.config, extract(epoch from s.due_at) * 1000 as "dueMs",
    f.name as "flowName", f.version as "flowVersion"
  from flow_schedules s join flows f on f.workspace_id = s.workspace_id and f.id = s.flow_id
  where s.due_at <= $1 and f.is_active
  order by s.due_at limit ${maxFiredAtOnce} for update of s skip locked`;

const moveText = `/* move_schedules */
  update flow_schedules s set due_at = n.due_at
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n(workspace_id, flow_id, due_at)
  where s.workspace_id = n.workspace_id and s.flow_id = n.flow_id`;

/**
 * Starts an execution of each flow whose schedule is due, and sets its next time, in one transaction: each time starts
 * one execution, however many processes try. Times that were missed while no process ran are made up for by one
 * execution; its `scheduledFor` is the first of them. A time at which the workspace has too many queued executions is
 * skipped.
 * @returns the number of executions started; if it is `maxFiredAtOnce`, more may be due
 */
export function fireDueSchedules({ db, now, log, get }: Pick<Services, 'db' | 'now' | 'log' | 'get'>): Promise<number> {
  // A schedule whose next time cannot be computed must not prevent the others from firing.
  const nextOf = ({ config, flowId }: DueSchedule, after: Date): Date | null => {
    try {
      return nextScheduledTime(config, after);
    } catch (error) {
      log.error({ err: error, flowId }, 'the next time of a schedule cannot be computed; activate its flow again');
      return null;
    }
  };
  return db.transaction(async (sql) => {
    const at = now();
    const { rows } = await sql.query<DueSchedule>(dueText, [at]);
    if (rows.length === 0) return 0;
    await sql.query(moveText, [
      rows.map(({ workspaceId }) => workspaceId),
      rows.map(({ flowId }) => flowId),
      rows.map((row) => nextOf(row, at)),
    ]);
    const runs: NewExecution[] = [];
    for (const row of rows) {
      const admitted = await get(startQuota).queue({ sql, runs: [scheduledExecution(row)] });
      runs.push(...admitted.runs);
      if (admitted.refused)
        log.warn({ flowId: row.flowId, reason: admitted.refused.message }, 'a scheduled time was skipped');
    }
    if (runs.length > 0) await startExecutions(sql, runs);
    return rows.length;
  });
}

function scheduledExecution({ workspaceId, flowId, flowName, flowVersion, dueMs }: DueSchedule) {
  return newExecution({
    workspaceId,
    flow: { id: flowId, name: flowName, version: flowVersion },
    trigger: 'schedule',
    startNodeId: null,
    triggerData: { scheduledFor: new Date(Number(dueMs)).toISOString() },
  });
}
