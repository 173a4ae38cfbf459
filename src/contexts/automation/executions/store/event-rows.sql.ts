// Hot: each subscriber reads by these statements, under a budget of bytes.

import { jsonBytes, textBytes } from '../../../../platform/database/read-large.js';

/** The channel of the notifications about new events. */
export const eventsChannel = 'execution_events';

/** Rows that one read returns at most, and bytes of what their events contain; a larger row is returned alone. */
export interface PageLimits {
  rows: number;
  bytes: number;
}

export const pageLimits: PageLimits = { rows: 100, bytes: 8 * 1024 * 1024 };

/**
 * The size of what the events of a row `v` contain. Only compressed values must be read to determine it.
 */
const bytesOfRow = `(select pg_column_size(v.steps)
    + coalesce((select ${jsonBytes('e.trigger_data')} + ${jsonBytes('e.output')} from executions e
      where e.workspace_id = v.workspace_id and e.id = v.execution_id), 0)
    + coalesce((select sum(${['input', 'output', 'logs', 'error'].map((name) => jsonBytes(`s.${name}`)).join(' + ')}
        + ${textBytes('s.name')})
      from json_to_recordset(v.steps) as c("nodeId" text, "iteration" text)
      join execution_steps s on s.workspace_id = v.workspace_id and s.execution_id = v.execution_id
        and s.node_id = c."nodeId" and s.iteration = c."iteration"), 0))`;

/**
 * CTEs for the rows of `found`, in their order, up to a number and a size.
 * @param order the columns of their order
 */
const pageCtes = (order: string, { rows, bytes }: PageLimits) => `measured as (
  select v.*, row_number() over w as number, b.bytes, sum(b.bytes) over w - b.bytes as bytes_before
  from found v cross join lateral (select ${bytesOfRow} as bytes offset 0) b window w as (order by ${order})
), page as (
  select * from measured where number <= ${rows} and bytes_before < ${bytes}
)`;

/** A row of a page as JSON. */
const eventRowJson = `json_build_object('workspaceId', workspace_id, 'executionId', execution_id, 'flowId', flow_id,
    'place', place::text, 'fence', fence, 'n', n, 'at', floor(extract(epoch from created_at)), 'steps', steps, 'execution', execution, 'bytes', bytes::float8)`;

const key = 'place, execution_id, fence, n';

/** The rows of the tail `t` that satisfy a condition, in the order of a feed. */
const rowsOfTail = (condition: string, { rows }: PageLimits) => `(select e.* from execution_events e
      where e.workspace_id = t."workspaceId" and ${condition}
        and e.place < coalesce(t."untilXmax", now.xmax)
        and (t."untilXmax" is null or e.tx < t."untilXmax" and e.tx <> all (t."untilXip"))
        and (e.place, e.execution_id, e.fence, e.n) >= (t."place", t."executionId", t."fence", t."n")
        and (t."everything" or e.flow_id = any (t."flowIds") or e.execution_id = any (t."executionIds"))
      order by ${key} limit ${rows})`;

/**
 * $1: tails as JSON, see `readFeed`. Reads on for many workspaces, in one statement and so
 * in one snapshot, which it returns. What a former snapshot did not see are events behind its `xmax`, and those of the
 * transactions that were open then: either by the index, never by a scan from the oldest open transaction. An event
 * whose place is that of a former one (`tx <> place`) is looked for under both. The limits are constants: one plan serves
 * all values, see `Database.hotPool`.
 */
export const readFeedSql = (limits: PageLimits) => `/* read_event_feed */
with now as materialized (
  select s as snapshot, pg_snapshot_xmax(s) as xmax from pg_current_snapshot() s
), tails as materialized (
  select * from json_to_recordset($1::json) as t("i" integer, "workspaceId" uuid, "sinceXmax" xid8, "sinceXip" xid8[],
    "untilXmax" xid8, "untilXip" xid8[], "place" xid8, "executionId" uuid, "fence" integer, "n" integer,
    "everything" boolean, "flowIds" uuid[], "executionIds" uuid[])
), found as materialized (
  select t."i" as tail, v.* from now cross join tails t cross join lateral (
    select * from (
      ${rowsOfTail('e.place >= greatest(t."sinceXmax", t."place")', limits)}
      union all
      ${rowsOfTail('e.place = any (t."sinceXip")', limits)}
      union all
      ${rowsOfTail('e.tx <> e.place and e.tx = any (t."sinceXip") and e.place < t."sinceXmax" and e.place <> all (t."sinceXip")', limits)}
    ) u order by ${key} limit ${limits.rows}) v
), ${pageCtes(`tail, ${key}`, limits)}
select now.snapshot::text, l.epoch,
  (select json_agg(json_build_object('found', (select count(*) from found f where f.tail = t."i"),
    'last', (select e.place::text from execution_events e
      where e.workspace_id = t."workspaceId" and e.place >= coalesce(t."sinceXmax", '0') and e.place < now.xmax
      order by e.place desc limit 1)) order by t."i") from tails t) as tails,
  (select json_agg(json_build_object('tail', tail, 'row', ${eventRowJson}) order by number) from page) as page
from now cross join event_log l`;

/** $1: workspace, $2: execution, $3, $4: the first (fence, n). */
export const readExecutionEventsSql = (limits: PageLimits) => `/* read_execution_events */
with found as materialized (
  select * from execution_events e
  where e.workspace_id = $1 and e.execution_id = $2 and (e.fence, e.n) >= ($3::integer, $4::integer)
  order by e.fence, e.n limit ${limits.rows}
), ${pageCtes('fence, n', limits)}
select (select epoch from event_log), (select count(*) from found)::integer as found,
  (select json_agg(${eventRowJson} order by number) from page) as page`;
