/** What the tail `t` has not read of a column with transactions. */
const isUnread = (tx: string) => `${tx} >= t."tx" and ${tx} < coalesce(t."untilXmax", now.xmax)
        and (t."untilXip" is null or ${tx} <> all (t."untilXip"))`;

/** Transactions of the changes that satisfy a condition, oldest first. */
const transactions = (condition: string, rows: number) => `(select distinct c.tx from workspace_changes c
        where c.workspace_id = t."workspaceId" and ${condition} and ${isUnread('c.tx')} and c.type = any (t."types")
        order by c.tx limit ${rows})`;

/** The wallet of each tail that wants it, if it changed. */
const walletOf = `from workspaces s join wallets w on w.account_id = s.account_id
        where s.id = t."workspaceId" and 'wallet' = any (t."types") and (w.tx >= t."sinceXmax" or w.tx = any (t."sinceXip"))
          and ${isUnread('w.tx')}`;

/**
 * $1: tails as JSON, see `readChanges`. Reads on for many workspaces, in one statement and so in one
 * snapshot, which it returns. All changes of a transaction to one record are one; those to a record that it created and
 * deleted are none. Complete transactions are read, because each is a single commit. Hot and for many at once, so not typed.
 * @param rows the changes that are read at most; a constant, so that one plan serves all values, see `Database.hotPool`
 */
export const readChangesSql = (rows: number) => `/* read_change_feed */
with now as materialized (
  select s as snapshot, pg_snapshot_xmax(s) as xmax from pg_current_snapshot() s
), tails as materialized (
  select * from json_to_recordset($1::json) as t("i" integer, "workspaceId" uuid, "sinceXmax" xid8, "sinceXip" xid8[],
    "untilXmax" xid8, "untilXip" xid8[], "tx" xid8, "type" text, "id" uuid, "types" text[])
), txs as materialized (
  select t."i", x.tx from now cross join tails t cross join lateral (
    select distinct tx from (
      ${transactions('c.tx >= greatest(t."sinceXmax", t."tx")', rows)}
      union all
      ${transactions('c.tx = any (t."sinceXip")', rows)}
      union all
      select w.tx ${walletOf}
    ) u order by tx limit ${rows}) x
), written as (
  select x."i", x.tx, c.type, r.id, c.action, c.id as n, c.created_at
  from txs x join tails t using ("i") join workspace_changes c on c.workspace_id = t."workspaceId" and c.tx = x.tx
    and c.type = any (t."types")
  cross join unnest(c.ids) as r(id)
  union all
  select x."i", w.tx, 'wallet', w.account_id, 'updated', null, w.updated_at
  from txs x join tails t using ("i") join workspaces s on s.id = t."workspaceId"
  join wallets w on w.account_id = s.account_id and w.tx = x.tx and 'wallet' = any (t."types")
), combined as (
  select "i", tx, type, id, (array_agg(action order by n))[1] as first, (array_agg(action order by n desc))[1] as last,
    min(created_at) as created_at
  from written group by "i", tx, type, id
), found as materialized (
  select c.*, row_number() over (order by c."i", c.tx, c.type, c.id) as number from combined c join tails t using ("i")
  where (c.tx, c.type, c.id) > (t."tx", t."type", t."id") and not (c.first = 'created' and c.last = 'deleted')
)
select now.snapshot::text, l.epoch,
  (select json_agg(json_build_object('found', (select count(*) from found f where f."i" = t."i"),
    'transactions', (select count(*) from txs x where x."i" = t."i"), 'to', (select max(x.tx)::text from txs x where x."i" = t."i"),
    'last', (select greatest(
        (select c.tx from workspace_changes c where c.workspace_id = t."workspaceId" and c.tx >= coalesce(t."sinceXmax", '0')
          and c.tx < now.xmax order by c.tx desc limit 1),
        (select w.tx from workspaces s join wallets w on w.account_id = s.account_id
          where s.id = t."workspaceId" and 'wallet' = any (t."types") and w.tx < now.xmax))::text)) order by t."i")
    from tails t) as tails,
  (select json_agg(json_build_object('tail', "i", 'tx', tx::text, 'type', type, 'id', id, 'action',
      case when last = 'deleted' then last when first = 'created' then first else 'updated' end,
      'at', floor(extract(epoch from created_at))) order by number) from found where number <= ${rows}) as page
from now cross join event_log l`;
