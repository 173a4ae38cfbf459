import type { PortUser, StatePort, StateScope } from '../../../../nodes/index.js';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import { AppError } from '../../../../platform/errors/errors.js';
import { QuotaExceededError } from '../../../../platform/errors/quota-exceeded.js';
import type { Services } from '../../../../platform/services.js';
import { quotaLimits, quotaRefusals } from '../../../accounts/quotas/index.js';
import {
  type EntryPlace,
  incrementState,
  readEntry,
  seeMany,
  seeState,
  setState,
  unseen,
} from '../../flow-state/index.js';

/** The state of flows for a step: each change is written once, in one transaction with its result. */
export function statePort({ services }: { services: Services }, user: PortUser): StatePort {
  const { workspaceId, cause } = user;
  const limits = services.get(quotaLimits);
  const state = (scope: StateScope) => ({ workspaceId, flowId: scope === 'flow' ? cause.flowId : null });
  const place = (scope: StateScope, key: string): EntryPlace => ({ ...state(scope), key });
  const once = <T>(change: (sql: Sql) => Promise<T>) => changeOnce(services, user, change);
  return {
    get: (scope, key) => readEntry(services.db.within(workspaceId), place(scope, key)),
    set: (scope, key, change) => once((sql) => setState(sql, limits, place(scope, key), change)),
    increment: (scope, key, by) => once((sql) => incrementState(sql, limits, place(scope, key), by)),
    seen: (scope, key, ttlSeconds) =>
      once((sql) => seeState(sql, limits, place(scope, key), { now: services.now(), ttlSeconds })),
    seenMany: (scope, keys, ttlSeconds) =>
      user.simulated
        ? unseen(services.db.within(workspaceId), state(scope), keys)
        : once((sql) => seeMany(sql, limits, state(scope), { keys, now: services.now(), ttlSeconds })),
  };
}

// The step was written before its node began. Locked before the state, as everywhere: steps that wait for the same entry
// never wait in a circle. One that was cancelled changes nothing any more, and of two workers that run it one does.
const lockSql = `/* lock_running_step */ select receipts->$4::text as receipt from execution_steps
  where workspace_id = $1 and execution_id = $2 and id = $3 and status = 'running' for update`;

const keepSql = `/* keep_receipt */ update execution_steps
  set receipts = coalesce(receipts, '{}') || jsonb_build_object($4::text, jsonb_build_object('result', $5::jsonb))
  where workspace_id = $1 and execution_id = $2 and id = $3`;

/**
 * Makes a change for a step in one transaction with its receipt, so that a step that is repeated after a crash gets the result of
 * its first run and changes nothing.
 * @throws AppError CONFLICT if the step has ended meanwhile
 */
async function changeOnce<T>(services: Services, user: PortUser, change: (sql: Sql) => Promise<T>): Promise<T> {
  const { workspaceId, executionId, idempotencyKey, cause } = user;
  const step = [workspaceId, executionId, cause.stepId, idempotencyKey];
  try {
    return await services.db.within(workspaceId).transaction(async (sql) => {
      const { rows } = await sql.query<{ receipt: { result: T } | null }>(statement(lockSql, step));
      if (!rows[0]) throw new AppError('CONFLICT', 'The step has ended, so it changed nothing.');
      if (rows[0].receipt) return rows[0].receipt.result;
      const result = await change(sql);
      await sql.query(statement(keepSql, [...step, JSON.stringify(result)]));
      return result;
    });
  } catch (error) {
    if (error instanceof QuotaExceededError) services.get(quotaRefusals).add(workspaceId, error.exceeded.name);
    throw error;
  }
}
