import { v7 as uuidv7 } from 'uuid';
import { bodyNodes, type FlowControl, isLoop, resultNodes, spansItems } from '../../../../engine/index.js';
import { principalId } from '../../../../platform/access/principal.js';
import { storableJson } from '../../../../platform/database/storable-json.js';
import { expression, typed } from '../../../../platform/database/typed-sql.js';
import { AppError, notFound } from '../../../../platform/errors/errors.js';
import { requireId, type Scope } from '../../../../platform/graphql/context.js';
import { requireNodeRights } from '../../flows/index.js';
import { encryptionContext } from '../run/execution-secrets.js';
import { flowVersions } from '../run/flow-version-reader.js';
import { eventsChannel } from '../store/event-rows.sql.js';
import { executions } from '../store/execution.entity.js';
import type { RetryExecutionInput } from '../store/execution.input.js';
import type { StartedExecution } from '../store/execution-answer.object.js';
import { type ExecutionControl, executionControl } from '../store/execution-control.js';
import { executionSteps } from '../store/execution-step.entity.js';
import type { Idempotency } from '../store/new-execution.js';
import { type RetryRow, retryExecutionSql, retryValues } from '../store/retry-execution.sql.js';
import { showLargeValues } from '../store/show-large-values.js';
import { type Started, withBlobs } from '../store/start-executions.js';
import { startQuota } from '../store/start-quota.js';
import { type EndedExecution, type Retry, requireRetry, retriedFlow } from './retry-request.js';
import { idempotencyOf, requireSame } from './start-once.js';

/**
 * Starts an ended execution again: with its version of the flow or the current one, with its trigger data or others.
 * Unless it runs from the start, completed steps are copied to the new execution; loops that did not complete continue
 * with the items that did not finish. Of finished items, only the steps are copied that led to their results, and those
 * whose variables are in effect.
 * @param key the same key for the same flow within 24 hours starts one execution
 * @throws AppError NOT_FOUND, FORBIDDEN, VALIDATION_FAILED, FLOW_INVALID, QUOTA_EXCEEDED; CONFLICT if the execution has not ended,
 *   has completed and `from` is `failed`, its flow was deleted and `version` is `current`, or the key was used for a
 *   different request
 */
export function retryExecution(
  scope: Scope,
  executionId: string,
  input: RetryExecutionInput,
  key: string | null | undefined,
): Promise<StartedExecution> {
  return retryOnce(scope, executionId, input, (source, retry) =>
    key == null ? null : idempotencyOf(key, ['retry', source.id, ...Object.values(retry)]),
  );
}

/** The same with the key of a client, or one of the server. */
export async function retryOnce(
  scope: Scope,
  executionId: string,
  input: RetryExecutionInput,
  keyOf: (source: EndedExecution, retry: Retry) => Idempotency | null,
): Promise<StartedExecution> {
  const { workspaceId } = scope;
  const source = await findEnded(scope, executionId, input.nodeId ?? null);
  const retry = requireRetry(source, input);
  const idempotency = keyOf(source, retry);
  const flow = await retriedFlow(scope, source, retry);
  await requireRightsOfVersion(
    scope,
    flow.version === null ? source : { ...source, flowVersion: flow.version, simulated: null },
  );
  const id = uuidv7();
  await scope.services.get(startQuota).require(scope.sql, { workspaceId, flowId: source.flowId, idempotency });
  const isEncrypted = source.encrypted !== null && retry.triggerData === null;
  const keeps = retry.from !== 'start';
  const values = retryValues({
    workspaceId,
    source: source.id,
    id,
    keeps,
    idempotency,
    runAs: principalId(scope.principal),
    ...flow,
    control: await controlOf(scope, source, retry),
    encrypted: isEncrypted ? await reencrypted(scope, source.encrypted as string, source.id, id) : null,
    triggerData: retry.triggerData && (await storedTriggerData(scope, id, retry.triggerData)),
    loops: keeps ? await loopsOf(scope, source) : [],
  });
  const { rows } = await scope.sql.query<Started>(retryExecutionSql, values);
  scope.services.notifier.notify(eventsChannel);
  return requireSame(rows[0] as Started, id);
}

