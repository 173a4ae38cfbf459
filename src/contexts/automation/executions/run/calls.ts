import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { EngineErrorCode } from '../../../../engine/errors/index.js';
import type { FlowCallRequest, Outcome } from '../../../../nodes/index.js';
import type { Database, Sql } from '../../../../platform/database/database.js';
import { tableOf, typed } from '../../../../platform/database/typed-sql.js';
import { isUuid } from '../../../../platform/graphql/context.js';
import type { Flow, FlowSettings } from '../../flows/index.js';
import { executions } from '../store/execution.entity.js';
import { executionClaims } from '../store/execution-claim.entity.js';
import type { ClaimedExecution, ExecutionStatus, StepRecord } from '../store/execution-record.js';
import { type ExecutionKey } from '../store/execution-store.js';
import { deepestCall, newExecution } from '../store/new-execution.js';
import type { Signal } from '../store/signal.js';
import { startCalled } from '../store/start-executions.js';
import type { StartQuota } from '../store/start-quota.js';
import { signalStep } from '../store/step-signals.js';
import { shareBlobs } from '../store/values/blobs.js';
import { holdValue, referenceIn } from '../store/values/large-values.js';
import { logCancelled } from './cancel-execution.js';
import { cancelTree } from './cancel-tree.js';
import { type ExecutionSecrets, protectTriggerData } from './execution-secrets.js';

interface CalledFlow {
  id: string;
  name: string;
  version: number;
  settings: FlowSettings;
  isActive: boolean;
}

/** The calling execution and step. */
export interface CallingStep {
  run: ClaimedExecution;
  step: StepRecord;
  secrets: Pick<ExecutionSecrets, 'texts' | 'links' | 'encrypt'>;
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
    // Its ID is the output of the step, whether that waits or not.
    isAwaited: true,
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
    .select(['id', 'name', 'version', 'settings', 'isActive'])
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
    const call = { workspaceId, executionId };
    const found = await findEnded(sql, call);
    if (!found) {
      await dropOrphan(sql, call);
      return;
    }
    const { executionId: callerId, stepId, attempt, ...ended } = found;
    await lockCaller(sql, workspaceId, callerId);
    const { numUpdatedRows } = await typed(sql, 'answer_call', executionClaims)
      .updateTable('execution_claims')
      .set({ answers: false })
      .where('workspaceId', '=', workspaceId)
      .where('executionId', '=', executionId)
      .where('ended', 'is', true)
      .where('answers', 'is', true)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (referenceIn(ended.output)) await shareBlobs(sql, workspaceId, { from: executionId, to: callerId });
    await dropSettled(sql, call);
    const target = { workspaceId, executionId: callerId, stepId, attempt };
    await signalStep(sql, target, answerOf(executionId, ended), { evenBeforeWait: true });
  });
}

async function findEnded(
  sql: Sql,
  { workspaceId, executionId }: ExecutionKey,
): Promise<(CallerStep & EndedCall) | undefined> {
  const found = await typed(sql, 'ended_call', executionClaims, executions)
    .selectFrom('execution_claims as c')
    .innerJoin('executions as e', (on) =>
      on.onRef('e.workspaceId', '=', 'c.workspaceId').onRef('e.id', '=', 'c.executionId'),
    )
    .select(['e.parentExecutionId as executionId', 'e.parentStepId as stepId', 'e.parentAttempt as attempt'])
    .select(['e.status', 'e.output', 'e.error'])
    .where('c.workspaceId', '=', workspaceId)
    .where('c.executionId', '=', executionId)
    .where('c.ended', 'is', true)
    .where('c.answers', 'is', true)
    .executeTakeFirst();
  return found as (CallerStep & EndedCall) | undefined;
}

/** Deletes the claim row of an ended execution that was deleted meanwhile. */
function dropOrphan(sql: Sql, { workspaceId, executionId }: ExecutionKey) {
  return typed(sql, 'drop_orphaned_claim', executionClaims, executions)
    .deleteFrom('execution_claims')
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', executionId)
    .where('ended', 'is', true)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('executions').where('workspaceId', '=', workspaceId).where('id', '=', executionId))),
    )
    .execute();
}

/** Deletes the claim row of an ended execution of which nothing is left to be done. */
async function dropSettled(sql: Sql, { workspaceId, executionId }: ExecutionKey): Promise<void> {
  await typed(sql, 'drop_settled_claim', executionClaims)
    .deleteFrom('execution_claims')
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', executionId)
    .where('ended', 'is', true)
    .where('answers', 'is', false)
    .where('abandons', 'is', false)
    .execute();
}

/** Callers before the executions they called: the order in which both are locked everywhere. */
async function lockCaller(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await typed(sql, 'lock_caller', executionClaims)
    .selectFrom('execution_claims')
    .select('executionId')
    .where('workspaceId', '=', workspaceId)
    .where('executionId', '=', id)
    .forUpdate()
    .execute();
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

/** Calls that one transaction examines, in a statement of text: it compares three tables. */
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
    const cancelled = ids.length > 0 ? (await cancelTree(sql, workspaceId, ids, { answered: [] })).ended : [];
    const abandons = ids.length === abandonedAtOnce;
    await typed(sql, 'abandoned_calls_ended', executionClaims)
      .updateTable('execution_claims')
      .set({ abandons })
      .where('workspaceId', '=', workspaceId)
      .where('executionId', '=', executionId)
      .where('abandons', '<>', abandons)
      .execute();
    await dropSettled(sql, { workspaceId, executionId });
    return cancelled;
  });
  logCancelled(log, ended);
}
