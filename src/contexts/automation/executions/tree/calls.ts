import { createHash } from 'node:crypto';
import type { RunErrorCode } from '../../../../engine/errors/index.js';
import type { FlowCallRequest, Outcome } from '../../../../nodes/index.js';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { ClaimedExecution, ExecutionStatus, StepRecord } from '../checkpoint/execution-record.js';
import { type ExecutionKey, startCalled } from '../checkpoint/execution-store.js';
import { type ExecutionSecrets, encryptTriggerData } from '../drive/execution-secrets.js';
import type { Signal } from '../signals/signal.js';
import { signalStep } from '../signals/step-signals.js';
import { deepestCall, newExecution } from '../start/new-execution.js';
import { cancelling, cancelTree } from './cancel-tree.js';

interface CalledFlow {
  id: string;
  name: string;
  version: number;
  isActive: boolean;
}

/** The run and the step that call. */
export interface CallingStep {
  run: ClaimedExecution;
  step: StepRecord;
  secrets: Pick<ExecutionSecrets, 'taint' | 'encrypt'>;
}

/**
 * Starts the run of another flow for a step: once, however often the attempt is repeated after crashes. The step waits
 * for its end without holding a worker, unless it does not want to.
 */
export async function startCall(
  db: Database,
  { run, step, secrets }: CallingStep,
  { flowId, input, wait }: FlowCallRequest,
): Promise<Outcome> {
  if (run.callDepth >= deepestCall) {
    return refused(
      'CALL_DEPTH',
      `Flows call each other at most ${deepestCall} deep. Look for flows that call in a circle.`,
    );
  }
  const flow = await findCalledFlow(db, run.workspaceId, flowId);
  if (!flow) return refused('SUBFLOW_MISSING', `The workspace has no flow ${flowId}. Give the id of one of its flows.`);
  if (!flow.isActive)
    return refused('FLOW_PAUSED', `The flow ${flow.name} is paused. Activate it to let it be called.`);
  const call = {
    parentExecutionId: run.id,
    parentStepId: wait ? step.id : null,
    chain: [...run.chain, run.flowId],
    depth: run.callDepth + 1,
  };
  const { workspaceId, trigger } = run;
  // No key of a client begins so.
  const key = `\u0001call:${step.id}:${step.attempt}`;
  const idempotency = { key, hash: createHash('sha256').update(flow.id).digest('hex') };
  const fresh = newExecution({
    workspaceId,
    flow,
    trigger,
    startNodeId: null,
    triggerData: input ?? {},
    call,
    idempotency,
  });
  const started = await startCalled(db.pool, { ...fresh, ...(await encryptTriggerData(secrets, fresh)) }, step.id);
  if (!started) return refused('INTERRUPTED', 'The step was over before it could call.');
  const output = { executionId: started.executionId };
  return wait ? { kind: 'wait', until: null, output } : { kind: 'done', output };
}

async function findCalledFlow({ pool }: Database, workspaceId: string, flowId: string): Promise<CalledFlow | null> {
  if (!isUuid(flowId)) return null;
  const { rows } = await pool.query<CalledFlow>(
    `/* find_called_flow */ select id, name, version, is_active as "isActive" from flows
     where workspace_id = $1 and id = $2`,
    [workspaceId, flowId],
  );
  return rows[0] ?? null;
}

function refused(code: RunErrorCode, message: string): Outcome {
  return { kind: 'failed', error: { code, message }, retryable: false };
}

interface CallerStep {
  executionId: string;
  stepId: string;
}

interface EndedCall {
  status: ExecutionStatus;
  output: unknown;
  error: { code: string; message: string } | null;
}

/** Signals the step that waits for a run how that ended: once, whoever else is about to. */
export async function settleCall(db: Database, { workspaceId, executionId }: ExecutionKey): Promise<void> {
  await db.transaction(async (sql) => {
    const { rows } = await sql.query<CallerStep>(
      `/* caller_of */ select parent_execution_id as "executionId", parent_step_id as "stepId" from executions
       where workspace_id = $1 and id = $2 and parent_step_id is not null and status <> 'running'`,
      [workspaceId, executionId],
    );
    const caller = rows[0];
    if (!caller) return;
    await lockCaller(sql, workspaceId, caller.executionId);
    const { rows: ended } = await sql.query<EndedCall>(
      `/* answer_call */ update executions set parent_step_id = null
       where workspace_id = $1 and id = $2 and parent_step_id = $3 returning status, output, error`,
      [workspaceId, executionId, caller.stepId],
    );
    if (!ended[0]) return;
    await signalStep(sql, { workspaceId, ...caller }, answerOf(executionId, ended[0]), { evenBeforeWait: true });
  });
}

/** Callers before those they called: the order of all who lock both. */
async function lockCaller(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql.query('/* lock_caller */ select from executions where workspace_id = $1 and id = $2 for update', [
    workspaceId,
    id,
  ]);
}

function answerOf(executionId: string, { status, output, error }: EndedCall): Signal {
  if (status === 'completed') return { output };
  const message =
    status === 'cancelled'
      ? 'The called run was cancelled.'
      : `The called run failed (${error?.code}): ${error?.message}`;
  const code = status === 'cancelled' ? 'CALL_CANCELLED' : 'CALL_FAILED';
  return { error: { code, message }, output: { executionId } };
}

/** Calls that one transaction looks at. */
const abandonedAtOnce = 1_000;

/** Cancels the runs that nobody waits for any more because their caller has ended, or only the step that called. */
export async function cancelCalls(db: Database, { workspaceId, executionId }: ExecutionKey): Promise<void> {
  await cancelling(db, workspaceId, async (sql) => {
    await lockCaller(sql, workspaceId, executionId);
    const { rows } = await sql.query<{ id: string }>(
      `/* abandoned_calls */ select c.id from executions c
       where c.workspace_id = $1 and c.parent_execution_id = $2 and c.parent_step_id is not null and c.status = 'running'
         and not exists (select from execution_steps s where s.workspace_id = $1 and s.execution_id = $2
           and s.id = c.parent_step_id and s.status in ('running', 'waiting'))
       order by c.id limit $3`,
      [workspaceId, executionId, abandonedAtOnce],
    );
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await cancelTree(sql, workspaceId, ids, []);
    await sql.query(
      `/* abandoned_calls_ended */ update executions set has_abandoned_calls = $3
       where workspace_id = $1 and id = $2 and has_abandoned_calls <> $3`,
      [workspaceId, executionId, ids.length === abandonedAtOnce],
    );
  });
}
