import type { Scope } from '../../../platform/graphql/context.js';
import { countsByDim, mostFrequent } from './counts/arrange-counts.js';
import type { Days } from './counts/period.js';
import { type Count, type Metric, readCounts } from './counts/read-counts.js';
import type { TriggerRuns } from './objects/flow-analytics.object.js';

const maxTriggers = 100;

/**
 * Analyzes executions of a flow that began in a period by the trigger node that started them, the most frequent first. Those that began at
 * another node, or by a call of another flow, have none. Empty without the capability flows:read, and for a flow without executions.
 */
export async function analyzeTriggers(scope: Scope, flowId: string, period: Days): Promise<TriggerRuns[]> {
  if (!scope.access.capabilities.has('flows:read')) return [];
  const metric: Metric = `run.triggers:${flowId.toLowerCase()}`;
  const counts = await readCounts(scope, [metric], period);
  const numbers = new Map(counts.map((count) => [count.dim, count]));
  const started = new Map(
    [...countsByDim(counts, metric)].flatMap(([dim, n]) =>
      dim.startsWith(begun) ? [[dim.slice(begun.length), n]] : [],
    ),
  );
  return mostFrequent(started, maxTriggers).map(([triggerNodeId, executions]) => {
    const [completed, failed] = ['completed', 'failed'].map((status) => numbers.get(`${status}:${triggerNodeId}`)) as [
      Count | undefined,
      Count | undefined,
    ];
    const ended = (completed?.n ?? 0) + (failed?.n ?? 0);
    const ms = (completed?.total ?? 0) + (failed?.total ?? 0);
    return {
      triggerNodeId,
      executions,
      completed: completed?.n ?? 0,
      failed: failed?.n ?? 0,
      averageMs: ended === 0 ? 0 : Math.round(ms / ended),
    };
  });
}

const begun = 'started:';
