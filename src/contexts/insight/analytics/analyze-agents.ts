import { anyOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import type { Scope } from '../../../platform/graphql/context.js';
import type { RequestedFields } from '../../../platform/graphql/requested-fields.js';
import type { Agent } from '../../crm/definitions/index.js';
import { countsByDim, mostFrequent, timelineOf } from './counts/arrange-counts.js';
import type { Period } from './counts/period.js';
import { type Metric, readCounts, readDailyCounts } from './counts/read-counts.js';
import type { AgentAnalytics, TopAgent } from './objects/agent-analytics.object.js';
import type { NumbersOf } from './objects/analyzed-period.object.js';

const maxAgents = 10;
/** The trigger of executions that an assistant starts as tool calls. */
const tool = 'ai_tool';

/** Analyzes the activity of assistants in a period. Reads only the requested fields. */
export async function analyzeAgents(
  scope: Scope,
  period: Period,
  fields: RequestedFields,
): Promise<NumbersOf<AgentAnalytics>> {
  const metrics: Metric[] = [
    ...(fields.has('sessions') || fields.has('topAgents') ? (['session'] as const) : []),
    ...(fields.has('toolCalls') ? (['run.trigger'] as const) : []),
  ];
  const [counts, days] = await Promise.all([
    metrics.length > 0 ? readCounts(scope, metrics, period) : [],
    fields.has('timeline') ? readDailyCounts(scope, ['session', 'run.trigger'], ['run.trigger'], period) : [],
  ]);
  const sessions = countsByDim(counts, 'session');
  return {
    sessions: [...sessions.values()].reduce((sum, n) => sum + n, 0),
    toolCalls: countsByDim(counts, 'run.trigger').get(tool) ?? 0,
    topAgents: fields.has('topAgents') ? await topAgents(scope, sessions) : [],
    timeline: timelineOf(period, days, (of) => ({ sessions: of('session'), toolCalls: of('run.trigger', tool) })),
  };
}

async function topAgents(scope: Scope, sessions: Map<string, number>): Promise<TopAgent[]> {
  const most = mostFrequent(sessions, maxAgents);
  const ids = most.map(([id]) => id);
  const names = scope.access.capabilities.has('agents:read') ? await agentNames(scope, ids) : new Map<string, string>();
  return most.map(([agentId, count]) => ({ agentId, name: names.get(agentId) ?? null, sessions: count }));
}

async function agentNames(scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await typed(scope.reads, 'find_agent_names', tableOf<Agent>()('agents'))
    .selectFrom('agents')
    .select(['id', 'name'])
    .where('workspaceId', '=', scope.workspaceId)
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
