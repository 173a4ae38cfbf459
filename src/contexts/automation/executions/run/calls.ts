import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { EngineErrorCode } from '../../../../engine/errors/index.js';
import type { FlowCallRequest, Outcome } from '../../../../nodes/index.js';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Flow } from '../../flows/index.js';
import type { ClaimedExecution, ExecutionStatus, StepRecord } from '../store/execution-record.js';
import { type ExecutionKey, startCalled } from '../store/execution-store.js';
import { deepestCall, newExecution } from '../store/new-execution.js';
import type { Signal } from '../store/signal.js';
import type { StartQuota } from '../store/start-quota.js';
import { signalStep } from '../store/step-signals.js';
import { shareBlobsSql } from '../store/values/blobs.js';
import { holdValue, referenceIn } from '../store/values/large-values.js';
import { logCancelled } from './cancel-execution.js';
import { cancelTree } from './cancel-tree.js';
import { type ExecutionSecrets, protectTriggerData } from './execution-secrets.js';

interface CalledFlow {
  id: string;
  name: string;
  version: number;
  isActive: boolean;
}

/** The calling execution and step. */
export interface CallingStep {
  run: ClaimedExecution;
  step: StepRecord;
  secrets: Pick<ExecutionSecrets, 'texts' | 'encrypt'>;
}

/**
 * Starts the execution of another flow for a step: once, however often the attempt is repeated after crashes. The step
 * waits for its end without holding a worker, unless it is configured not to wait.
 */
export async function startCall(
  { db, quota }: { db: Database; quota: StartQuota },
  { run, step, secrets }: CallingStep,
  { flowId, input, wait }: FlowCallRequest,
): Promise<Outcome> {
  if (run.callDepth >= deepestCall) {
    return refused(
      'CALL_DEPTH',
      `Calls between flows must be nested at most ${deepestCall} levels deep. Check whether flows call each other in a circle.`,
    );
  }
  const flow = await findCalledFlow(db, run.workspaceId, flowId);
  if (!flow)
    return refused('SUBFLOW_MISSING', `The flow ${flowId} was not found. Use the ID of a flow of the workspace.`);
  if (!flow.isActive)
    return refused('FLOW_PAUSED', `The flow ${flow.name} must be active to be called, but it is paused. Activate it.`);
  const call = {
    parentExecutionId: run.id,
    parentStepId: wait ? step.id : null,
    chain: [...run.chain, run.flowId],
    depth: run.callDepth + 1,
  };
  const { workspaceId, trigger } = run;
  // No key of a client begins with this character.
  const key = `\u0001call:${step.id}:${step.attempt}`;
  const idempotency = { key, hash: createHash('sha256').update(flow.id).digest('hex') };
  const fresh = newExecution({
    workspaceId,
    flow,
    trigger,
    startNodeId: null,
    triggerData: holdValue(input ?? {}),
    call,
    idempotency,
  });
  const { runs, refused: exceeded } = await quota.queue({ sql: db.pool, runs: [fresh], causeId: run.id });
  const [admitted] = runs;
  if (!admitted) return refused('QUOTA_EXCEEDED', exceeded?.message ?? '', exceeded?.retryAfter !== undefined);
  const protectedData = await protectTriggerData(secrets, admitted);
  const started = await startCalled(db.pool, { ...admitted, ...protectedData }, step);
  if (!started) return refused('INTERRUPTED', 'The step ended before it could call the flow.');
  const output = { executionId: started.executionId };
  return wait ? { kind: 'wait', until: null, output } : { kind: 'done', output };
}

