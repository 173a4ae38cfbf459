import type { Sql } from '../../../platform/database/database.js';
import { anyOf, fromNow, typed } from '../../../platform/database/typed-sql.js';
import { stateTable } from './state-entry.record.js';

/** The values of some keys in the state of a flow, in one statement. Those that are missing or have expired are left out. */
export async function readState(
  sql: Sql,
  { workspaceId, flowId }: { workspaceId: string; flowId: string },
  keys: readonly string[],
): Promise<Record<string, unknown>> {
  const rows = await typed(sql, 'read_state', stateTable)
    .selectFrom('flow_state')
    .select(['key', 'value'])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', '=', flowId)
    .where('key', '=', anyOf(keys))
    .where((entry) => entry.or([entry('expiresAt', 'is', null), entry('expiresAt', '>', fromNow(0))]))
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
