import { isDeepStrictEqual } from 'node:util';
import type { StateOutcome } from '../../../nodes/index.js';
import type { Sql } from '../../../platform/database/database.js';
import { storedForm } from '../../../platform/database/storable-json.js';
import { AppError, validationFailed } from '../../../platform/errors/errors.js';
import type { QuotaLimits } from '../../accounts/quotas/index.js';
import { type ChangedEntry, changeEntry, type EntryPlace } from './change-entry.js';

type Limits = Pick<QuotaLimits, 'limit'>;

/** What is set, and the value that the entry must have before; null for a missing one, left out for any. */
export interface NewState {
  value: unknown;
  expected?: unknown;
  ttlSeconds?: number | null | undefined;
}

/** Sets an entry; without `after` it has another value than expected. */
export function setEntry(
  sql: Sql,
  limits: Limits,
  place: EntryPlace,
  { value, expected, ttlSeconds = null }: NewState,
): Promise<ChangedEntry> {
  return changeEntry(sql, limits, place, (current) =>
    expected === undefined || isDeepStrictEqual(current?.value ?? null, storedForm(expected))
      ? { value, ttlSeconds }
      : null,
  );
}

/** The same, as a node sees it. `done: false` comes with the current value. */
export async function setState(sql: Sql, limits: Limits, place: EntryPlace, state: NewState): Promise<StateOutcome> {
  const { before, after } = await setEntry(sql, limits, place, state);
  if (after) return { done: true, value: after.value, version: after.version };
  return { done: false, value: before?.value ?? null, version: before?.version ?? 0 };
}

/** Adds to a number; a missing entry counts as 0. @throws AppError VALIDATION_FAILED if it is no number */
export async function incrementState(sql: Sql, limits: Limits, place: EntryPlace, by: number): Promise<number> {
  const { after } = await changeEntry(sql, limits, place, (current) => {
    const sum = numberOf(place.key, current?.value ?? 0) + by;
    if (!Number.isFinite(sum)) throw notNumber(`${place.key} must stay a finite number.`);
    return { value: sum };
  });
  return after?.value as number;
}

function numberOf(key: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw notNumber(
    `${key} must be a number to be incremented; it is ${Array.isArray(value) ? 'a list' : typeof value}.`,
  );
}

function notNumber(message: string): AppError {
  return validationFailed([{ field: 'key', rule: 'STATE_UNSUITABLE', message }]);
}

/** Remembers a key for some time. @returns since when it was known before; null if it is new */
export async function seeState(
  sql: Sql,
  limits: Limits,
  place: EntryPlace,
  { now, ttlSeconds }: { now: Date; ttlSeconds: number },
): Promise<string | null> {
  const { before, after } = await changeEntry(sql, limits, place, (current) =>
    current ? null : { value: now.toISOString(), ttlSeconds },
  );
  // A key that another node has set counts as seen, too.
  return after || !before ? null : new Date(before.updatedAt).toISOString();
}
