import type { RunError, StepStatus } from '../../../../engine/step.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Execution, ExecutionEvent, Step } from '../execution.object.js';
import { allExecutionFields, selectExecution, selectStep } from '../read/execution-columns.js';
import { beginning, type Cursor, endOfRow, formatCursor, isAfter } from './event-cursor.js';

/** What a subscriber follows: a workspace, one of its flows, or one execution. */
export interface Topic {
  workspaceId: string;
  flowId?: string;
  executionId?: string;
}

/** An event with its position and what it belongs to. */
export interface PlacedEvent {
  at: Cursor;
  workspaceId: string;
  flowId: string;
  executionId: string;
  event: ExecutionEvent;
}

interface EventRow {
  workspace_id: string;
  execution_id: string;
  flow_id: string;
  tx: string;
  id: string;
  steps: StepChange[];
  execution: { status: Execution['status']; phase: string };
}

interface StepChange {
  nodeId: string;
  iteration: string;
  status: StepStatus;
  attempt: number;
  error?: RunError;
}

const columns = 'v.workspace_id, v.execution_id, v.flow_id, v.tx::text, v.id::text, v.steps, v.execution';

// Rows of transactions that no longer run anywhere: nothing can be inserted before them any more.
const settled = 'v.tx < pg_snapshot_xmin(pg_current_snapshot())';

/** A part of a topic's log. */
export interface TopicRead {
  events: PlacedEvent[];
  /**
   * The position up to which the log was read; null if there was no row. Rows of deleted executions yield no events.
   */
  end: Cursor | null;
}

/** The next events of a topic after a position, in order; from at most `limit` rows of the log. */
export async function readTopic(sql: Sql, topic: Topic, after: Cursor, limit: number): Promise<TopicRead> {
  const values: unknown[] = [topic.workspaceId, after.tx.toString(), after.id.toString(), limit];
  const filter = topic.executionId ? 'v.execution_id = $5' : topic.flowId ? 'v.flow_id = $5' : 'true';
  if (filter !== 'true') values.push(topic.executionId ?? topic.flowId);
  const text = `/* read_topic_events */ select ${columns} from execution_events v
    where v.workspace_id = $1 and ${filter} and (v.tx, v.id) >= ($2::xid8, $3::bigint) and ${settled}
    order by v.tx, v.id limit $4`;
  const { rows } = await sql.query<EventRow>(statement(text, values));
  const last = rows.at(-1);
  const end = last && behind(last);
  if (!end || !isAfter(end, after)) return { events: [], end: null };
  const events = await placeEvents(sql, rows);
  return { events: events.filter(({ at }) => isAfter(at, after)), end };
}

/** The position after a row. */
function behind({ tx, id }: Pick<EventRow, 'tx' | 'id'>): Cursor {
  return { tx: BigInt(tx), id: BigInt(id), index: endOfRow };
}

/** True if an execution's log contains anything after a position, settled or not. */
export async function hasEventsBehind(sql: Sql, topic: Topic, after: Cursor): Promise<boolean> {
  const { rows } = await sql.query<{ tx: string; id: string }>(
    `/* last_event */ select tx::text, id::text from execution_events
     where workspace_id = $1 and execution_id = $2 order by tx desc, id desc limit 1`,
    [topic.workspaceId, topic.executionId],
  );
  const last = rows[0];
  return last !== undefined && isAfter({ tx: BigInt(last.tx), id: BigInt(last.id), index: endOfRow }, after);
}

/** The position of one workspace's reader, and which of its events this process needs. */
export interface Tail {
  workspaceId: string;
  after: Cursor;
  everything: boolean;
  flowIds: string[];
  executionIds: string[];
}

export interface TailRead {
  events: PlacedEvent[];
  /** The position up to which each workspace's log was read, needed events or not; absent if there was nothing new. */
  ends: ReadonlyMap<string, Cursor>;
  /** Some workspace has more rows than one read returns. */
  more: boolean;
  /** Some workspace has rows that are written but not settled. */
  unsettled: boolean;
}

interface TailRow extends EventRow {
  tail: string;
  /** The last settled row after the tail, of any topic. */
  last_tx: string | null;
  last_id: string | null;
  unsettled: boolean | null;
}

/**
 * Reads on for all workspaces that this process follows, in one statement. A position is always that of a written row:
 * after a crash of the database, IDs of transactions that wrote nothing are assigned again.
 */
export async function readTails(sql: Sql, tails: Tail[], limit: number): Promise<TailRead> {
  const text = `/* read_event_tails */
    with horizon as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as tx)
    select t."workspaceId" as tail, l.tx::text as last_tx, l.id::text as last_id, v.tx >= h.tx as unsettled, ${columns}
    from horizon h cross join json_to_recordset($1::json) as t(
      "workspaceId" uuid, "tx" xid8, "id" bigint, "everything" boolean, "flowIds" json, "executionIds" json)
    left join lateral (
      select e.tx, e.id from execution_events e
      where e.workspace_id = t."workspaceId" and (e.tx, e.id) > (t."tx", t."id") and e.tx < h.tx
      order by e.tx desc, e.id desc limit 1) l on true
    left join lateral (
      select * from execution_events e
      where e.workspace_id = t."workspaceId" and (e.tx, e.id) > (t."tx", t."id") and (t."everything"
        or e.flow_id::text in (select json_array_elements_text(t."flowIds"))
        or e.execution_id::text in (select json_array_elements_text(t."executionIds")))
      order by e.tx, e.id limit $2) v on true
    order by v.tx, v.id`;
  const input = tails.map(({ after, ...tail }) => ({ ...tail, tx: after.tx.toString(), id: after.id.toString() }));
  const { rows } = await sql.query<TailRow>(statement(text, [JSON.stringify(input), limit]));
  const ends = new Map<string, Cursor>();
  let more = false;
  for (const [workspaceId, own] of Map.groupBy(rows, (row) => row.tail)) {
    const last = own.at(-1) as TailRow;
    const full = own.length >= limit && last.unsettled === false;
    more ||= full;
    if (full) ends.set(workspaceId, behind(last));
    else if (last.last_tx !== null) ends.set(workspaceId, behind({ tx: last.last_tx, id: last.last_id as string }));
  }
  const readable = rows.filter((row) => row.unsettled === false);
  return { events: await placeEvents(sql, readable), ends, more, unsettled: rows.some((row) => row.unsettled) };
}

