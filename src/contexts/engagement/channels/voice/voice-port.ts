import type { PortUser, VoicePort } from '../../../../nodes/index.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import { newId } from '../../../../platform/new-id.js';
import { notConfigured } from '../../../../platform/providers/choose-provider.js';
import { placeCall, requireCaller } from '../../../../platform/providers/place-call.js';
import { createRecordIn, type RecordScope, updateRecord, workspaceScope } from '../../../../platform/records/index.js';
import { withoutCredentials } from '../../../accounts/secrets/index.js';
import { credits } from '../../../billing/usage/index.js';
import { voiceCalls } from '../../../crm/definitions/index.js';
import type { WorkContext } from '../../../module.js';
import { contactsToReach } from '../contacts-to-reach.js';
import { callbackAddress } from './call-token.js';
import { requireMinute } from './charge-call.js';
import { findOutboundCall, type OutboundCall } from './find-voice-agent.js';
import { voiceDials } from './voice-dial.entity.js';

interface Dial {
  callId: string;
  /** The provider has accepted the call. */
  isPlaced: boolean;
}

/** Phone calls of one step: each attempt places one call, whose status resumes the step. */
export function voicePort({ services, providers, sandbox }: WorkContext, user: PortUser): VoicePort {
  const { workspaceId, cause } = user;
  const scope = workspaceScope(services, workspaceId, cause);
  const { sql } = scope;
  return {
    async call({ to, voiceAgentId }, signal) {
      await contactsToReach(sql, workspaceId, to);
      const parties = await findOutboundCall(sql, workspaceId, voiceAgentId, to);
      const choice = await providers.choose('twilio', workspaceId);
      if (!choice && !sandbox) throw notConfigured('twilio');
      if (choice) await requireMinute(services.get(credits), workspaceId, { source: choice.source, to });
      const configured = choice?.settings.fromNumber;
      const from = choice ? requireCaller(parties.callerId ?? configured) : (parties.callerId ?? to);
      const { callId, isPlaced } = await dialOnce(scope, user, { parties, to, from });
      if (isPlaced) return { callId };
      if (!choice) {
        await updateRecord(scope, voiceCalls, callId, {
          status: 'completed',
          durationSeconds: 0,
          metadata: { sandbox: true },
        });
        return { callId, sandbox: true };
      }
      const { settings, reach } = choice;
      const streamUrl = settings.streamUrl ?? providers.streamUrl;
      const twiml = greeting(parties.agent, { callId, streamUrl });
      const statusAddress = callbackAddress(services.settings, { workspaceId, callId, source: choice.source });
      try {
        const call = { to, from, twiml, statusAddress };
        const { providerId } = await withoutCredentials(choice, () =>
          choice.call(signal, () => placeCall(reach, settings, call, signal)),
        );
        await typed(sql, 'call_placed', voiceDials)
          .updateTable('voice_dials')
          .set({ providerId, source: choice.source })
          .where('workspaceId', '=', workspaceId)
          .where('voiceCallId', '=', callId)
          .execute();
      } catch (error) {
        await updateRecord(scope, voiceCalls, callId, { status: 'failed', summary: String((error as Error).message) });
        throw error;
      }
      return { callId };
    },
  };
}

/** The call of this attempt: the one that it created before it was interrupted, or else a new one. */
async function dialOnce(
  scope: RecordScope,
  { workspaceId, executionId, nodeId, idempotencyKey, attempt, cause }: PortUser,
  { parties, to, from }: { parties: OutboundCall; to: string; from: string },
): Promise<Dial> {
  const key = `${idempotencyKey}:${attempt}`;
  return scope.transaction(async (sql) => {
    const dial = await typed(sql, 'find_dial', voiceDials)
      .selectFrom('voice_dials')
      .select(['voiceCallId', 'providerId'])
      .where('workspaceId', '=', workspaceId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (dial) return { callId: dial.voiceCallId, isPlaced: dial.providerId !== null };
    const { agent, contactId } = parties;
    const callId = newId();
    await createRecordIn(
      sql,
      scope,
      voiceCalls,
      { voiceAgentId: agent.id, contactId, direction: 'outbound', from, to, metadata: { executionId, nodeId } },
      { id: callId },
    );
    await typed(sql, 'create_dial', voiceDials)
      .insertInto('voice_dials')
      .values({ workspaceId, voiceCallId: callId, key, executionId, stepId: cause.stepId })
      .execute();
    return { callId, isPlaced: false };
  });
}

/**
 * The TwiML of a call that is answered: it says the agent's first message, then connects to the telephony bridge if one is
 * configured, with the IDs of the call and the agent as parameters.
 */
function greeting(
  { id, voice, language, firstMessage }: OutboundCall['agent'],
  { callId, streamUrl }: { callId: string; streamUrl: string | undefined },
): string {
  const attributes = [voice && `voice="${escaped(voice)}"`, language && `language="${escaped(language)}"`];
  const say = firstMessage ? `<${['Say', ...attributes.filter(Boolean)].join(' ')}>${escaped(firstMessage)}</Say>` : '';
  const parameters = `<Parameter name="callId" value="${callId}"/><Parameter name="voiceAgentId" value="${id}"/>`;
  const bridge = streamUrl ? `<Connect><Stream url="${escaped(streamUrl)}">${parameters}</Stream></Connect>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${say}${bridge}</Response>`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] as string);
}
