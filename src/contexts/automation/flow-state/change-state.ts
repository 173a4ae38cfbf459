import { isStateKey, stateKeyRule } from '../../../nodes/index.js';
import { typed } from '../../../platform/database/typed-sql.js';
import { AppError, notFound, validationFailed } from '../../../platform/errors/errors.js';
import { QuotaExceededError } from '../../../platform/errors/quota-exceeded.js';
import { requireId, type Scope } from '../../../platform/graphql/context.js';
import type { Deleted } from '../../../platform/graphql/deleted.js';
import { quotaLimits, quotaRefusals } from '../../accounts/quotas/index.js';
import { type EntryPlace, holdFlow, readEntry } from './change-entry.js';
import { type NewState, setEntry } from './operations.js';
import { type StateEntry, stateTable } from './state-entry.record.js';

/** Where an entry is, as a request names it: without a flow in the state of the workspace. */
export interface AskedEntry {
  key: string;
  flowId: string | null;
}

/** @throws AppError VALIDATION_FAILED for the key, NOT_FOUND for a flow that cannot exist */
function placeOf({ workspaceId }: Scope, { key, flowId }: AskedEntry): EntryPlace {
  if (!isStateKey(key)) {
    throw validationFailed([{ field: 'key', rule: 'STATE_KEY_INVALID', message: `key ${stateKeyRule}.` }]);
  }
  return { workspaceId, key, flowId: flowId === null ? null : requireId(flowId, 'flow') };
}

/** Reads an entry; null if it is missing or has expired. @throws AppError VALIDATION_FAILED */
export function findStateEntry(scope: Scope, asked: AskedEntry): Promise<StateEntry | null> {
  return readEntry(scope.sql, placeOf(scope, asked));
}

/** Sets an entry. @throws AppError CONFLICT for another value than expected, VALIDATION_FAILED, NOT_FOUND, QUOTA_EXCEEDED */
export async function setStateEntry(scope: Scope, asked: AskedEntry, state: NewState): Promise<StateEntry> {
  const place = placeOf(scope, asked);
  const limits = scope.services.get(quotaLimits);
  try {
    return await scope.transaction(async (sql) => {
      const { before, after } = await setEntry(sql, limits, place, state);
      if (!after) throw new AppError('CONFLICT', conflictOf(before));
      scope.changes.add({ ids: [after.id], before: before && { ...before }, after: { ...after } });
      return after;
    });
  } catch (error) {
    if (error instanceof QuotaExceededError) {
      scope.services.get(quotaRefusals).add(scope.workspaceId, error.exceeded.name);
    }
    throw error;
  }
}

function conflictOf(before: StateEntry | null): string {
  const now = before ? `has another value than expected; its version is ${before.version}` : 'is missing';
  return `The entry ${now}. Read it, and send its value as \`expected\`; null stands for a missing entry.`;
}

/** Deletes an entry. @throws AppError NOT_FOUND, VALIDATION_FAILED */
export async function deleteStateEntry(scope: Scope, asked: AskedEntry): Promise<Deleted> {
  const { workspaceId, flowId, key } = placeOf(scope, asked);
  return scope.transaction(async (sql) => {
    const before = await typed(sql, 'delete_state_entry', stateTable)
      .deleteFrom('flow_state')
      .where('workspaceId', '=', workspaceId)
      .where('flowId', flowId === null ? 'is' : '=', flowId)
      .where('key', '=', key)
      .returningAll()
      .$castTo<StateEntry>()
      .executeTakeFirst();
    if (!before) throw notFound('state entry');
    scope.changes.add({ ids: [before.id], before: { ...before }, after: null });
    return { id: before.id };
  });
}

/** Deletes the state of a flow. @returns how many entries @throws AppError NOT_FOUND for the flow */
export async function clearFlowState(scope: Scope, flowId: string): Promise<{ deleted: number }> {
  const { workspaceId } = scope;
  const id = requireId(flowId, 'flow');
  const deleted = await scope.transaction(async (sql) => {
    await holdFlow(sql, workspaceId, id);
    const { numDeletedRows } = await typed(sql, 'clear_flow_state', stateTable)
      .deleteFrom('flow_state')
      .where('workspaceId', '=', workspaceId)
      .where('flowId', '=', id)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
  scope.changes.add({ ids: [id], before: { stateEntries: deleted }, after: { stateEntries: 0 } });
  return { deleted };
}