/** The last position of a workspace's log after which rows can still appear. */
export async function currentCursor(sql: Sql, workspaceId: string): Promise<Cursor> {
  const text = `/* last_settled_event */ select v.tx::text, v.id::text from execution_events v
    where v.workspace_id = $1 and ${settled} order by v.tx desc, v.id desc limit 1`;
  const { rows } = await sql.query<{ tx: string; id: string }>(statement(text, [workspaceId]));
  return rows[0] ? behind(rows[0]) : beginning;
}

/** Converts rows of the log to events, with their executions and steps. */
async function placeEvents(sql: Sql, rows: EventRow[]): Promise<PlacedEvent[]> {
  if (rows.length === 0) return [];
  const workspaceIds = [...new Set(rows.map((row) => row.workspace_id))];
  const executionIds = [...new Set(rows.map((row) => row.execution_id))];
  const [executions, steps] = await Promise.all([
    readExecutions(sql, workspaceIds, executionIds),
    readChangedSteps(sql, workspaceIds, rows),
  ]);
  return rows.flatMap((row) => {
    const execution = executions.get(row.execution_id);
    return execution ? expand(row, execution, steps) : [];
  });
}

/** One event for each changed step; one more, without a step, if the execution ended or nothing else changed. */
function expand(row: EventRow, stored: Execution, steps: ReadonlyMap<string, Step>): PlacedEvent[] {
  const ended = row.execution.status !== 'running';
  const running = {
    ...stored,
    status: 'running',
    phase: 'active',
    output: null,
    error: null,
    finishedAt: null,
    durationMs: null,
  };
  const meanwhile = row.execution.phase === 'waiting' ? { ...running, phase: 'waiting' } : running;
  const place = (index: number, execution: object, step: Step | null): PlacedEvent => {
    const at = { tx: BigInt(row.tx), id: BigInt(row.id), index };
    return {
      at,
      workspaceId: row.workspace_id,
      flowId: row.flow_id,
      executionId: row.execution_id,
      event: { cursor: formatCursor(at), execution: execution as Execution, step },
    };
  };
  const events = row.steps.flatMap((change, index) => {
    const step = steps.get(stepKey(row.execution_id, change));
    return step ? [place(index, meanwhile, asOf(step, change))] : [];
  });
  if (ended) return [...events, place(endOfRow, { ...stored, ...row.execution }, null)];
  return events.length > 0 ? events : [place(endOfRow, { ...meanwhile, ...row.execution }, null)];
}

/** A step as it was at a change, without its later values. */
function asOf(step: Step, change: StepChange): Step {
  const then = {
    ...step,
    status: change.status as Step['status'],
    attempt: change.attempt,
    error: change.error ?? null,
  };
  const open = change.status === 'running' || change.status === 'waiting';
  return open ? { ...then, output: null, logs: [], finishedAt: null, durationMs: null } : then;
}

async function readExecutions(sql: Sql, workspaceIds: string[], ids: string[]): Promise<Map<string, Execution>> {
  const text = `/* read_event_executions */ select ${selectExecution(allExecutionFields).columns} from executions e
    where e.workspace_id = any($1::uuid[]) and e.id = any($2::uuid[])`;
  const { rows } = await sql.query<Execution>(statement(text, [workspaceIds, ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function readChangedSteps(sql: Sql, workspaceIds: string[], rows: EventRow[]): Promise<Map<string, Step>> {
  const changes = rows.flatMap((row) => row.steps.map((change) => ({ executionId: row.execution_id, ...change })));
  if (changes.length === 0) return new Map();
  const text = `/* read_event_steps */ select ${selectStep(allExecutionFields).columns}, s.iteration as "path"
    from unnest($2::uuid[], $3::text[], $4::text[]) as k(execution_id, node_id, iteration)
    join execution_steps s on s.workspace_id = any($1::uuid[]) and s.execution_id = k.execution_id
      and s.node_id = k.node_id and s.iteration = k.iteration`;
  const values = [
    workspaceIds,
    changes.map((change) => change.executionId),
    changes.map((change) => change.nodeId),
    changes.map((change) => change.iteration),
  ];
  const found = await sql.query<Step & { executionId: string; path: string }>(statement(text, values));
  return new Map(
    found.rows.map((step) => [stepKey(step.executionId, { nodeId: step.nodeId, iteration: step.path }), step]),
  );
}

function stepKey(executionId: string, { nodeId, iteration }: { nodeId: string; iteration: string }): string {
  return `${executionId} ${iteration} ${nodeId}`;
}
