import type { Sql } from '../../../platform/database/database.js';
import { storableJson } from '../../../platform/database/storable-json.js';
import { expression, fromNow, jsonOf, tableOf, typed } from '../../../platform/database/typed-sql.js';
import { notFound, validationFailed } from '../../../platform/errors/errors.js';
import { QuotaExceededError } from '../../../platform/errors/quota-exceeded.js';
import { newId } from '../../../platform/new-id.js';
import { countStored, type QuotaLimits } from '../../accounts/quotas/index.js';
import { type StateEntry, stateTable } from './state-entry.record.js';

/** Where an entry is: its key in the state of a flow or, without one, of the workspace. */
export interface EntryPlace {
  workspaceId: string;
  flowId: string | null;
  key: string;
}

const columns = [
  'id',
  'workspaceId',
  'flowId',
  'key',
  'value',
  'version',
  'expiresAt',
  'createdAt',
  'updatedAt',
] as const;

/** What is written: a value, and the seconds after which it expires; null for never, left out for the time so far. */
export interface EntryChange {
  value: unknown;
  ttlSeconds?: number | null | undefined;
}

/** An entry before and after a change; null where it is missing, `after` also where nothing is written. */
export interface ChangedEntry {
  before: StateEntry | null;
  after: StateEntry | null;
}

/** Bytes of a value as JSON. */
export const valueBytesAtMost = 64 * 1024;

/**
 * Changes one entry in the caller's transaction, which holds its lock until it ends: of concurrent changes each sees the one
 * before. The caller locks no other entry in the same transaction, so that none waits for another in a circle.
 * @param decide what to write, from the entry as it is; null for nothing
 * @throws AppError VALIDATION_FAILED for a value that is too large, NOT_FOUND for the flow, QUOTA_EXCEEDED
 */
export async function changeEntry(
  sql: Sql,
  limits: Pick<QuotaLimits, 'limit'>,
  place: EntryPlace,
  decide: (current: StateEntry | null) => EntryChange | null,
): Promise<ChangedEntry> {
  for (;;) {
    const row = await lockEntry(sql, place);
    const before = row && !row.isExpired ? row : null;
    const change = decide(before);
    if (!change) return { before, after: null };
    const bytes = requireSize(change.value);
    const isKept = before !== null && change.ttlSeconds === undefined;
    const expiresAt = isKept ? null : (change.ttlSeconds ?? null);
    if (!row || bytes > bytesOf(row.value)) await requireRoom(sql, limits, place, row === null);
    const written = { value: change.value, seconds: expiresAt, isKept };
    const after = row ? await updateEntry(sql, place, written) : await insertEntry(sql, place, written);
    // Otherwise another transaction has created it meanwhile.
    if (after) return { before, after };
  }
}

/** The condition on the row of an entry: by equality, which an index serves. */
function entryRows(sql: Sql, label: string, { workspaceId, flowId, key }: EntryPlace) {
  return typed(sql, label, stateTable)
    .selectFrom('flow_state')
    .select(({ eb }) => [...columns, eb('expiresAt', '<=', fromNow(0)).as('isExpired')])
    .where('workspaceId', '=', workspaceId)
    .where('flowId', flowId === null ? 'is' : '=', flowId)
    .where('key', '=', key);
}

async function lockEntry(sql: Sql, place: EntryPlace): Promise<(StateEntry & { isExpired: unknown }) | null> {
  const rows = entryRows(sql, 'lock_state_entry', place).forUpdate();
  return (await rows.$castTo<StateEntry & { isExpired: unknown }>().executeTakeFirst()) ?? null;
}

/** Reads an entry; null if it is missing or has expired. */
export async function readEntry(sql: Sql, place: EntryPlace): Promise<StateEntry | null> {
  const rows = entryRows(sql, 'read_state_entry', place);
  const row = await rows.$castTo<StateEntry & { isExpired: unknown }>().executeTakeFirst();
  return row && !row.isExpired ? row : null;
}

interface Written {
  value: unknown;
  seconds: number | null;
  /** Whether the time of its expiry stays. */
  isKept: boolean;
}

async function updateEntry(sql: Sql, { workspaceId, flowId, key }: EntryPlace, written: Written): Promise<StateEntry> {
  return typed(sql, 'update_state_entry', stateTable)
    .updateTable('flow_state')
    .set(({ eb }) => ({ value: jsonOf(written.value), version: eb('version', '+', 1), updatedAt: fromNow(0) }))
    .$if(!written.isKept, (row) => row.set({ expiresAt: expiryOf(written) }))
    .where('workspaceId', '=', workspaceId)
    .where('flowId', flowId === null ? 'is' : '=', flowId)
    .where('key', '=', key)
    .returning(columns)
    .$castTo<StateEntry>()
    .executeTakeFirstOrThrow();
}

async function insertEntry(sql: Sql, place: EntryPlace, written: Written): Promise<StateEntry | null> {
  const { workspaceId, flowId, key } = place;
  if (flowId !== null) await holdFlow(sql, workspaceId, flowId);
  const inserted = await typed(sql, 'create_state_entry', stateTable)
    .insertInto('flow_state')
    .values({
      id: newId(),
      workspaceId,
      flowId,
      key,
      value: jsonOf(written.value),
      version: 1,
      expiresAt: expiryOf(written),
      createdAt: fromNow(0),
      updatedAt: fromNow(0),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .$castTo<StateEntry>()
    .executeTakeFirst();
  return inserted ?? null;
}

/** Keeps a flow from being deleted until the transaction ends. @throws AppError NOT_FOUND */
export async function holdFlow(sql: Sql, workspaceId: string, flowId: string): Promise<void> {
  const found = await typed(sql, 'hold_flow', tableOf<{ workspaceId: string; id: string }>()('flows'))
    .selectFrom('flows')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', flowId)
    .forKeyShare()
    .executeTakeFirst();
  if (!found) throw notFound('flow');
}

function expiryOf({ seconds }: Written) {
  return seconds === null ? expression<null>`null::timestamptz` : fromNow(seconds);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(storableJson(value));
}

/** A value is stored as a whole, or refused. @returns its bytes */
function requireSize(value: unknown): number {
  const bytes = bytesOf(value);
  if (bytes <= valueBytesAtMost) return bytes;
  const message = `value must be at most ${valueBytesAtMost} bytes as JSON; it has ${bytes}.`;
  throw validationFailed([{ field: 'value', rule: 'TOO_MANY_BYTES', message }]);
}

/** By what is committed: changes at the same time may exceed a quota by what each of them adds. */
async function requireRoom(
  sql: Sql,
  limits: Pick<QuotaLimits, 'limit'>,
  { workspaceId }: EntryPlace,
  isNew: boolean,
): Promise<void> {
  const used = await countStored(sql, workspaceId);
  for (const name of ['stateEntries', 'storageBytes'] as const) {
    const limit = limits.limit(workspaceId, name);
    if (used[name] >= limit && (isNew || name === 'storageBytes')) throw new QuotaExceededError({ name, limit });
  }
}
