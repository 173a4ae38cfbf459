import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import { countsByDim, mostFrequent, timelineOf } from './counts/arrange-counts.js';
import { durationsOf } from './counts/durations.js';
import type { Period } from './counts/period.js';
import { type Metric, readCounts, readDailyCounts, shareOf } from './counts/read-counts.js';
import type { NumbersOf } from './objects/analyzed-period.object.js';
import type { FlowAnalytics, RunCounts, TopFlow } from './objects/flow-analytics.object.js';

const maxFlows = 10;

/** Analyzes executions that began in a period: outcome, most frequent flows, duration. Reads only the requested fields. */
export async function analyzeFlows(
  scope: Scope,
  period: Period,
  fields: RequestedFields,
): Promise<NumbersOf<FlowAnalytics>> {
  const metrics: Metric[] = [
    ...(fields.has('executions') || fields.has('successRate') ? (['run'] as const) : []),
    ...(fields.has('duration') ? (['run.duration'] as const) : []),
    ...(fields.has('topFlows') ? (['run.flow'] as const) : []),
  ];
  const [counts, days] = await Promise.all([
    metrics.length > 0 ? readCounts(scope, metrics, period) : [],
    fields.has('timeline') ? readDailyCounts(scope, ['run'], ['run'], period) : [],
  ]);
  const executions = executionsOf((status) => countsByDim(counts, 'run').get(status) ?? 0);
  const { average, percentile } = durationsOf(counts.filter(({ metric }) => metric === 'run.duration'));
  return {
    executions,
    successRate: successRate(executions),
    topFlows: fields.has('topFlows') ? await topFlows(scope, countsByDim(counts, 'run.flow')) : [],
    duration: { averageMs: Math.round(average), p50Ms: percentile(0.5), p95Ms: percentile(0.95) },
    timeline: timelineOf(period, days, (of) => ({
      total: of('run', 'started'),
      completed: of('run', 'completed'),
      failed: of('run', 'failed'),
    })),
  };
}

function executionsOf(count: (status: string) => number): RunCounts {
  const [total, completed, failed, cancelled] = [
    count('started'),
    count('completed'),
    count('failed'),
    count('cancelled'),
  ] as [number, number, number, number];
  return { total, completed, failed, cancelled, running: total - completed - failed - cancelled };
}

function successRate({ completed, failed, cancelled }: RunCounts): number {
  return shareOf(completed, completed + failed + cancelled);
}

/** @param counts by flow and status, as `id:completed` */
async function topFlows(scope: Scope, counts: Map<string, number>): Promise<TopFlow[]> {
  const started = new Map(
    [...counts].filter(([dim]) => dim.endsWith(':started')).map(([dim, n]) => [dim.slice(0, dim.indexOf(':')), n]),
  );
  const most = mostFrequent(started, maxFlows);
  const ids = most.map(([id]) => id);
  const names = scope.access.capabilities.has('flows:read') ? await flowNames(scope, ids) : new Map<string, null>();
  return most.map(([flowId, executions]) => ({
    flowId,
    name: names.get(flowId) ?? null,
    executions,
    successRate: successRate(executionsOf((status) => counts.get(`${flowId}:${status}`) ?? 0)),
  }));
}

/** The names of flows; for a deleted flow, the name in its last execution. One statement for both, so not typed. */
async function flowNames(scope: Scope, ids: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await scope.reads.query<{ id: string; name: string | null }>(
    `/* find_flow_names */ select i.id, coalesce(f.name, (select e.flow_name from executions e
       where e.workspace_id = $1 and e.flow_id = i.id order by e.id desc limit 1)) as name
     from unnest($2::uuid[]) as i(id) left join flows f on f.workspace_id = $1 and f.id = i.id`,
    [scope.workspaceId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
