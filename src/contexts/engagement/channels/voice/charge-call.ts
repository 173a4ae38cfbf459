import type { Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { type BillableOperation, type MeterDeps, meterOperation } from '../../../billing/usage/index.js';
import type { VoiceCall } from '../../../crm/definitions/index.js';
import type { CallKey } from './call-token.js';
import { voiceDials } from './voice-dial.entity.js';

type Source = BillableOperation['source'];

/** Cancels the operation that was only started to check the balance. */
class NothingDone extends Error {}

/** What a call is charged by: whose provider placed it, and the number called, whose country has its own rate. */
interface Dialled {
  source: Source;
  to: string;
}

/** Checks that the balance and the budgets cover one minute, without charging it. @throws ProviderError INSUFFICIENT_CREDITS, BUDGET_EXCEEDED */
export async function requireMinute(credits: MeterDeps, workspaceId: string, dialled: Dialled): Promise<void> {
  await meterOperation(credits, workspaceId, minutes(dialled, 1), () => Promise.reject(new NothingDone())).catch(
    (error) => {
      if (!(error instanceof NothingDone)) throw error;
    },
  );
}

/** Charges the minutes of an outbound call after its end. Idempotent; calls that were not answered are free. */
export async function chargeCall(
  { sql, credits }: { sql: Sql; credits: MeterDeps },
  { workspaceId, callId }: CallKey,
  seconds: number,
): Promise<void> {
  const dialled = await typed(sql, 'payer_of_call', voiceDials, tableOf<VoiceCall>()('voice_calls'))
    .selectFrom('voice_dials as d')
    .innerJoin('voice_calls as c', (call) =>
      call.onRef('c.workspaceId', '=', 'd.workspaceId').onRef('c.id', '=', 'd.voiceCallId'),
    )
    .select(['d.source', 'c.to'])
    .where('d.workspaceId', '=', workspaceId)
    .where('d.voiceCallId', '=', callId)
    .executeTakeFirst();
  if (!dialled?.source || seconds <= 0) return;
  const operation = {
    ...minutes(dialled as Dialled, Math.ceil(seconds / 60)),
    metadata: { callId, seconds },
    isPerformed: true as const,
  };
  await meterOperation(
    credits,
    workspaceId,
    operation,
    async () => undefined,
    () => ({ id: callId }),
    callId,
  );
}

function minutes({ source, to }: Dialled, quantity: number): BillableOperation {
  return { eventType: 'voice_minute', country: phoneCountry(to), source, quantity };
}
