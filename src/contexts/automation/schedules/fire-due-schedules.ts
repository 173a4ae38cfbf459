import { nextScheduledTime, type ScheduleConfig } from '../../../nodes/index.js';
import type { Services } from '../../../platform/services.js';
import { newExecution, startExecutions } from '../executions/index.js';

/** Schedules fired in one transaction. */
const firedAtOnce = 100;

interface DueSchedule {
  workspaceId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  config: ScheduleConfig;
  /** Milliseconds since 1970. */
  dueMs: string;
}

// Rows that another process is firing are its own; whoever comes later finds them moved on.
const dueText = `/* due_schedules */
  select s.workspace_id as "workspaceId", s.flow_id as "flowId", s.config, extract(epoch from s.due_at) * 1000 as "dueMs",
    f.name as "flowName", f.version as "flowVersion"
  from flow_schedules s join flows f on f.workspace_id = s.workspace_id and f.id = s.flow_id
  where s.due_at <= $1 and f.is_active
  order by s.due_at limit ${firedAtOnce} for update of s skip locked`;

const moveText = `/* move_schedules */
  update flow_schedules s set due_at = n.due_at
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n(workspace_id, flow_id, due_at)
  where s.workspace_id = n.workspace_id and s.flow_id = n.flow_id`;

/**
 * Starts a run of each flow whose time has come, and sets its next time, in one transaction: however many processes
 * try, each time starts one run. Times that were missed while nothing ran are caught up by one run, which is told the
 * first of them.
 * @returns how many were started; `firedAtOnce` where more may be due
 */
export function fireDueSchedules({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<number> {
  // One that cannot be computed any more must not keep all others from firing.
  const nextOf = ({ config, flowId }: DueSchedule, after: Date): Date | null => {
    try {
      return nextScheduledTime(config, after);
    } catch (error) {
      log.error({ err: error, flowId }, 'a schedule has no next time; activate its flow again');
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
    await startExecutions(sql, rows.map(scheduledRun));
    return rows.length;
  });
}

function scheduledRun({ workspaceId, flowId, flowName, flowVersion, dueMs }: DueSchedule) {
  return newExecution({
    workspaceId,
    flow: { id: flowId, name: flowName, version: flowVersion },
    trigger: 'schedule',
    startNodeId: null,
    triggerData: { scheduledFor: new Date(Number(dueMs)).toISOString() },
  });
}
