import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import type { Cause } from '../../../../../platform/events/index.js';
import type { StartQuota } from '../../store/start-quota.js';
import { type StartedByEvent, type SubscribedFlow, startSubscribedFlows } from './start-subscribed-flows.js';

/** A voice call that has reached a status. It is the trigger data of the executions that it starts. */
export interface VoiceCallEvent {
  id: string;
  status: string;
  voiceAgentId?: string | null;
  [field: string]: unknown;
}

export interface VoiceCallStart {
  causedBy?: Cause | undefined;
  /** Another active flow to start once, whatever its trigger. */
  besides?: string | null;
  quota: StartQuota;
}

// Joins flows with their triggers, and adds a flow by its default trigger, behind those that listen.
const listenersSql = `/* find_call_listeners */ select f.id, f.name, f.version, f.settings, t.listens,
  json_build_object('nodeId', t.node_id, 'config', t.config) as trigger
from (
  select t.flow_id, t.node_id, t.position, t.config, true as listens from flow_triggers t
  where t.workspace_id = $1 and t.starts_on = $2
  union all (
    select t.flow_id, t.node_id, t.position, t.config, false from flow_triggers t
    where t.workspace_id = $1 and t.flow_id = $3 order by t.type = 'manual' desc, t.position limit 1)
) t join flows f on f.workspace_id = $1 and f.id = t.flow_id and f.is_active
order by f.id, t.listens desc, t.position`;

/**
 * Starts the active flows that subscribe to calls in this status, each once, in the caller's transaction.
 * @param sql the caller's transaction
 */
export async function fireVoiceCall(
  sql: Sql,
  workspaceId: string,
  call: VoiceCallEvent,
  { causedBy, besides = null, quota }: VoiceCallStart,
): Promise<StartedByEvent> {
  const name = `voice_call.${call.status}`;
  const { rows } = await sql.query<SubscribedFlow & { listens: boolean }>(
    statement(listenersSql, [workspaceId, name, besides]),
  );
  const subscribed = rows.filter(({ id, listens, trigger }) => {
    const isMet = listens && isOfAgent(call, trigger.config.voiceAgentId);
    return isMet || (id === besides && !listens);
  });
  const key = `${call.id}:${call.status}`;
  const occurrence = { workspaceId, trigger: 'voice_call', key, name, triggerData: call, causedBy } as const;
  return startSubscribedFlows(sql, subscribed, occurrence, quota);
}

function isOfAgent({ voiceAgentId }: VoiceCallEvent, wanted: unknown): boolean {
  return wanted == null || voiceAgentId === wanted;
}
