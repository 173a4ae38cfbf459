import type { Sql } from '../../../platform/database/database.js';

/** Ended deliveries that are kept of each webhook, and for how many days. */
export const keptDeliveries = { count: 10_000, days: 7 };

const atOnce = 1_000;

// A batch of rows of all workspaces.
const text = `/* delete_old_deliveries */
with old as (
  select o.workspace_id, o.id from webhooks w cross join lateral (
    (select d.workspace_id, d.id from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.due_at is null
        and d.created_at < now() - interval '${keptDeliveries.days} days' limit ${atOnce})
    union
    (select d.workspace_id, d.id from webhook_deliveries d
      where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.due_at is null
      order by d.created_at desc, d.id desc offset ${keptDeliveries.count} limit ${atOnce})
  ) o limit ${atOnce}
)
delete from webhook_deliveries d using old where d.workspace_id = old.workspace_id and d.id = old.id`;

/** Deletes ended deliveries that are no longer kept. @returns how many */
export async function deleteOldDeliveries(sql: Sql): Promise<number> {
  return (await sql.query(text)).rowCount ?? 0;
}
