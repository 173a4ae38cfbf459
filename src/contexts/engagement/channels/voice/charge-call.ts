import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { type BillableOperation, type MeterDeps, meterOperation } from '../../../billing/usage/index.js';
import type { CallKey } from './call-token.js';

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
  const text = `/* payer_of_call */ select d.source, c."to" from voice_dials d
    join voice_calls c on c.workspace_id = d.workspace_id and c.id = d.voice_call_id
    where d.workspace_id = $1 and d.voice_call_id = $2 and d.source is not null`;
  const { rows } = await sql.query<Dialled>(statement(text, [workspaceId, callId]));
  if (!rows[0] || seconds <= 0) return;
  const operation = {
    ...minutes(rows[0], Math.ceil(seconds / 60)),
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
