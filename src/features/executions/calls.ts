import { createHash } from 'node:crypto';
import type { FlowCallRequest, Outcome } from '../../nodes/index.js';
import type { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/graphql/context.js';
import { endRun } from './cancel-execution.js';
import { newRun } from './new-run.js';
import type { ClaimedRun, ExecutionStatus, StepRecord } from './run-record.js';
import { type RunSecrets, sealTriggerData } from './run-secrets.js';
import type { RunKey, RunStore } from './run-store.js';
import { signalStep } from './step-signals.js';

const deepestCall = 8;

interface CalledFlow {
  id: string;
  name: string;
  version: number;
  isActive: boolean;
}

/** The run and the step that call. */
export interface Caller {
  run: ClaimedRun;
  step: StepRecord;
  secrets: Pick<RunSecrets, 'taint' | 'seal'>;
}

/**
 * Starts the run of another flow for a step: once, however often the attempt is repeated after crashes. The step waits
 * for its end without holding a worker, unless it does not want to.
 */
export async function startCall(
  { db, store }: { db: Database; store: Pick<RunStore, 'start'> },
  { run, step, secrets }: Caller,
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
  const fresh = newRun({ workspaceId, flow, trigger, startNodeId: null, triggerData: input ?? {}, call, idempotency });
  const { executionId } = await store.start({ ...fresh, ...(await sealTriggerData(secrets, fresh)) });
  const output = { executionId };
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

function refused(code: string, message: string): Outcome {
  return { kind: 'failed', error: { code, message }, retryable: false };
}

interface EndedCall {
  status: ExecutionStatus;
  output: unknown;
  error: { code: string; message: string } | null;
  parentExecutionId: string;
  parentStepId: string | null;
}

/** Tells the step that waits for a run how that ended: once, also when the job comes twice. */
export async function settleCall(db: Database, { workspaceId, executionId }: RunKey): Promise<void> {
  await db.transaction(async (sql) => {
    const { rows } = await sql.query<EndedCall>(
      `/* lock_ended_call */ select status, output, error, parent_execution_id as "parentExecutionId",
         parent_step_id as "parentStepId" from executions where workspace_id = $1 and id = $2 for update`,
      [workspaceId, executionId],
    );
    const call = rows[0];
    if (!call?.parentStepId || call.status === 'running') return;
    const target = { workspaceId, executionId: call.parentExecutionId, stepId: call.parentStepId };
    await signalStep(sql, target, answerOf(executionId, call), { evenBeforeWait: true });
    await sql.query('/* told_call */ update executions set parent_step_id = null where workspace_id = $1 and id = $2', [
      workspaceId,
      executionId,
    ]);
  });
}

function answerOf(executionId: string, { status, output, error }: EndedCall) {
  if (status === 'completed') return { output };
  const message =
    status === 'cancelled'
      ? 'The called run was cancelled.'
      : `The called run failed (${error?.code}): ${error?.message}`;
  const code = status === 'cancelled' ? 'CALL_CANCELLED' : 'CALL_FAILED';
  return { error: { code, message }, output: { executionId } };
}

/** Ends the runs that nobody waits for any more because their caller has ended, or only the step that called. */
export async function cancelCalls(db: Database, { workspaceId, executionId }: RunKey): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `/* abandoned_calls */ select c.id from executions c
     where c.workspace_id = $1 and c.parent_execution_id = $2 and c.parent_step_id is not null and c.status = 'running'
       and not exists (select from execution_steps s where s.workspace_id = $1 and s.execution_id = $2
         and s.id = c.parent_step_id and s.status in ('running', 'waiting'))`,
    [workspaceId, executionId],
  );
  for (const { id } of rows) await endRun(db, workspaceId, id);
}
