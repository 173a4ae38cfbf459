import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../../../platform/database/database.js';
import { statement } from '../../../../platform/database/statement.js';
import type { Services } from '../../../../platform/services.js';
import type { ExecutionKey } from '../checkpoint/execution-store.js';
import type { ExecutionAnswer } from '../execution-answer.object.js';
import { showLargeValues } from '../values/show-large-values.js';
import { runEnds } from './execution-ends.js';

/** Milliseconds for which a caller waits for an execution's result. */
const answerWithinMs = 25_000;

const text = `/* read_answer */ select id as "executionId", status, output, error from executions
  where workspace_id = $1 and id = $2`;

/**
 * The result of an execution once it has ended; its current state if it takes longer, or if the caller stops waiting.
 * Waiting holds no connection and no worker.
 */
export async function awaitEnd(
  { db, get }: Pick<Services, 'db' | 'get'>,
  key: ExecutionKey,
  { withinMs = answerWithinMs, signal }: { withinMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<ExecutionAnswer> {
  const { ended, stop } = get(runEnds).watch(key);
  const over = new AbortController();
  try {
    // Watched before it is read: an end in between is found by one of the two.
    const answer = await readAnswer(db.pool, key);
    if (answer.status !== 'running') return answer;
    const patience = AbortSignal.any(signal ? [signal, over.signal] : [over.signal]);
    await Promise.race([ended, delay(withinMs, undefined, { signal: patience, ref: false }).catch(() => {})]);
    return await readAnswer(db.pool, key);
  } finally {
    over.abort();
    stop();
  }
}

async function readAnswer(sql: Sql, { workspaceId, executionId }: ExecutionKey): Promise<ExecutionAnswer> {
  const { rows } = await sql.query<ExecutionAnswer>(statement(text, [workspaceId, executionId]));
  await showLargeValues({ sql }, rows, () => workspaceId);
  // The workspace may be deleted in the meantime.
  return rows[0] ?? { executionId, status: 'cancelled', output: null, error: null };
}
