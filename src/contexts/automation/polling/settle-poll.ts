import { createHash } from 'node:crypto';
import { type PolledItem, workspaceEvents } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { newId } from '../../../platform/new-id.js';
import type { Services } from '../../../platform/services.js';
import { fireEvent, newExecution, startExecutions, startQuota } from '../executions/index.js';
import type { PollState } from '../flows/index.js';
import type { ClaimedPoll } from './claim-polls.js';
import type { PollEnd } from './perform-poll.js';

/** Executions that one poll starts; further items are started by the next one, at once. */
const startedAtMost = 1_000;
/** Items that a trigger remembers; of more, the oldest are forgotten. */
const rememberedAtMost = 100_000;
const longestPauseSeconds = 3_600;
/** For how long a source has failed when that is published. */
const reportedAfterMs = 3_600_000;
const cursorBytesAtMost = 16 * 1024;

/**
 * Writes what a poll has found, in one transaction: the items that it remembers, the executions of the new ones, and the
 * cursor. A poll that was taken over, or whose trigger was changed meanwhile, has no effect: so each item starts one execution, at
 * whatever point a process dies.
 * @returns the number of executions started; null if the poll had no effect
 */
export function settlePoll(services: Services, claimed: ClaimedPoll, end: PollEnd): Promise<number | null> {
  const { workspaceId } = claimed;
  return services.db.within(workspaceId).transaction(async (sql) => {
    if (!(await holds(sql, claimed))) return null;
    const before = claimed.poll ?? fresh;
    const at = services.now().toISOString();
    const fail = async (error: PollError, retryAfterMs: number | null = null) => {
      const state = await reported(services, sql, claimed, failedState(before, error, at));
      await write(sql, claimed, state, pauseAfter(claimed, before, retryAfterMs));
      return 0;
    };
    if ('error' in end) return fail(end.error, end.retryAfterMs);
    const { items, cursor } = end.found;
    if (Buffer.byteLength(JSON.stringify(cursor ?? null)) > cursorBytesAtMost) {
      return fail({ code: 'SOURCE_INVALID', message: `The cursor has more than ${cursorBytesAtMost} bytes.` });
    }
    return keep(services, sql, claimed, { items, cursor, before, at });
  });
}

interface PollError {
  code: string;
  message: string;
}

/** Publishes `source.failed` once a source has failed for an hour. */
async function reported(
  services: Services,
  sql: Sql,
  { workspaceId, flowId, flowName, nodeId }: ClaimedPoll,
  state: PollState,
): Promise<PollState> {
  const { error, at } = state;
  if (!error || !at || state.isReported || Date.parse(at) - Date.parse(error.since) < reportedAfterMs) return state;
  const { since, ...last } = error;
  const data = { flowId, flowName, nodeId, ...last, failingSince: since };
  const event = workspaceEvents.sourceFailed.of({ id: newId(), workspaceId, timestamp: at, data });
  await fireEvent(sql, event, services.get(startQuota), services.log);
  return { ...state, isReported: true };
}

const fresh: PollState = { cursor: null, isPrimed: false, remembered: 0, failures: 0, error: null, at: null };

interface Kept {
  items: readonly PolledItem[];
  cursor: unknown;
  before: PollState;
  at: string;
}

async function keep(
  { get }: Pick<Services, 'get'>,
  sql: Sql,
  claimed: ClaimedPoll,
  { items, cursor, before, at }: Kept,
): Promise<number> {
  const unseen = await unseenOf(sql, claimed, items);
  const state: PollState = { ...before, isPrimed: true, failures: 0, error: null, isReported: false, at };
  if (!before.isPrimed) {
    const remembered = before.remembered + (await remember(sql, claimed, unseen));
    await write(sql, claimed, { ...state, cursor, remembered }, everySeconds(claimed));
    return 0;
  }
  const fitting = unseen.slice(0, startedAtMost);
  const wanted = fitting.map(({ data }) => executionOf(claimed, data));
  const { runs, refused } = await get(startQuota).queue({ sql, runs: wanted });
  const admitted = new Set(runs.map(({ id }) => id));
  const started = fitting.filter((_, n) => admitted.has(wanted[n]?.id as string));
  const isWhole = started.length === unseen.length;
  const count = before.remembered + (await remember(sql, claimed, started));
  const remembered = await forget(sql, claimed, count);
  if (runs.length > 0) await startExecutions(sql, runs);
  const error = refused ? { code: 'QUOTA_EXCEEDED', message: refused.message } : null;
  const next = refused ? failedState(state, error as PollError, at) : state;
  const pause = refused ? pauseAfter(claimed, before, null) : isWhole ? everySeconds(claimed) : 0;
  await write(sql, claimed, { ...next, cursor: isWhole ? cursor : before.cursor, remembered }, pause);
  return started.length;
}

