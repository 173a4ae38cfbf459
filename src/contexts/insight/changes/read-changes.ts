import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import {
  behind,
  type FeedRead,
  parseSnapshot,
  reduceSnapshot,
  type Snapshot,
  type Tail,
} from '../../../platform/feed/index.js';
import { ChangedType, type WorkspaceChange } from './change.object.js';
import {
  behindTransaction,
  type ChangeCursor,
  type ChangeKey,
  type ChangePosition,
  firstKey,
  formatCursor,
} from './change-cursor.js';
import { readChangesSql } from './read-changes.sql.js';

/** What a subscriber follows: the changes of a workspace, of some types. */
export interface ChangeTopic {
  workspaceId: string;
  types: readonly ChangedType[];
}

/** A change as the feed delivers it. */
export interface PlacedChange {
  /** The same object for all subscribers, so that what is derived from it can be shared. */
  change: WorkspaceChange;
  cursor: ChangeCursor;
  /** Approximate memory in a buffer. */
  bytes: number;
}

/** Changes that one read returns at most. */
const pageRows = 500;
const bytesOfChange = 300;

interface Page {
  tail: number;
  tx: string;
  type: ChangedType;
  id: string;
  action: WorkspaceChange['action'];
  at: number;
}

interface ReadTail {
  found: number;
  transactions: number;
  to: string | null;
  last: string | null;
}

interface Read {
  snapshot: string;
  epoch: number;
  tails: ReadTail[] | null;
  page: Page[] | null;
}

type ChangeTail = Tail<ChangeTopic, ChangeKey>;

/** Reads on in the changes of many workspaces. Waits for no transaction. */
export async function readChanges(
  sql: Sql,
  tails: readonly ChangeTail[],
  rowsAtMost = pageRows,
): Promise<FeedRead<PlacedChange, ChangeKey>> {
  const { rows } = await sql.query<Read>(statement(readChangesSql(rowsAtMost), [JSON.stringify(tails.map(tailInput))]));
  const { snapshot, epoch, tails: read, page } = rows[0] as Read;
  const raw = parseSnapshot(snapshot);
  const byTail = Map.groupBy(page ?? [], ({ tail }) => tail);
  const moved = tails.map(({ position }, i) => {
    const own = (read?.[i] ?? { found: 0, transactions: 0, to: null, last: null }) as ReadTail;
    const last = own.last === null ? null : BigInt(own.last);
    const until = position?.rest?.until ?? reduceSnapshot(raw, last, position?.since);
    return { until, next: positionAfter(position, until, own, byTail.get(i) ?? [], rowsAtMost) };
  });
  const events = (page ?? []).map((row) => {
    const { workspaceId, position } = tails[row.tail] as ChangeTail;
    const { until } = moved[row.tail] as { until: Snapshot };
    return place(epoch, workspaceId, { since: position?.since ?? until, until }, row);
  });
  return { epoch, events, positions: moved.map(({ next }) => next) };
}

function positionAfter(
  position: ChangePosition | null,
  until: Snapshot,
  { found, transactions, to }: ReadTail,
  delivered: readonly Page[],
  rowsAtMost: number,
): ChangePosition {
  if (!position) return behind(until);
  const { since } = position;
  const last = delivered.at(-1);
  if (delivered.length < found) return last ? { since, rest: { until, from: keyOf(last) } } : position;
  if (transactions < rowsAtMost || to === null) return behind(until);
  return { since, rest: { until, from: behindTransaction(BigInt(to)) } };
}

function keyOf({ tx, type, id }: Page): ChangeKey {
  return { tx: BigInt(tx), type, id };
}

function place(
  epoch: number,
  workspaceId: string,
  batch: { since: Snapshot; until: Snapshot },
  row: Page,
): PlacedChange {
  const { type, action, id, at } = row;
  const from = keyOf(row);
  const eventId = `${type}:${id}:${epoch}.${row.tx}`;
  return {
    change: { workspaceId, eventId, cursor: formatCursor(epoch, at, batch, from), type, action, id },
    cursor: { epoch, at, position: { since: batch.since, rest: { until: batch.until, from } } },
    bytes: bytesOfChange,
  };
}

function tailInput({ workspaceId, position, topics }: ChangeTail, i: number) {
  const from = position?.rest?.from ?? firstKey;
  const until = position?.rest?.until;
  return {
    i,
    workspaceId,
    ...from,
    tx: String(from.tx),
    types: [...new Set(topics.flatMap(({ types }) => types))],
    ...(position && { sinceXmax: String(position.since.xmax), sinceXip: position.since.xip.map(String) }),
    ...(until && { untilXmax: String(until.xmax), untilXip: until.xip.map(String) }),
  };
}

/** Every type of record, in their order. */
export const allTypes: readonly ChangedType[] = Object.values(ChangedType);