/** A retry waits like a new execution, and is not skipped: who asks for it wants it. */
async function controlOf(
  { sql, services, workspaceId }: Scope,
  { id, flowId: ofFlow, flowName: name, control, isSimulation }: EndedExecution,
  { triggerData: given }: Retry,
): Promise<ExecutionControl | null> {
  if (!control || isSimulation) return null;
  const row = { triggerData: given === null ? await storedData(sql, workspaceId, id) : JSON.parse(given) };
  await showLargeValues({ sql, services }, [row], () => workspaceId);
  const flow = { id: ofFlow, name, settings: { control } };
  return executionControl({ workspaceId, flow, trigger: 'manual', triggerData: row.triggerData, isAwaited: true });
}

async function storedData(sql: Scope['sql'], workspaceId: string, id: string): Promise<unknown> {
  const found = await typed(sql, 'trigger_data_of_retry', executions)
    .selectFrom('executions')
    .select('triggerData')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.triggerData ?? null;
}

/** @throws AppError FORBIDDEN if the caller may not do what the nodes of the version do */
async function requireRightsOfVersion({ services, workspaceId, access }: Scope, source: EndedExecution): Promise<void> {
  const { row } = await services.get(flowVersions).read({ workspaceId, ...source });
  requireNodeRights(access, row.nodes);
}

/** New trigger data as it stands in the row of the execution: large data is stored as a blob. */
async function storedTriggerData({ sql, workspaceId }: Scope, id: string, text: string): Promise<string> {
  return storableJson((await withBlobs(sql, { workspaceId, id, triggerData: JSON.parse(text) })).triggerData);
}

async function findEnded(scope: Scope, executionId: string, nodeId: string | null): Promise<EndedExecution> {
  const { sql, workspaceId } = scope;
  const id = requireId(executionId, 'execution');
  const found = await typed(sql, 'ended_execution', executions, executionSteps)
    .selectFrom('executions')
    .select(['id', 'status', 'encrypted', 'flowId', 'flowVersion', 'flowName', 'simulated'])
    .select(({ fn }) => fn.coalesce('startNodeId', 'triggerNodeId').as('startNodeId'))
    .select(expression<boolean>`mocks is not null`.as('isSimulation'))
    .select(
      expression<FlowControl | null>`(select f.settings -> 'control' from flows f where f.workspace_id = executions.workspace_id and f.id = executions.flow_id)`.as(
        'control',
      ),
    )
    .select(({ exists, selectFrom }) => {
      const steps = selectFrom('execution_steps').select('nodeId').where('status', '<>', 'skipped');
      const ofNode = steps.where('executionId', '=', id).where('nodeId', '=', nodeId);
      return exists(ofNode.where('workspaceId', '=', workspaceId)).as('hasRun');
    })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .$castTo<EndedExecution>()
    .executeTakeFirst();
  if (!found) throw notFound('execution');
  if (found.status !== 'running') return found;
  throw new AppError('CONFLICT', 'The execution must have ended. Wait for its end, or cancel it first.');
}

/** The steps of finished items that matter for each loop: those that lead to results, and those whose failure was one. */
async function loopsOf({ services, workspaceId }: Scope, source: EndedExecution): Promise<RetryRow['loops']> {
  const version = await services.get(flowVersions).read({ workspaceId, ...source });
  const plan = version.planFrom(source.startNodeId);
  return [...plan.nodes]
    .filter(([, { shape, each }]) => each || isLoop(shape))
    .map(([loop]) => ({
      loop,
      nodes: resultNodes(plan, loop),
      failing: spansItems(plan, loop) ? bodyNodes(plan, loop) : [],
    }));
}

/** The encrypted data of an execution is bound to its ID. That of its steps is bound to theirs, which they keep. */
async function reencrypted(
  { services, workspaceId }: Scope,
  encrypted: string,
  from: string,
  to: string,
): Promise<string> {
  const text = await services.vault.open(workspaceId, encrypted, encryptionContext(from));
  return services.vault.encrypt(workspaceId, text, encryptionContext(to));
}
