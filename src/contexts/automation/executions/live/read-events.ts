import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { typed } from '../../../../platform/database/typed-sql.js';
import {
  type Batch,
  behind,
  emptySnapshot,
  type FeedRead as LogRead,
  parseSnapshot,
  reduceSnapshot,
  type Snapshot,
} from '../../../../platform/feed/index.js';
import type { Cursor } from '../store/event-cursor.js';
import {
  beginning,
  type EventNumber,
  endOfRow,
  type FeedPosition,
  firstRow,
  isAfter,
  type RowKey,
  rowAfter,
} from '../store/event-position.js';
import { pageLimits, readExecutionEventsSql, readFeedSql } from '../store/event-rows.sql.js';
import type { Execution } from '../store/execution.object.js';
import { executionEvents } from '../store/execution-step.entity.js';
import type { ValueReading } from '../store/show-large-values.js';
import { type EventRow, keyOf, type PlacedEvent, placeEvents } from './place-events.js';

/** What a subscriber follows: a workspace, some of its flows or executions with some statuses, or one execution. */
export interface Topic {
  workspaceId: string;
  flowIds?: readonly string[];
  statuses?: readonly Execution['status'][];
  executionId?: string;
}

/** The position of a reader in one workspace's feed, and which of its events it needs. */
export interface Tail {
  workspaceId: string;
  /** Null to begin now. */
  position: FeedPosition | null;
  everything: boolean;
  flowIds: readonly string[];
  executionIds: readonly string[];
}

type FeedRead = LogRead<PlacedEvent, RowKey>;

interface FeedRows {
  snapshot: string;
  epoch: number;
  tails: { found: number; last: string | null }[] | null;
  page: { tail: number; row: EventRow }[] | null;
}

/**
 * Reads on in the feeds of many workspaces. Waits for no transaction.
 * @param announce called with each row before its contents are read, and with what stands for this read in its events
 */
export async function readFeed(
  reader: ValueReading,
  tails: readonly Tail[],
  limits = pageLimits,
  announce?: (row: EventRow, read: object) => void,
): Promise<FeedRead> {
  const input = JSON.stringify(tails.map(tailInput));
  const { rows } = await reader.sql.query<FeedRows>(statement(readFeedSql(limits), [input]));
  const { epoch, page, tails: found, snapshot } = rows[0] as FeedRows;
  const raw = parseSnapshot(snapshot);
  const byTail = Map.groupBy(page ?? [], ({ tail }) => tail);
  const untils: Snapshot[] = [];
  const positions = tails.map(({ position }, i) => {
    const { last, found: count } = found?.[i] ?? { last: null, found: 0 };
    const until = position?.rest?.until ?? reduceSnapshot(raw, last === null ? null : BigInt(last), position?.since);
    untils.push(until);
    const own = byTail.get(i) ?? [];
    const lastRow = own.at(-1)?.row;
    if (!position || (own.length === count && count < limits.rows)) return behind(until);
    return lastRow ? { since: position.since, rest: { until, from: rowAfter(keyOf(lastRow)) } } : position;
  });
  const batches = tails.map(({ position }, i) => position && { since: position.since, until: untils[i] as Snapshot });
  const read = {};
  const placed = (page ?? []).map(({ tail, row }) => {
    announce?.(row, read);
    return { row, from: { epoch, batch: batches[tail] ?? null, ...(announce && { read }) } };
  });
  return { epoch, events: await placeEvents(reader, placed), positions };
}

function tailInput({ position, ...tail }: Tail, i: number) {
  const { place, ...row } = position?.rest?.from ?? firstRow;
  const until = position?.rest?.until;
  return {
    ...tail,
    i,
    ...row,
    place: String(place),
    ...(position && { sinceXmax: String(position.since.xmax), sinceXip: position.since.xip.map(String) }),
    ...(until && { untilXmax: String(until.xmax), untilXip: until.xip.map(String) }),
  };
}

/** The part of an execution's log after an event; `next` is null at its end. */
export interface ExecutionRead {
  events: PlacedEvent[];
  next: EventNumber | null;
}

/** The next events of an execution, in order. */
export async function readExecutionEvents(
  reader: ValueReading,
  { workspaceId, executionId }: Topic,
  after: EventNumber,
  limits = pageLimits,
): Promise<ExecutionRead> {
  const first = after.index === endOfRow ? after.n + 1 : after.n;
  const values = [workspaceId, executionId, after.fence, first];
  const { rows } = await reader.sql.query<{ epoch: number; found: number; page: EventRow[] | null }>(
    statement(readExecutionEventsSql(limits), values),
  );
  const { epoch = 0, found = 0, page = null } = rows[0] ?? {};
  const events = await placeEvents(
    reader,
    (page ?? []).map((row) => ({ row, from: { epoch, batch: null } })),
  );
  const last = page?.at(-1);
  const isEnd = !last || (page?.length === found && found < limits.rows);
  const next = isEnd ? null : { fence: last.fence, n: last.n, index: endOfRow };
  return { events: events.filter(({ at }) => isAfter(at, after)), next };
}

/** True if an execution's log contains anything after an event. */
export async function hasEventsAfter(sql: Sql, topic: Topic, after: EventNumber): Promise<boolean> {
  const last = await typed(sql, 'last_event', executionEvents)
    .selectFrom('execution_events')
    .select(['fence', 'n'])
    .where('workspaceId', '=', topic.workspaceId)
    .where('executionId', '=', topic.executionId ?? null)
    .orderBy('fence', 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last !== undefined && isAfter({ ...last, index: endOfRow }, after);
}

/** Of a cursor without a batch: everything that is in the log. */
const wholeLog: Batch = { since: emptySnapshot, until: { xmax: 2n ** 63n - 1n, xip: [] } };

/**
 * The last event of an execution up to the position of a cursor, which came with an event of another execution. Compares
 * snapshots, and keys as rows.
 */
export async function lastEventAt(sql: Sql, { workspaceId, executionId }: Topic, cursor: Cursor): Promise<EventNumber> {
  const { since, until } = cursor.batch ?? wholeLog;
  const text = `/* last_event_at */ select fence, n from execution_events e
    where e.workspace_id = $1 and e.execution_id = $2 and (e.tx < $3::xid8 and e.tx <> all ($4::xid8[])
      or e.tx < $5::xid8 and e.tx <> all ($6::xid8[])
        and (e.place, e.execution_id, e.fence, e.n) < ($7::xid8, $8::uuid, $9::integer, $10::integer))
    order by fence desc, n desc limit 1`;
  const snapshots = [since, until].flatMap(({ xmax, xip }) => [String(xmax), xip.map(String)]);
  const key = [String(cursor.place), cursor.executionId, cursor.number.fence, cursor.number.n];
  const { rows } = await sql.query<{ fence: number; n: number }>(
    statement(text, [workspaceId, executionId, ...snapshots, ...key]),
  );
  return rows[0] ? { ...rows[0], index: endOfRow } : beginning;
}
