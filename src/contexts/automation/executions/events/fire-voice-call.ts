import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Cause } from '../../../../platform/events/index.js';
import { type StartedByEvent, type SubscribedFlow, startSubscribedFlows } from './start-subscribed-flows.js';

/** A voice call in a state that it has just reached. It is the trigger data of the runs that it starts. */
export interface VoiceCallEvent {
  id: string;
  status: string;
  voiceAgentId?: string | null;
  [field: string]: unknown;
}

/**
 * Starts the active flows that wait for a call in this state, each once, as part of the caller's transaction.
 * @param sql the caller's transaction
 * @param besides a flow that is started, too, whatever its trigger; active like the others, and no second time
 */
export async function fireVoiceCall(
  sql: Sql,
  workspaceId: string,
  call: VoiceCallEvent,
  causedBy?: Cause,
  besides: string | null = null,
): Promise<StartedByEvent> {
  const name = `voice_call.${call.status}`;
  const text = `/* find_call_listeners */ select id, name, version, settings from flows
    where workspace_id = $1 and (starts_on = $2 or id = $3 and is_active) order by id`;
  const { rows } = await sql.query<SubscribedFlow>(statement(text, [workspaceId, name, besides]));
  const subscribed = rows.filter(
    ({ id, settings }) => id === besides || isOfAgent(call, settings.triggerConfig.voiceAgentId),
  );
  const key = `${call.id}:${call.status}`;
  return startSubscribedFlows(sql, subscribed, {
    workspaceId,
    trigger: 'voice_call',
    key,
    name,
    triggerData: call,
    causedBy,
  });
}

function isOfAgent({ voiceAgentId }: VoiceCallEvent, wanted: unknown): boolean {
  return wanted == null || voiceAgentId === wanted;
}
