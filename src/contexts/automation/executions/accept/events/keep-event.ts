import type { Sql } from '../../../../../platform/database/database.js';
import { statement } from '../../../../../platform/database/statement.js';
import { storableJson } from '../../../../../platform/database/storable-json.js';
import type { PublicEvent } from '../../../../../platform/events/index.js';
import { keysOf } from '../../store/event-waits.js';

/** Seconds for which an event is kept longer than a wait may look back: the wait looks again after it began. */
const spareSeconds = 3_600;

/** What an event reached: these executions do not find it again. */
export interface ReachedExecutions {
  executionIds: readonly string[];
  wokenIds: readonly string[];
}

/** Keeps an event for waits that look back, in the transaction that publishes it. One that is kept for longer stays so. */
export async function keepForLookback(
  sql: Sql,
  event: PublicEvent,
  seconds: number,
  { executionIds, wokenIds }: ReachedExecutions,
): Promise<void> {
  const { workspaceId, id, type } = event;
  // Extends what is there, which typed statements cannot say.
  const text = `/* keep_for_lookback */
    insert into kept_events as k (workspace_id, id, event, type, keys, execution_ids, woken_ids, forget_at)
    values ($1, $2, $3, $4, $5, $6::uuid[], $7::uuid[], now() + make_interval(secs => $8))
    on conflict (workspace_id, id) do update set forget_at = greatest(k.forget_at, excluded.forget_at)`;
  const values = [workspaceId, id, storableJson(event), type, keysOf(event), executionIds, wokenIds];
  await sql.query(statement(text, [...values, seconds + spareSeconds]));
}
