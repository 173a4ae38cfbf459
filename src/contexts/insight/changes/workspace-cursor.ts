import { statement } from '../../../platform/database/statement.js';
import { formatSnapshotCursor, parseSnapshot, reduceSnapshot } from '../../../platform/feed/index.js';
import type { Scope } from '../../../platform/graphql/context.js';

// Read in one snapshot, with the position of three feeds in it, so not typed.
const text = `/* workspace_cursor */ select s::text as snapshot, l.epoch, floor(extract(epoch from now()))::float8 as at, greatest(
    (select c.tx from workspace_changes c where c.workspace_id = $1 and c.tx < pg_snapshot_xmax(s) order by c.tx desc limit 1),
    (select e.place from execution_events e where e.workspace_id = $1 and e.place < pg_snapshot_xmax(s)
      order by e.place desc limit 1),
    (select w.tx from wallets w where w.account_id = $2 and w.tx < pg_snapshot_xmax(s)))::text as last
  from pg_current_snapshot() s cross join event_log l`;

interface Row {
  snapshot: string;
  epoch: number;
  at: number;
  last: string | null;
}

/** The position of what the operation reads, or of now, in the feeds of its workspace. */
export async function readWorkspaceCursor({ sql, workspaceId, access }: Scope): Promise<string> {
  const { rows } = await sql.query<Row>(statement(text, [workspaceId, access.accountId]));
  const { snapshot, epoch, at, last } = rows[0] as Row;
  const reduced = reduceSnapshot(parseSnapshot(snapshot), last === null ? null : BigInt(last));
  return formatSnapshotCursor({ epoch, at, snapshot: reduced });
}
