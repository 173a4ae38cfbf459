import { LargeValue } from '../../../../engine/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { storableJson, storedForm } from '../../../../platform/database/storable-json.js';
import { computeSlots } from '../../../../platform/slots/compute-slots.js';
import { eventsChannel } from './event-rows.sql.js';
import type { ExecutionControl } from './execution-control.js';
import type { ClaimedExecution, StepRecord } from './execution-record.js';
import { controlsChannel, keepStarts, type StartRow } from './flow-controls.sql.js';
import type { NewExecution } from './new-execution.js';
import {
  startCallSql,
  startControlledCallSql,
  startControlledSql,
  startExecutionsSql,
  startRelatedSql,
} from './start-executions.sql.js';
import { type NewBlob, shareBlobs, writeBlobs } from './values/blobs.js';
import { blobText, holdValue } from './values/large-values.js';

/** The result of a start: the execution, or an earlier one if the idempotency key was known. */
export interface Started {
  executionId: string;
  /** The key was used for a different request; nothing was started. */
  conflict: boolean;
  /** Nothing was started, because this execution runs, and the control of the flow skips others meanwhile. */
  isSkipped?: boolean;
  /** Nothing was started yet: this execution, which waits for further starts of its key, takes the data of the last one. */
  isGathered?: boolean;
}

/**
 * Stores executions in the caller's transaction: they exist exactly if its changes do.
 * @returns the results of executions with a key, by ID
 */
export async function startExecutions(sql: Sql, runs: readonly NewExecution[]): Promise<ReadonlyMap<string, Started>> {
  const known = new Map<string, Started>();
  const groups = Object.groupBy(runs, ({ control }) => (control ? (control.gathersFor ? 'gathered' : 'held') : 'free'));
  const { gathered = [], held = [], free = [] } = groups;
  for (const [some, start] of [[free, undefined] as const, [held, startControlled] as const]) {
    if (some.length === 0) continue;
    const rows: Written[] = [];
    for (const run of some) rows.push(written(await withBlobs(sql, run)));
    for (const [id, started] of (await writeStarts(sql, rows, start)).known) known.set(id, started);
  }
  if (gathered.length > 0) await keepGathered(sql, gathered);
  await sql.query(notifyEventsSql);
  return known;
}

/**
 * Stores an execution of a flow with a control in a transaction that has locked its key and goes on to decide about it.
 * @param row see `startRow`
 * @returns the execution that its idempotency key has started; null if it has none
 */
export async function startHeld(sql: Sql, row: StartRow): Promise<Started | null> {
  const item = { id: row.id, json: JSON.stringify({ ...row, decides: true }), isRelated: true };
  const { known } = await writeStarts(sql, [item], startControlled);
  await sql.query(notifyEventsSql);
  return known.get(row.id) ?? null;
}

/** An execution of a flow with a control as one row of the input of `start_controlled`. */
export async function startRow(sql: Sql, run: NewExecution): Promise<StartRow> {
  return JSON.parse((await writtenStart(sql, run)).json) as StartRow;
}

/** What is collected becomes a part of a list: only that is stored as a blob, if it is large. */
async function writtenStart(sql: Sql, run: NewExecution): Promise<Written> {
  const isCollected = run.control?.gathersFor && run.control.batchMax;
  return written(isCollected ? { ...run, request: null } : await withBlobs(sql, run));
}

/** Starts that others may replace: no execution has their ID yet, and the caller's transaction waits for no other start. */
async function keepGathered(sql: Sql, runs: readonly NewExecution[]): Promise<void> {
  const rows: Written[] = [];
  for (const run of runs) rows.push(await writtenStart(sql, run));
  await keepStarts(sql, listOf(rows));
  await sql.query(`/* notify_controls */ select '${controlsChannel}' as notifies`);
}

/**
 * Starts an execution with a key for an attempt of a step, provided this attempt and its execution are open. One at a time: several would
 * lock several executions.
 * @returns null if either has ended, and nothing was started
 */
