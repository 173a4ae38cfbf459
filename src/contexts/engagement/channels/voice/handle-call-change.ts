import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Cause } from '../../../../platform/events/index.js';
import { fireVoiceCall, type StartQuota, signalStep } from '../../../automation/executions/index.js';
import { type ChangedCall, isEnd, published, type VoiceCall, voiceCalls } from '../../../crm/definitions/index.js';
import { handleOf } from './call-status.js';

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
  const text =
    '/* flow_of_voice_agent */ select flow_id as "flowId" from voice_agents where workspace_id = $1 and id = $2';
  const { rows } = await sql.query<{ flowId: string | null }>(statement(text, [workspaceId, voiceAgentId]));
  return rows[0]?.flowId ?? null;
}

async function resumeStep(sql: Sql, { workspaceId, id, status }: ChangedCall): Promise<void> {
  const handle = handleOf(status);
  if (!handle) return;
  const text = `/* step_of_call */ select execution_id as "executionId", step_id as "stepId" from voice_dials
    where workspace_id = $1 and voice_call_id = $2`;
  const { rows } = await sql.query<{ executionId: string; stepId: string }>(statement(text, [workspaceId, id]));
  const output = { callId: id, status };
  // The step may not have started to wait yet.
  if (rows[0]) await signalStep(sql, { workspaceId, ...rows[0] }, { handle, output }, { evenBeforeWait: true });
}
