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

/** A step that can still be called: by the clock of the database. One that has not begun has no row yet. */
const stateText = `/* state_of_addressed_step */ select s.status = 'waiting' and s.error is null as waits,
    s.status in ('running', 'waiting') and (s.signal is null or (s.signal ->> 'attempt')::integer <> s.attempt)
      and (s.resume_at is null or s.error is not null or s.resume_at > clock_timestamp()) as open
  from execution_steps s where s.workspace_id = $1 and s.execution_id = $2 and s.iteration = $3 and s.node_id = $4`;

const waitsText = `/* wait_at_address */ select ${foundWaitSql} as wait from event_waits w
  where w.workspace_id = $1 and w.event_type = $2 and w.key = any($3::text[])`;

/**
 * Continues the step at an address with what it was called with, in the caller's transaction. If the step does not wait yet, the
 * call is kept for it.
 * @throws AppError GONE if the address was called before, or the step or its execution is over
 */
export async function callAddress(
  sql: Sql,
  target: AddressTarget,
  data: Readonly<Record<string, unknown>>,
  now: Date,
): Promise<void> {
  const { workspaceId } = target;
  const { waits } = await requireOpen(sql, target);
  const key = keyOf(target);
  const id = callId(key);
  const event: PublicEvent = { id, type: addressCalled, timestamp: now.toISOString(), workspaceId, key, data };
  const kept = await typed(sql, 'keep_call_of_address', keptEvents)
    .insertInto('kept_events')
    .values({
      workspaceId,
      id,
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
}

/** Whether the step at an address waits. @throws AppError GONE */
async function requireOpen(sql: Sql, target: AddressTarget): Promise<{ waits: boolean }> {
  const { workspaceId, executionId, iteration, nodeId } = target;
  // Locked first, as by every signal: what is read then stays so until the call is stored.
  const claim = await typed(sql, 'lock_called_execution', executionClaims)
    .selectFrom('execution_claims')
    .select('executionId')
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', executionId)
    .where('ended', 'is', false)
    .forUpdate()
    .executeTakeFirst();
  if (!claim) throw gone();
  const { rows } = await sql.query<{ waits: boolean; open: boolean }>(
    statement(stateText, [workspaceId, executionId, iteration, nodeId]),
  );
  const step = rows[0] ?? { waits: false, open: true };
  if (!step.open) throw gone();
  return step;
}

/** Whether the address can still be called. */
export async function isCallable(sql: Sql, target: AddressTarget): Promise<boolean> {
  try {
    await requireOpen(sql, target);
  } catch (error) {
    if (error instanceof AppError && error.code === 'GONE') return false;
    throw error;
  }
  const used = await typed(sql, 'call_of_address', keptEvents)
    .selectFrom('kept_events')
    .select('id')
    .where('workspaceId', '=', target.workspaceId)
    .where('id', '=', callId(keyOf(target)))
    .executeTakeFirst();
  return used === undefined;
}

function keyOf({ executionId, nodeId, iteration }: AddressTarget): string {
  return addressKey(`${executionId}:${nodeId}:${iteration}`);
}

function gone(): AppError {
  return new AppError('GONE', 'This address was used already, or is not valid any more.');
}
