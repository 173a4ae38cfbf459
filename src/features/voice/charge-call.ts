import type { Sql } from '../../platform/database/database.js';
import { statement } from '../../platform/database/statement.js';
import { type Act, type MeterDeps, meterAct } from '../usage/index.js';
import type { CallKey } from './call-token.js';

type Source = Act['source'];

/** Thrown where nothing is to be done: it only ends the act that asked whether it could be paid. */
class NothingDone extends Error {}

/** Asks whether a first minute can be paid. Takes nothing. @throws ProviderError INSUFFICIENT_CREDITS */
export async function requireMinute(credits: MeterDeps, workspaceId: string, source: Source): Promise<void> {
  await meterAct(credits, workspaceId, minutes(source, 1), () => Promise.reject(new NothingDone())).catch((error) => {
    if (!(error instanceof NothingDone)) throw error;
  });
}

/** Takes the minutes of a call that was placed from here, when it is over. Calls that nobody took cost nothing. */
export async function chargeCall(
  { sql, credits }: { sql: Sql; credits: MeterDeps },
  { workspaceId, callId }: CallKey,
  seconds: number,
): Promise<void> {
  const text = '/* payer_of_call */ select source from voice_dials where workspace_id = $1 and voice_call_id = $2';
  const { rows } = await sql.query<{ source: Source | null }>(statement(text, [workspaceId, callId]));
  const source = rows[0]?.source;
  if (!source || seconds <= 0) return;
  const act = { ...minutes(source, Math.ceil(seconds / 60)), metadata: { callId, seconds } };
  await meterAct(credits, workspaceId, act, async () => undefined);
}

function minutes(source: Source, quantity: number): Act {
  return { eventType: 'voice_minute', app: 'twilio', country: null, source, quantity };
}
