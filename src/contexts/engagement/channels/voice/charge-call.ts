import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { phoneCountry } from '../../../../platform/providers/phone-country.js';
import { type BillableOperation, type MeterDeps, meterOperation } from '../../../billing/usage/index.js';
import type { CallKey } from './call-token.js';

type Source = BillableOperation['source'];

/** Thrown where nothing is to be done: it only ends the act that asked whether it could be paid. */
class NothingDone extends Error {}

/** Who pays for a call, and the number called: its country has a rate of its own. */
interface Dialled {
  source: Source;
  to: string;
}

/** Asks whether a first minute can be paid. Takes nothing. @throws ProviderError INSUFFICIENT_CREDITS */
export async function requireMinute(credits: MeterDeps, workspaceId: string, dialled: Dialled): Promise<void> {
  await meterOperation(credits, workspaceId, minutes(dialled, 1), () => Promise.reject(new NothingDone())).catch(
    (error) => {
      if (!(error instanceof NothingDone)) throw error;
    },
  );
}

/**
 * Takes the minutes of a call that was placed from here, when it is over; once, however often. Calls that nobody took
 * cost nothing.
 */
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
  const act = { ...minutes(rows[0], Math.ceil(seconds / 60)), metadata: { callId, seconds } };
  await meterOperation(
    credits,
    workspaceId,
    act,
    async () => undefined,
    () => ({ id: callId }),
    callId,
  );
}

function minutes({ source, to }: Dialled, quantity: number): BillableOperation {
  return { eventType: 'voice_minute', country: phoneCountry(to), source, quantity };
}
