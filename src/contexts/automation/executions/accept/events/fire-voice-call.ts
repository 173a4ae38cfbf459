import type { Sql } from '../../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../../platform/database/typed-sql.js';
import type { Cause } from '../../../../../platform/events/index.js';
import type { Flow } from '../../../flows/index.js';
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
  const rows: SubscribedFlow[] = await typed(sql, 'find_call_listeners', tableOf<Flow>()('flows'))
    .selectFrom('flows')
    .select(['id', 'name', 'version', 'settings'])
    .where('workspaceId', '=', workspaceId)
    .where(({ and, eb, or, ref }) => or([eb('startsOn', '=', name), and([eb('id', '=', besides), ref('isActive')])]))
    .orderBy('id')
    .execute();
  const subscribed = rows.filter(
    ({ id, settings }) => id === besides || isOfAgent(call, settings.triggerConfig.voiceAgentId),
  );
  const key = `${call.id}:${call.status}`;
  const occurrence = { workspaceId, trigger: 'voice_call', key, name, triggerData: call, causedBy } as const;
  return startSubscribedFlows(sql, subscribed, occurrence, quota);
}

function isOfAgent({ voiceAgentId }: VoiceCallEvent, wanted: unknown): boolean {
  return wanted == null || voiceAgentId === wanted;
}
