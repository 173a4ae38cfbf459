import type { FlowControl } from '../../../engine/index.js';
import { type DueTimes, dueTimes, jittered, type ScheduleConfig } from '../../../nodes/index.js';
import type { Services } from '../../../platform/services.js';
import { countOf, queue } from '../../../platform/work/queues.js';
import { type NewExecution, newExecution, startExecutions, startQuota } from '../executions/index.js';

/** Maximum of schedules that one transaction fires. */
export const maxFiredAtOnce = 100;

interface DueSchedule {
  workspaceId: string;
  /** The ID of the trigger. */
  id: string;
  nodeId: string;
  flowId: string;
  flowName: string;
  flowVersion: number;
  config: ScheduleConfig;
  /** That of the flow. */
  control: FlowControl | null;
  /** Milliseconds since 1970. */
  dueMs: string;
}

const activeDue = `from flow_triggers t where t.due_at <= now() and t.type = 'schedule'`;
queue('schedules', { depth: countOf(activeDue), since: `(select min(t.due_at) ${activeDue})` });

// As text, because both take many rows at once, the first with locks. Rows that another process has locked are skipped: that
// process fires them and sets their next time.
const dueText = `/* due_schedules */
  select t.workspace_id as "workspaceId", t.id, t.node_id as "nodeId", t.config, extract(epoch from t.due_at) * 1000 as "dueMs",
    f.id as "flowId", f.name as "flowName", f.version as "flowVersion", f.settings -> 'control' as control
  from flow_triggers t join flows f on f.workspace_id = t.workspace_id and f.id = t.flow_id
  where t.due_at <= $1 and t.type = 'schedule'
  order by t.due_at limit ${maxFiredAtOnce} for update of t skip locked`;

const moveText = `/* move_schedules */
  update flow_triggers t set due_at = n.due_at
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n(workspace_id, id, due_at)
  where t.workspace_id = n.workspace_id and t.id = n.id`;

/**
 * Starts executions by each schedule that is due, and sets its next time, in one transaction: each time starts at most one
 * execution, however many processes try. Which of the times that were missed while no process ran are made up for, the
 * schedule says. A time at which the workspace has too many queued executions is skipped.
 * @returns the number of schedules that were due; if it is `maxFiredAtOnce`, more may be due
 */
export function fireDueSchedules({ db, now, log, get }: Pick<Services, 'db' | 'now' | 'log' | 'get'>): Promise<number> {
  // A schedule whose next time cannot be computed must not prevent the others from firing.
  const timesOf = ({ config, flowId, dueMs }: DueSchedule, at: Date): DueTimes => {
    const due = new Date(Number(dueMs));
    try {
      return dueTimes(config, due, at);
    } catch (error) {
      log.error({ err: error, flowId }, 'the next time of a schedule cannot be computed; activate its flow again');
      return { times: [due], next: null };
    }
  };
  return db.transaction(async (sql) => {
    const at = now();
    const { rows } = await sql.query<DueSchedule>(dueText, [at]);
    if (rows.length === 0) return 0;
    const due = rows.map((row) => ({ row, ...timesOf(row, at) }));
    await sql.query(moveText, [
      rows.map(({ workspaceId }) => workspaceId),
      rows.map(({ id }) => id),
      due.map(({ next }) => next),
    ]);
    const runs: NewExecution[] = [];
    for (const { row, times } of due) {
      for (const time of times) {
        const admitted = await get(startQuota).queue({ sql, runs: [scheduledExecution(row, time, at)] });
        runs.push(...admitted.runs);
        if (admitted.refused)
          log.warn({ flowId: row.flowId, reason: admitted.refused.message }, 'a scheduled time was skipped');
      }
    }
    if (runs.length > 0) await startExecutions(sql, runs);
    return rows.length;
  });
}

function scheduledExecution(
  { workspaceId, id, nodeId, flowId, flowName, flowVersion, config, control }: DueSchedule,
  time: Date,
  at: Date,
) {
  const begins = jittered(config, id, time);
  return newExecution({
    workspaceId,
    flow: { id: flowId, name: flowName, version: flowVersion, settings: { control } },
    trigger: 'schedule',
    startNodeId: null,
    triggerNodeId: nodeId,
    triggerData: { scheduledFor: time.toISOString() },
    schedule: config.overlap && { id, overlap: config.overlap },
    dueAt: begins > at ? begins : null,
  });
}