export async function startCalled(
  sql: Sql,
  run: NewExecution,
  { id: callerStepId, attempt: callerAttempt }: Pick<StepRecord, 'id' | 'attempt'>,
): Promise<Started | null> {
  const row = written(await withBlobs(sql, run), { callerStepId, callerAttempt });
  const start = run.control ? startControlledCall : startCalledStatement;
  return (await writeStarts(sql, [row], start)).known.get(run.id) ?? null;
}

/** A part of each start by an event. Sent when the caller's transaction has committed. */
const notifyEventsSql = `/* notify_events */ select '${eventsChannel}' as notifies`;

/** An execution whose trigger data and request fit into its row: large ones are stored as blobs before. */
export async function withBlobs<
  T extends Pick<NewExecution, 'workspaceId' | 'id' | 'triggerData' | 'request' | 'blobs' | 'sharesBlobsOf'>,
>(sql: Sql, run: T): Promise<T> {
  if (run.sharesBlobsOf) await shareBlobs(sql, run.workspaceId, { from: run.sharesBlobsOf, to: run.id });
  if (run.blobs) {
    await writeBlobs(sql, run, run.blobs);
    return run;
  }
  const held = { triggerData: holdValue(run.triggerData), request: holdValue(run.request) };
  const large = Object.values(held).filter((value) => value instanceof LargeValue);
  if (large.length === 0) return run;
  const unstored = large.filter(({ stored }) => !stored);
  const blobs: NewBlob[] = [];
  // A value of megabytes takes tens of milliseconds each time it is walked: others are served between.
  for (const value of unstored) {
    await computeSlots.waitForTime();
    value.fill(storedForm(value.content));
    blobs.push({ value, content: await blobText(value), encrypted: null });
  }
  if (blobs.length > 0) await writeBlobs(sql, run, blobs);
  return { ...run, ...held };
}

const startPlain = { name: 'start_runs', text: startExecutionsSql };
const startRelated = { name: 'start_related', text: startRelatedSql };
const startControlled = { name: 'start_controlled', text: startControlledSql };
const startCalledStatement = { name: 'start_call', text: startCallSql };
const startControlledCall = { name: 'start_controlled_call', text: startControlledCallSql };

/** What the database adds to an execution that it claimed at its start. */
export type Claim = Pick<ClaimedExecution, 'id' | 'workspaceName' | 'runAs' | 'claimedAt'>;

interface Starts {
  known: Map<string, Started>;
  claimed: Map<string, Claim>;
}

export async function writeStarts(
  sql: Sql,
  runs: readonly Written[],
  start = runs.some(({ isRelated }) => isRelated) ? startRelated : startPlain,
): Promise<Starts> {
  const { rows } = await sql.query<{ known: (Started & { id: string })[] | null; claimed: Claim[] | null }>({
    ...start,
    values: [listOf(runs)],
  });
  return {
    known: new Map(rows[0]?.known?.map(({ id, executionId, conflict }) => [id, { executionId, conflict }])),
    claimed: new Map(rows[0]?.claimed?.map((claim) => [claim.id, claim])),
  };
}

/** An execution as one row of the input of `start_runs`; see its SQL. */
export function written(
  { idempotency, call, control, blobs: _, sharesBlobsOf: __, ...run }: NewExecution,
  more: object = {},
): Written {
  const json = storableJson({ ...run, ...idempotency, ...call, ...(control && heldBy(control)), ...more });
  return { id: run.id, json, isRelated: idempotency !== null || run.rootId != null };
}

function heldBy({ key, rank, skips, gathersFor, batchMax }: ExecutionControl) {
  const state = skips ? 'skips' : 'waits';
  const gathering = gathersFor && { gathersFor, ...(batchMax && { batchMax }) };
  return { controlKey: key, controlRank: rank, controlState: state, ...gathering };
}

/**
 * An item of a statement, serialized before it joins a batch: an item that cannot be serialized must not fail the
 * others.
 */
export interface Written {
  id: string;
  json: string;
  /** True if it has an idempotency key or a root. */
  isRelated: boolean;
}

/** Maximum size of one statement; a larger item is sent alone. */
export const charactersAtOnce = 8 * 1024 * 1024;

function listOf(written: readonly Written[]): string {
  return `[${written.map(({ json }) => json).join(',')}]`;
}
