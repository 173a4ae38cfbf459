import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import type { Cause } from '../../../../platform/events/index.js';
import { fireVoiceCall, type StartQuota, signalStep } from '../../../automation/executions/index.js';
import {
  type ChangedCall,
  isEnd,
  published,
  type VoiceAgent,
  type VoiceCall,
  voiceCalls,
} from '../../../crm/definitions/index.js';
import { handleOf } from './call-status.js';
import { voiceDials } from './voice-dial.entity.js';

/**
 * Handles a new call status, in the transaction that writes it: starts the flows that are triggered by it, starts the
 * voice agent's flow when the call has ended, and resumes the step that placed the call. Each happens once, however often
 * the status is reported.
 */
export async function handleCallChange(
  sql: Sql,
  before: ChangedCall | null,
  call: ChangedCall,
  { cause, quota }: { cause: Cause | undefined; quota: StartQuota },
): Promise<void> {
  if (before?.status === call.status) return;
  const { workspaceId, voiceAgentId } = call;
  const isOver = isEnd(call.status) && !(before && isEnd(before.status));
  const flowId = isOver && voiceAgentId ? await flowOfAgent(sql, workspaceId, voiceAgentId) : null;
  const shown = published(voiceCalls.fields, call as VoiceCall);
  // As it is stored: times are ISO texts in trigger data.
  const triggerData = JSON.parse(JSON.stringify(shown)) as typeof call & Record<string, unknown>;
  await fireVoiceCall(sql, workspaceId, triggerData, { causedBy: cause, besides: flowId, quota });
  await resumeStep(sql, call);
}

async function flowOfAgent(sql: Sql, workspaceId: string, voiceAgentId: string): Promise<string | null> {
  const agent = await typed(sql, 'flow_of_voice_agent', tableOf<VoiceAgent>()('voice_agents'))
    .selectFrom('voice_agents')
    .select('flowId')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', voiceAgentId)
    .executeTakeFirst();
  return agent?.flowId ?? null;
}

async function resumeStep(sql: Sql, { workspaceId, id, status }: ChangedCall): Promise<void> {
  const handle = handleOf(status);
  if (!handle) return;
  const step = await typed(sql, 'step_of_call', voiceDials)
    .selectFrom('voice_dials')
    .select(['executionId', 'stepId'])
    .where('workspaceId', '=', workspaceId)
    .where('voiceCallId', '=', id)
    .executeTakeFirst();
  const output = { callId: id, status };
  // The step may not have started to wait yet.
  if (step) await signalStep(sql, { workspaceId, ...step }, { handle, output }, { evenBeforeWait: true });
}
