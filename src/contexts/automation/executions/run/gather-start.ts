import type { Sql } from '../../../../platform/database/database.js';
import type { ControlKey, StartRow } from '../store/flow-controls.sql.js';
import { collectStart, findGathering, findKey, replaceGathered } from '../store/gathered-starts.sql.js';
import { type Started, startHeld } from '../store/start-executions.js';
import { shareBlobs } from '../store/values/blobs.js';

/**
 * Takes a start of a locked key. The first one becomes the execution that gathers further ones: it gets the data of a later one
 * and waits anew, or collects the data of all.
 * @returns the execution that runs with the data, or that of the idempotency key
 */
export async function gatherStart(sql: Sql, key: ControlKey, row: StartRow): Promise<Started> {
  const known = await findKey(sql, row);
  if (known) return known;
  const seconds = Number(row.gathersFor);
  if (row.batchMax != null) return collect(sql, key, row, seconds);
  const { id, closesAt: dueAt } = await findGathering(sql, key, { seconds, state: 'gathers' });
  if (id !== null && (await replaceGathered(sql, id, row, seconds))) {
    await shareBlobs(sql, key.workspaceId, { from: row.id, to: id });
    return { executionId: id, conflict: false, isGathered: true };
  }
  const started = await startHeld(sql, { ...row, controlState: 'gathers', dueAt });
  return started ?? { executionId: row.id, conflict: false };
}

async function collect(sql: Sql, key: ControlKey, row: StartRow, seconds: number): Promise<Started> {
  const { id, closesAt: dueAt } = await findGathering(sql, key, { seconds, state: 'collects' });
  if (id !== null && (await collectStart(sql, key, id, row)))
    return { executionId: id, conflict: false, isGathered: true };
  const first = { ...row, triggerData: [], encrypted: null, controlState: 'collects', dueAt };
  const started = await startHeld(sql, first);
  if (started && started.executionId !== row.id) return started;
  await collectStart(sql, key, row.id, { ...row, key: null, hash: null });
  return { executionId: row.id, conflict: false };
}
