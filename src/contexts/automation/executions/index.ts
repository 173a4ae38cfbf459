import { listener } from '../../../platform/events/index.js';
import { budgetExceeded } from '../../billing/usage/index.js';
import { crmEventsOccurred } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { ApprovalResolver, StepApprovalResolver } from './api/approval.resolver.js';
import { ExecutionMutations } from './api/execution.mutations.js';
import {
  ExecutionResolver,
  FlowExecutionsResolver,
  StepResolver,
  WorkspaceExecutionsResolver,
} from './api/execution.resolver.js';
import { ExecutionSubscriptions } from './api/execution.subscriptions.js';
import { ExecutionBulkMutations } from './bulk/execution-bulk.resolver.js';
import { executionClaims } from './claim/execution-claim.entity.js';
import { encryptedExecutionColumns } from './drive/execution-secrets.js';
import { flowVersions } from './drive/flow-version-reader.js';
import { ErrorGroupResolver } from './error-groups/error-group.resolver.js';
import { ExpressionResolver } from './evaluate/expression.resolver.js';
import { customEvents } from './events/custom-event.entity.js';
import { fireBudgetExceeded } from './events/fire-budget-exceeded.js';
import { fireCrmEvents } from './events/fire-crm-events.js';
import { deleteOldEvents, wakeLateWaits } from './events/wake-late-waits.js';
import { watchNotices } from './events/watch-notices.js';
import { executions, idempotencyKeys } from './execution.entity.js';
import { Execution } from './execution.object.js';
import {
  eventLog,
  eventWaits,
  executionEvents,
  executionFailures,
  executionNotices,
  executionSteps,
} from './execution-step.entity.js';
import { executionFeed } from './log/execution-feed.js';
import { executionById } from './read/execution.loaders.js';
import { replaySlots } from './replay/replay-deps.js';
import { ShadowReplayMutations } from './replay/shadow-replay.resolver.js';
import { retentionTask } from './retention/retention-task.js';
import { approvalCodes } from './signals/approval-code.entity.js';
import { runEnds } from './start/execution-ends.js';
import { runStarter } from './start/run-starter.js';
import { startQuota } from './start/start-quota.js';
import { executionDeltas, executionTotals } from './totals/execution-total.entity.js';
import { rollUpTask } from './totals/roll-up-totals.js';
import { blobs, blobUses } from './values/blob.entity.js';

export type { Release } from './checkpoint/execution-record.js';
export { createExecutionStore, startExecutions } from './checkpoint/execution-store.js';
export {
  createRunWorker,
  type ExecutionWorker,
  type ExecutionWorkerOptions,
  runWorker,
} from './claim/execution-worker.js';
export { createSuspectWorker, type SuspectWorker, type SuspectWorkerOptions } from './claim/suspect-worker.js';
export type { StartSuspectProcess, SuspectReport } from './claim/watch-suspects.js';
export { flowVersions } from './drive/flow-version-reader.js';
export { type AttemptsTimedOut, attemptsTimedOut } from './events/attempts-timed-out.js';
export { fireEvent } from './events/fire-event.js';
export { fireVoiceCall, type VoiceCallEvent } from './events/fire-voice-call.js';
export type { FiredEvent, FlowEvent } from './events/flow-event.js';
export { type NewCustomEvent, type PublishedEvent, publishCustomEvent } from './events/publish-custom-event.js';
export type { StartedByEvent } from './events/start-subscribed-flows.js';
export { Execution, ExecutionPage } from './execution.object.js';
export { ExecutionAnswer } from './execution-answer.object.js';
export { continueLog } from './log/continue-log.js';
export {
  cancelForOperator,
  findForOperator,
  listForOperator,
  type OperatorExecution,
  retryForOperator,
} from './operator-actions.js';
export { drivingHere } from './replay/replay-deps.js';
export { createPartitions } from './retention/execution-partitions.js';
export { approvalMail, type SendUnrecorded } from './signals/approval-codes.js';
export { type ApprovalTarget, approvalLink } from './signals/approval-link.js';
export type { Signal } from './signals/signal.js';
export { type SignalTarget, signalStep } from './signals/step-signals.js';
export { awaitEnd } from './start/await-end.js';
export { type ExecutionStart, type NewExecution, newExecution } from './start/new-execution.js';
export { runStarter } from './start/run-starter.js';
export { type StartQuota, startQuota } from './start/start-quota.js';
export { Step } from './step.object.js';
export { rollUpExecutions } from './totals/roll-up-totals.js';

export const executionsModule = defineModule({
  name: 'automation/executions',
  resolvers: [
    WorkspaceExecutionsResolver,
    FlowExecutionsResolver,
    ExecutionResolver,
    ExecutionMutations,
    ExecutionBulkMutations,
    ShadowReplayMutations,
    StepResolver,
    ExecutionSubscriptions,
    StepApprovalResolver,
    ApprovalResolver,
    ExpressionResolver,
    ErrorGroupResolver,
  ],
  services: [flowVersions, executionFeed, runEnds, startQuota, runStarter, replaySlots],
  entities: [
    executions,
    executionClaims,
    idempotencyKeys,
    executionSteps,
    executionEvents,
    eventLog,
    executionFailures,
    executionNotices,
    customEvents,
    eventWaits,
    approvalCodes,
    blobs,
    blobUses,
    executionTotals,
    executionDeltas,
  ],
  tasks: [rollUpTask, retentionTask, wakeLateWaits, deleteOldEvents],
  workers: [watchNotices],
  ids: { executionId: 'executions' },
  listeners: [
    listener(crmEventsOccurred, (tx, events, { get, log }) => fireCrmEvents(tx, events, get(startQuota), log)),
    listener(budgetExceeded, (tx, exceeded, { get, log }) => fireBudgetExceeded(tx, exceeded, get(startQuota), log)),
  ],
  routes: async () => [
    (await import('./api/execution.routes.js')).routes,
    (await import('./api/webhook.routes.js')).webhookRoutes,
    (await import('./bulk/execution-bulk.routes.js')).bulkRoutes,
    (await import('./error-groups/error-group.routes.js')).errorGroupRoutes,
    (await import('./evaluate/expression.routes.js')).expressionRoutes,
    (await import('./replay/shadow-replay.routes.js')).shadowReplayRoutes,
  ],
  relationTargets: [
    {
      name: 'Execution',
      type: Execution,
      table: 'executions',
      rule: { capability: 'flows:read' },
      load: executionById,
    },
  ],
  ports: { code: ({ code }, user) => ({ run: (task, signal) => code.run(task, signal, user.workspaceId) }) },
  encryptedColumns: encryptedExecutionColumns,
});