function executionOf(
  { workspaceId, flowId, flowName, flowVersion, control, nodeId, type }: ClaimedPoll,
  triggerData: unknown,
) {
  return newExecution({
    workspaceId,
    flow: { id: flowId, name: flowName, version: flowVersion, settings: { control } },
    trigger: type as 'poll',
    startNodeId: null,
    triggerNodeId: nodeId,
    triggerData,
  });
}

/** Whether the poll is still that of its claim. Locks the trigger. */
async function holds(sql: Sql, { workspaceId, id, polls }: ClaimedPoll): Promise<boolean> {
  const text = `/* hold_poll */ select 1 from flow_triggers
    where workspace_id = $1 and id = $2 and polls = $3 and is_active for update`;
  const { rows } = await sql.query(statement(text, [workspaceId, id, polls]));
  return rows.length > 0;
}

interface Hashed extends PolledItem {
  hash: string;
}

/** The items that the trigger does not remember, each key once. */
async function unseenOf(sql: Sql, { workspaceId, id }: ClaimedPoll, items: readonly PolledItem[]): Promise<Hashed[]> {
  const byHash = new Map<string, Hashed>();
  for (const item of items) {
    const hash = createHash('sha256').update(item.key).digest('hex');
    if (!byHash.has(hash)) byHash.set(hash, { ...item, hash });
  }
  const text = `/* unseen_items */ select h as hash from unnest($3::text[]) h where not exists (
    select from poll_items i where i.workspace_id = $1 and i.trigger_id = $2 and i.key_hash = decode(h, 'hex'))`;
  const { rows } = await sql.query<{ hash: string }>(statement(text, [workspaceId, id, [...byHash.keys()]]));
  const unseen = new Set(rows.map(({ hash }) => hash));
  return [...byHash.values()].filter(({ hash }) => unseen.has(hash));
}

async function remember(sql: Sql, { workspaceId, id }: ClaimedPoll, items: readonly Hashed[]): Promise<number> {
  if (items.length === 0) return 0;
  const text = `/* remember_items */ insert into poll_items (workspace_id, trigger_id, key_hash, found_at)
    select $1, $2, decode(h, 'hex'), clock_timestamp() from unnest($3::text[]) h`;
  await sql.query(statement(text, [workspaceId, id, items.map(({ hash }) => hash)]));
  return items.length;
}

/** Forgets the oldest items beyond the maximum, a tenth of it at a time. @returns how many are remembered */
async function forget(sql: Sql, { workspaceId, id }: ClaimedPoll, remembered: number): Promise<number> {
  if (remembered <= rememberedAtMost * 1.1) return remembered;
  const text = `/* forget_items */ delete from poll_items where workspace_id = $1 and trigger_id = $2 and key_hash in (
    select key_hash from poll_items where workspace_id = $1 and trigger_id = $2 order by found_at limit $3)`;
  await sql.query(statement(text, [workspaceId, id, remembered - rememberedAtMost]));
  return rememberedAtMost;
}

async function write(sql: Sql, { workspaceId, id }: ClaimedPoll, state: PollState, seconds: number): Promise<void> {
  const text = `/* settle_poll */ update flow_triggers set poll = $3, due_at = now() + $4::float8 * interval '1 second'
    where workspace_id = $1 and id = $2`;
  await sql.query(statement(text, [workspaceId, id, JSON.stringify(state), seconds]));
}

function failedState(before: PollState, error: PollError, at: string): PollState {
  const since = before.error?.since ?? at;
  return { ...before, failures: before.failures + 1, error: { ...error, since }, at };
}

function everySeconds({ config }: ClaimedPoll): number {
  return typeof config.everySeconds === 'number' ? config.everySeconds : 300;
}

/** Each further failure doubles the pause, up to an hour. A source may ask for more. */
function pauseAfter(claimed: ClaimedPoll, { failures }: PollState, retryAfterMs: number | null): number {
  const every = everySeconds(claimed);
  const doubled = Math.min(every * 2 ** Math.min(failures, 20), Math.max(longestPauseSeconds, every));
  return Math.max(doubled, Math.min((retryAfterMs ?? 0) / 1_000, 86_400));
}
