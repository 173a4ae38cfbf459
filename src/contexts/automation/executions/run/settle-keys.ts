import { type ControlDecision, decideStarts } from '../../../../engine/index.js';
import type { EngineError } from '../../../../engine/step.js';
import type { Sql } from '../../../../platform/database/database.js';
import { replacedBy, skippedBy } from '../store/execution-errors.js';
import {
  type ControlKey,
  type CountedStarts,
  closeGathered,
  countStarts,
  type DueKey,
  heldAtOnce,
  lockKeys,
  lookAtKeys,
  lookLater,
  queueHeld,
  readKeys,
} from '../store/flow-controls.sql.js';
import { fillBatch } from '../store/gathered-starts.sql.js';
import { type CancelledTree, cancelTree } from './cancel-tree.js';
import { gatherStart } from './gather-start.js';

/** What happened to the executions of keys. */
export interface SettledKeys {
  /** Those that were skipped, with one that runs instead. */
  skipped: Map<string, string>;
  /** Those that have ended, with the executions that they called: to be logged after the commit. */
  ended: CancelledTree['ended'];
}

/**
 * Starts, skips and replaces executions of these keys, as the control of their flows says now, in the caller's transaction. Locks
 * the keys first, all that the transaction locks, and the executions that end after them.
 */
export async function settleKeys(
  sql: Sql,
  keys: readonly (ControlKey & Partial<Pick<DueKey, 'starts'>>)[],
): Promise<SettledKeys> {
  await lockKeys(sql, keys);
  for (const key of keys) for (const start of key.starts ?? []) await gatherStart(sql, key, start);
  for (const closed of await closeGathered(sql, keys)) await fillBatch(sql, closed);
  const found = await readKeys(sql, keys);
  const settled: SettledKeys = { skipped: new Map(), ended: [] };
  const starts: { workspaceId: string; id: string }[] = [];
  const counted: CountedStarts[] = [];
  for (const key of found) {
    const decision = decideStarts(key.control, key);
    const { workspaceId, runningIds } = key;
    for (const id of decision.skipped) settled.skipped.set(id, runningIds[0] ?? decision.starts[0] ?? id);
    settled.ended = [...settled.ended, ...(await endAll(sql, key, decision))];
    starts.push(...decision.starts.map((id) => ({ workspaceId, id })));
    const seconds = key.control?.throttle?.seconds;
    const count = decision.starts.length;
    if (seconds && count > 0) counted.push({ workspaceId, flowId: key.flowId, key: key.key, count, seconds });
  }
  if (starts.length > 0) await queueHeld(sql, starts);
  if (counted.length > 0) await countStarts(sql, counted);
  const cut = found.filter(({ waiting }) => waiting.length === heldAtOnce);
  if (cut.length > 0) await lookAtKeys(sql, cut);
  await lookLater(sql, keys);
  return settled;
}

async function endAll(
  sql: Sql,
  { workspaceId }: ControlKey,
  { skipped, replaced }: ControlDecision,
): Promise<CancelledTree['ended']> {
  const end = async (ids: readonly string[], error: EngineError) =>
    ids.length === 0 ? [] : (await cancelTree(sql, workspaceId, ids, { answered: ids, error })).ended;
  return [...(await end(skipped, skippedBy)), ...(await end(replaced, replacedBy))];
}
