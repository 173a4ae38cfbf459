/** What executions are counted by. Values are placeholders or columns of the statement. */
export interface CountedBy {
  /** The flow. Defaults to all flows. */
  flowId?: string;
  trigger?: string;
  statuses?: readonly string[];
}

/** In the place of a flow: all of them. */
export const allFlows = '00000000-0000-0000-0000-000000000000';

/** What deltas `d` add to the number of executions of a status. */
export const changesOfDeltas = 'cross join lateral (values (d.status, d.n), (d.was, -d.n)) c(status, n)';

/**
 * The expression of the exact number of executions of workspace `$1`, from their totals and deltas: its cost does not depend on
 * how many there are.
 */
export function executionTotalSql({ flowId, trigger, statuses }: CountedBy): string {
  const named = statuses ? `in (${statuses.map((status) => `'${status}'`).join(', ')})` : 'is not null';
  const by = (row: string) => (trigger ? ` and ${row}.trigger = ${trigger}` : '');
  const ofFlow = flowId ? ` and d.flow_id = ${flowId}` : '';
  return `(coalesce((select sum(t.n) from execution_totals t
      where t.workspace_id = $1 and t.flow_id = ${flowId ?? `'${allFlows}'`} and t.status ${named}${by('t')}), 0)
    + coalesce((select sum(c.n) from execution_deltas d ${changesOfDeltas}
      where d.workspace_id = $1${ofFlow} and c.status ${named}${by('d')}), 0))::integer`;
}

/**
 * Subtracts the executions of the weeks from a Monday (null: all before) until another one: after their partition was dropped, in its
 * transaction.
 */
export function subtractWeeksSql(from: Date | null, until: Date): string {
  const day = (time: Date) => `'${time.toISOString().slice(0, 10)}'::date`;
  const isOfThem = (row: string) => `${row}.week < ${day(until)}${from ? ` and ${row}.week >= ${day(from)}` : ''}`;
  return `insert into execution_deltas (workspace_id, flow_id, week, trigger, status, n)
    select workspace_id, flow_id, week, trigger, status, -sum(n) from (
      select t.workspace_id, t.flow_id, t.week, t.trigger, t.status, t.n from execution_totals t
      where t.flow_id <> '${allFlows}' and ${isOfThem('t')}
      union all
      select d.workspace_id, d.flow_id, d.week, d.trigger, c.status, c.n from execution_deltas d ${changesOfDeltas}
      where c.status is not null and ${isOfThem('d')}
    ) counted group by 1, 2, 3, 4, 5 having sum(n) <> 0`;
}