async function findCalledFlow({ pool }: Database, workspaceId: string, flowId: string): Promise<CalledFlow | null> {
  if (!isUuid(flowId)) return null;
  const flow = await typed(pool, 'find_called_flow', tableOf<Flow>()('flows'))
    .selectFrom('flows')
    .select(['id', 'name', 'version', 'isActive'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', flowId)
    .executeTakeFirst();
  return flow ?? null;
}

function refused(code: EngineErrorCode, message: string, retryable = false): Outcome {
  return { kind: 'failed', error: { code, message }, retryable };
}

interface CallerStep {
  executionId: string;
  stepId: string;
  attempt: number | null;
}

interface EndedCall {
  status: ExecutionStatus;
  output: unknown;
  error: { code: string; message: string } | null;
}

/** Sends the result of an ended execution to the step that waits for it: once, even if several workers try. */
export async function settleCall(db: Database, { workspaceId, executionId }: ExecutionKey): Promise<void> {
  await db.transaction(async (sql) => {
    const key = [workspaceId, executionId];
    const { rows } = await sql.query<CallerStep & EndedCall>(
      `/* ended_call */ select e.parent_execution_id as "executionId", e.parent_step_id as "stepId",
         e.parent_attempt as "attempt", e.status, e.output, e.error
       from execution_claims c join executions e on e.workspace_id = c.workspace_id and e.id = c.execution_id
       where c.workspace_id = $1 and c.execution_id = $2 and c.ended and c.answers`,
      key,
    );
    if (!rows[0]) {
      await sql.query(dropOrphanSql, key);
      return;
    }
    const { executionId: callerId, stepId, attempt, ...ended } = rows[0];
    await lockCaller(sql, workspaceId, callerId);
    const { rowCount } = await sql.query(
      `/* answer_call */ update execution_claims set answers = false
       where workspace_id = $1 and execution_id = $2 and ended and answers`,
      key,
    );
    if (rowCount === 0) return;
    if (referenceIn(ended.output)) {
      await sql.query(`/* share_blobs */ ${shareBlobsSql}`, [workspaceId, executionId, callerId]);
    }
    await sql.query(dropSettledSql, key);
    const target = { workspaceId, executionId: callerId, stepId, attempt };
    await signalStep(sql, target, answerOf(executionId, ended), { evenBeforeWait: true });
  });
}

/** $1: workspace, $2: execution. Deletes the claim row of an ended execution that was deleted meanwhile. */
const dropOrphanSql = `/* drop_orphaned_claim */ delete from execution_claims c
  where c.workspace_id = $1 and c.execution_id = $2 and c.ended
    and not exists (select from executions e where e.workspace_id = c.workspace_id and e.id = c.execution_id)`;

/** $1: workspace, $2: execution. Deletes the claim row of an ended execution of which nothing is left to be done. */
const dropSettledSql = `/* drop_settled_claim */ delete from execution_claims
  where workspace_id = $1 and execution_id = $2 and ended and not answers and not abandons`;

/** Callers before the executions they called: the order in which both are locked everywhere. */
async function lockCaller(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql.query(
    '/* lock_caller */ select from execution_claims where workspace_id = $1 and execution_id = $2 for update',
    [workspaceId, id],
  );
}

function answerOf(executionId: string, { status, output, error }: EndedCall): Signal {
  if (status === 'completed') return { output };
  if (status === 'cancelled')
    return {
      error: { code: 'CALL_CANCELLED', message: 'The called execution was cancelled.' },
      output: { executionId },
    };
  return { error: { code: 'CALL_FAILED', message: causeOf(error) }, output: { executionId } };
}

/** Of a chain of calls, each has the message of the first that failed: it names the cause once. */
function causeOf(error: EndedCall['error']): string {
  if (error?.code === 'CALL_FAILED') return error.message;
  return `The called execution failed (${error?.code}): ${error?.message}`;
}

/** Calls that one transaction examines. */
const abandonedAtOnce = 1_000;

/** Cancels the called executions whose caller, or only the calling step or its attempt, has ended. */
export async function cancelCalls(
  { db, log }: { db: Database; log: Logger },
  { workspaceId, executionId }: ExecutionKey,
): Promise<void> {
  const ended = await db.within(workspaceId).transaction(async (sql) => {
    await lockCaller(sql, workspaceId, executionId);
    const { rows } = await sql.query<{ id: string }>(
      `/* abandoned_calls */ select c.id from executions c
       join execution_claims k on k.workspace_id = c.workspace_id and k.execution_id = c.id and k.answers and not k.ended
       where c.workspace_id = $1 and c.parent_execution_id = $2
         and not exists (select from execution_steps s where s.workspace_id = $1 and s.execution_id = $2
           and s.id = c.parent_step_id and s.status in ('running', 'waiting')
           -- A step with an error waits for its next attempt, which calls anew.
           and s.error is null and s.attempt = coalesce(c.parent_attempt, s.attempt))
       order by c.id limit $3`,
      [workspaceId, executionId, abandonedAtOnce],
    );
    const ids = rows.map(({ id }) => id);
    const cancelled = ids.length > 0 ? (await cancelTree(sql, workspaceId, ids, [])).ended : [];
    await sql.query(
      `/* abandoned_calls_ended */ update execution_claims set abandons = $3
       where workspace_id = $1 and execution_id = $2 and abandons <> $3`,
      [workspaceId, executionId, ids.length === abandonedAtOnce],
    );
    await sql.query(dropSettledSql, [workspaceId, executionId]);
    return cancelled;
  });
  logCancelled(log, ended);
}
