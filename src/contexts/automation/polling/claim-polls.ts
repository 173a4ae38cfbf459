import type { FlowControl } from '../../../engine/index.js';
import { catalogue } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { countOf, queue } from '../../../platform/work/queues.js';
import type { PollState } from '../flows/index.js';

/** Seconds that a poll may take. */
export const pollSeconds = 120;
/** Seconds after which another process takes over a poll whose process died. */
const leaseSeconds = 180;

/** The triggers that poll, by their `settings.triggerType`. */
export const pollingTypes: readonly string[] = [
  ...new Set([...catalogue.values()].flatMap(({ poll, trigger }) => (poll && trigger ? [trigger] : []))),
];

/** A poll that this process makes. */
export interface ClaimedPoll {
  workspaceId: string;
  workspaceName: string;
  /** The ID of the trigger. */
  id: string;
  nodeId: string;
  type: string;
  config: Record<string, unknown>;
  /** The number of the claim: an older one has no effect. */
  polls: number;
  poll: PollState | null;
  flowId: string;
  flowName: string;
  flowVersion: number;
  /** That of the flow. */
  control: FlowControl | null;
  runAs: string | null;
}

const due = `from flow_triggers t where t.due_at <= now() and t.type = any('{${pollingTypes.join()}}')`;
queue('polls', { depth: countOf(due), since: `(select min(t.due_at) ${due})` });

// A claim: rows that another process has locked are skipped.
const text = `/* claim_polls */
with due as (
  select t.workspace_id, t.id from flow_triggers t
  where t.due_at <= now() and t.type = any($1::text[]) and not t.workspace_id = any($2::uuid[])
  order by t.due_at limit $3 for update skip locked
)
update flow_triggers t set polls = t.polls + 1, due_at = now() + interval '${leaseSeconds} seconds'
from due d join flows f on f.workspace_id = d.workspace_id join workspaces w on w.id = d.workspace_id
where t.workspace_id = d.workspace_id and t.id = d.id and f.id = t.flow_id
returning t.workspace_id as "workspaceId", w.name as "workspaceName", t.id, t.node_id as "nodeId", t.type, t.config, t.polls,
  t.poll, f.id as "flowId", f.name as "flowName", f.version as "flowVersion", f.settings -> 'control' as control, f.run_as as "runAs"`;

/**
 * Claims polls that are due, the longest first.
 * @param busy workspaces of which no more may be claimed
 */
export async function claimPolls(sql: Sql, busy: readonly string[], limit: number): Promise<ClaimedPoll[]> {
  const { rows } = await sql.query<ClaimedPoll>(statement(text, [pollingTypes, busy, limit]));
  return rows;
}
