import { setTimeout as delay } from 'node:timers/promises';
import { statement } from '../../../../platform/database/statement.js';
import type { Services } from '../../../../platform/services.js';
import type { ExecutionAnswer } from '../store/execution-answer.object.js';
import type { ExecutionKey } from '../store/execution-store.js';
import { showLargeValues, type ValueReading } from '../store/show-large-values.js';
import { executionEnds } from './execution-ends.js';

/** Milliseconds for which a caller waits for an execution's result. */
const answerWithinMs = 25_000;

// Hot: each call of a webhook that waits for its answer reads it.
const text = `/* read_answer */ select id as "executionId", status, output, error, case when $3 then (
    select s.output from execution_steps s where s.workspace_id = e.workspace_id and s.execution_id = e.id
      and s.node_type = 'webhook.respond' and s.status = 'completed' and s.attempt > 0 order by s.seq limit 1) end as response
  from executions e where workspace_id = $1 and id = $2`;

/** How a caller waits. */
export interface Waiting {
  withinMs?: number;
  signal?: AbortSignal | undefined;
  /** Whether it waits for a response of the flow (`webhook.respond`), too. */
  orResponse?: boolean;
}

/** The result of an execution. */
export interface AwaitedAnswer extends ExecutionAnswer {
  /** The output of the first step that responded; absent if there is none, or the caller does not wait for one. */
  response?: unknown;
}

/**
 * The result of an execution once it has ended or responded; its current state if it takes longer, or if the caller stops
 * waiting. Waiting holds no connection and no worker.
 */
export async function awaitEnd(
  { db, get }: Pick<Services, 'db' | 'get'>,
  key: ExecutionKey,
  { withinMs = answerWithinMs, signal, orResponse = false }: Waiting = {},
): Promise<AwaitedAnswer> {
  const { ended, stop } = get(executionEnds).watch(key, orResponse);
  const over = new AbortController();
  try {
    // Watched before it is read: an end in between is found by one of the two.
    const answer = await readAnswer({ sql: db.pool, services: { get } }, key, orResponse);
    if (answer.status !== 'running' || answer.response !== undefined) return answer;
    const patience = AbortSignal.any(signal ? [signal, over.signal] : [over.signal]);
    await Promise.race([ended, delay(withinMs, undefined, { signal: patience, ref: false }).catch(() => {})]);
    return await readAnswer({ sql: db.pool, services: { get } }, key, orResponse);
  } finally {
    over.abort();
    stop();
  }
}

async function readAnswer(
  reader: ValueReading,
  { workspaceId, executionId }: ExecutionKey,
  orResponse: boolean,
): Promise<AwaitedAnswer> {
  const { rows } = await reader.sql.query<AwaitedAnswer>(statement(text, [workspaceId, executionId, orResponse]));
  await showLargeValues(reader, rows, () => workspaceId);
  // The workspace may be deleted in the meantime.
  const { response, ...answer } = rows[0] ?? { executionId, status: 'cancelled', output: null, error: null };
  return { ...answer, ...(response != null && { response }) };
}
