import { addressCalled, addressKey, earlyCallDays } from '../../../../../nodes/index.js';
import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import { storableJson } from '../../../../../platform/database/storable-json.js';
import { fromNow, typed } from '../../../../../platform/database/typed-sql.js';
import { AppError } from '../../../../../platform/errors/errors.js';
import type { PublicEvent } from '../../../../../platform/events/index.js';
import type { AddressTarget } from '../../run/step-address.js';
import { type FoundWait, foundWaitSql, keysOf, wakeWaits } from '../../store/event-waits.js';
import { executionClaims } from '../../store/execution-claim.entity.js';
import { callId, keptEvents } from '../../store/kept-event.entity.js';

const daySeconds = 86_400;

/** Whether the step `s` can still be called, by the clock of the database. One that has not begun has no row yet. */
export const isCallableSql = `s.status in ('running', 'waiting')
  and (s.signal is null or (s.signal ->> 'attempt')::integer <> s.attempt)
  and (s.resume_at is null or s.error is not null or s.resume_at > clock_timestamp())`;

const stateText = `/* state_of_addressed_step */ select s.status = 'waiting' and s.error is null as waits, ${isCallableSql} as open
  from execution_steps s where s.workspace_id = $1 and s.execution_id = $2 and s.iteration = $3 and s.node_id = $4`;

const waitsText = `/* wait_at_address */ select ${foundWaitSql} as wait from event_waits w
  where w.workspace_id = $1 and w.event_type = $2 and w.key = any($3::text[])`;

/** What a step is called with. */
export interface AddressCall {
  data: Readonly<Record<string, unknown>>;
  now: Date;
  /** What is the same in a repetition of the call, which is accepted and does nothing. Null: there are no repetitions. */
  hash?: Buffer | null;
}

/**
 * Continues the step at an address with what it was called with, in the caller's transaction. If the step does not wait yet, the
 * call is kept for it.
 * @returns false for a repetition of the call that was accepted
 * @throws AppError GONE if the address was called before, or the step or its execution is over
 */
export async function callAddress(
  sql: Sql,
  target: AddressTarget,
  { data, now, hash = null }: AddressCall,
): Promise<boolean> {
  const { workspaceId } = target;
  const key = keyOf(target);
  const id = callId(key);
  const isRunning = await lockCalled(sql, target);
  if (hash && (await isRepetition(sql, workspaceId, id, hash))) return false;
  if (!isRunning) throw gone();
  const { waits } = await requireOpen(sql, target);
  const event: PublicEvent = { id, type: addressCalled, timestamp: now.toISOString(), workspaceId, key, data };
  const kept = await typed(sql, 'keep_call_of_address', keptEvents)
    .insertInto('kept_events')
    .values({
      workspaceId,
      id,
      hash,
      event: storableJson(event),
      type: addressCalled,
      keys: keysOf(event),
      // A step that has been called is not called again, whether its call is still known or not.
      forgetAt: fromNow((waits ? 1 : earlyCallDays) * daySeconds),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows !== 1n) throw gone();
  const { rows } = await sql.query<{ wait: FoundWait }>(
    statement(waitsText, [workspaceId, addressCalled, keysOf(event)]),
  );
  await wakeWaits(
    sql,
    event,
    rows.map(({ wait }) => wait),
  );
  return true;
}

async function isRepetition(sql: Sql, workspaceId: string, id: string, hash: Buffer): Promise<boolean> {
  const known = await typed(sql, 'accepted_call_of_address', keptEvents)
    .selectFrom('kept_events')
    .select('hash')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return known?.hash != null && hash.equals(known.hash);
}

/**
 * Locks the execution first, as every signal does: what is read then stays so until the call is stored, and of two repetitions at
 * once the second one finds the first.
 * @returns false if the execution is over
 */
async function lockCalled(sql: Sql, { workspaceId, executionId }: AddressTarget): Promise<boolean> {
  const claim = await typed(sql, 'lock_called_execution', executionClaims)
    .selectFrom('execution_claims')
    .select('executionId')
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', executionId)
    .where('ended', 'is', false)
    .forUpdate()
    .executeTakeFirst();
  return claim !== undefined;
}

/** Whether the step at an address waits. @throws AppError GONE */
async function requireOpen(sql: Sql, target: AddressTarget): Promise<{ waits: boolean }> {
  const { workspaceId, executionId, iteration, nodeId } = target;
  const { rows } = await sql.query<{ waits: boolean; open: boolean }>(
    statement(stateText, [workspaceId, executionId, iteration, nodeId]),
  );
  const step = rows[0] ?? { waits: false, open: true };
  if (!step.open) throw gone();
  return step;
}

/** What distinguishes the call of an address. */
export function keyOf({ executionId, nodeId, iteration }: AddressTarget): string {
  return addressKey(`${executionId}:${nodeId}:${iteration}`);
}

/** 410 for an address that cannot be called any more. */
export function gone(): AppError {
  return new AppError('GONE', 'This address was used already, or is not valid any more.');
}
