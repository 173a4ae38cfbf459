import { listener } from '../../../platform/events/index.js';
import { loadRows } from '../../../platform/graphql/nodes/node-source.js';
import { budgetExceeded } from '../../billing/usage/index.js';
import { crmEventsOccurred } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { connectionDisconnected } from '../connections/index.js';
import { AddressMutations, StepAddressResolver } from './accept/addresses/address.resolver.js';
import { ApprovalResolver, StepApprovalResolver } from './accept/approval.resolver.js';
import { ExecutionBulkMutations } from './accept/bulk/execution-bulk.resolver.js';
import { ExpressionResolver } from './accept/evaluate/expression.resolver.js';
import { fireBudgetExceeded } from './accept/events/fire-budget-exceeded.js';
import { fireConnectionDisconnected } from './accept/events/fire-connection-disconnected.js';
import { fireCrmEvents } from './accept/events/fire-crm-events.js';
import { eventsPort } from './accept/events/publish-custom-event.js';
import { watchNotices } from './accept/events/watch-notices.js';
import { ExecutionMutations } from './accept/execution.mutations.js';
import { executionEnds } from './accept/execution-ends.js';
import { executionStarter } from './accept/execution-starter.js';
import { FormResolver } from './accept/forms/form.resolver.js';
import { FlowHoldMutations, FlowHoldsResolver } from './accept/holds/flow-hold.resolver.js';
import { findFlowHolds } from './accept/holds/list-flow-holds.js';
import { deleteOldHolds, lateParkedSteps, watchHolds } from './accept/holds/watch-holds.js';
import { replaySlots } from './accept/replay/replay-deps.js';
import { ShadowReplayMutations } from './accept/replay/shadow-replay.resolver.js';
import { ExecutionSubscriptions } from './live/execution.subscriptions.js';
import { executionFeed } from './live/execution-feed.js';
import { lookBack } from './queue/look-back.js';
import { deleteOldEvents, wakeLateWaits } from './queue/wake-late-waits.js';
import { encryptedExecutionColumns } from './run/execution-secrets.js';
import { flowVersions } from './run/flow-version-reader.js';
import { statePort } from './run/state-port.js';
import { ErrorGroupResolver } from './show/error-group.resolver.js';
import { executionById } from './show/execution.loaders.js';
import {
  ExecutionResolver,
  FlowExecutionsResolver,
  StepResolver,
  WorkspaceExecutionsResolver,
} from './show/execution.resolver.js';
import { approvalCodes } from './store/approval-code.entity.js';
import { executions, idempotencyKeys } from './store/execution.entity.js';
import { Execution } from './store/execution.object.js';
import { executionClaims, flowControls } from './store/execution-claim.entity.js';
import {
  eventLog,
  eventWaits,
  executionEvents,
  executionFailures,
  executionNotices,
  executionSteps,
} from './store/execution-step.entity.js';
import { flowHolds, holdFailures, parkedSteps } from './store/flow-hold.entity.js';
import { keptEvents } from './store/kept-event.entity.js';
import { flowRetentionTask, retentionTask } from './store/retention/retention-task.js';
import { startQuota } from './store/start-quota.js';
import { executionDeltas, executionTotals } from './store/totals/execution-total.entity.js';
import { rollUpTask } from './store/totals/roll-up-totals.js';
import { blobs, blobUses } from './store/values/blob.entity.js';
import { moveValues } from './store/values/move-values.js';

export { attemptAlone } from './accept/attempt-alone.js';
export { awaitEnd } from './accept/await-end.js';
export { ExecutionBulkFilterInput } from './accept/bulk/execution-bulk.object.js';
export { fireEvent } from './accept/events/fire-event.js';
export { fireVoiceCall, type VoiceCallEvent } from './accept/events/fire-voice-call.js';
export { type NewCustomEvent, type PublishedEvent, publishCustomEvent } from './accept/events/publish-custom-event.js';
export type { StartedByEvent } from './accept/events/start-subscribed-flows.js';
export { watchFailures } from './accept/events/watch-failures.js';
export { executionStarter } from './accept/execution-starter.js';
export {
  cancelForOperator,
  findForOperator,
  listForOperator,
  type OperatorExecution,
  retryForOperator,
} from './accept/operator-actions.js';
export { drivingHere } from './accept/replay/replay-deps.js';
export { approvalMail, type SendUnrecorded } from './accept/signals/approval-codes.js';
export { continueLog } from './live/continue-log.js';
export { type AttemptsTimedOut, attemptsTimedOut } from './queue/attempts-timed-out.js';
export {
  createExecutionWorker,
  type ExecutionWorker,
  type ExecutionWorkerOptions,
  executionWorker,
} from './queue/execution-worker.js';
export { createSuspectWorker, type SuspectWorker, type SuspectWorkerOptions } from './queue/suspect-worker.js';
export type { StartSuspectProcess, SuspectReport } from './queue/watch-suspects.js';
export { type ApprovalTarget, approvalLink } from './run/approval-link.js';
export { flowVersions } from './run/flow-version-reader.js';
export { type AddressTarget, stepAddress } from './run/step-address.js';
export { RetryExecutionInput } from './store/execution.input.js';
export { Execution, ExecutionPage } from './store/execution.object.js';
export { ExecutionAnswer } from './store/execution-answer.object.js';
export type { Release } from './store/execution-record.js';
export { createExecutionStore } from './store/execution-store.js';
export { type ExecutionStart, type NewExecution, newExecution } from './store/new-execution.js';
export { createPartitions } from './store/retention/execution-partitions.js';
export type { Signal } from './store/signal.js';
export { startExecutions } from './store/start-executions.js';
export { type StartQuota, startQuota } from './store/start-quota.js';
export { Step } from './store/step.object.js';
export { type SignalTarget, signalStep } from './store/step-signals.js';
export { rollUpExecutions } from './store/totals/roll-up-totals.js';

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
    StepAddressResolver,
    AddressMutations,
    FormResolver,
    ExpressionResolver,
    ErrorGroupResolver,
    FlowHoldsResolver,
    FlowHoldMutations,
  ],
  services: [flowVersions, executionFeed, executionEnds, startQuota, executionStarter, replaySlots],
  entities: [
    executions,
    executionClaims,
    flowControls,
    idempotencyKeys,
    executionSteps,
    executionEvents,
    eventLog,
    executionFailures,
    executionNotices,
    keptEvents,
    eventWaits,
    approvalCodes,
    blobs,
    blobUses,
    flowHolds,
    parkedSteps,
    holdFailures,
    executionTotals,
    executionDeltas,
  ],
  tasks: [
    rollUpTask,
    retentionTask,
    flowRetentionTask,
    moveValues,
    wakeLateWaits,
    lookBack,
    deleteOldEvents,
    lateParkedSteps,
    deleteOldHolds,
  ],
  workers: [watchNotices, watchHolds],
  ids: { executionId: 'executions', holdId: 'flow_holds' },
  listeners: [
    listener(crmEventsOccurred, (tx, events, { get, log }) => fireCrmEvents(tx, events, get(startQuota), log)),
    listener(connectionDisconnected, (tx, disconnected, { get, log }) =>
      fireConnectionDisconnected(tx, disconnected, get(startQuota), log),
    ),
    listener(budgetExceeded, (tx, exceeded, { get, log }) => fireBudgetExceeded(tx, exceeded, get(startQuota), log)),
  ],
  routes: async () => [
    (await import('./accept/execution.routes.js')).routes,
    (await import('./accept/webhook.routes.js')).webhookRoutes,
    (await import('./accept/addresses/address.routes.js')).addressRoutes,
    (await import('./accept/forms/form.routes.js')).formRoutes,
    (await import('./accept/bulk/execution-bulk.routes.js')).bulkRoutes,
    (await import('./accept/holds/flow-hold.routes.js')).holdRoutes,
    (await import('./show/error-group.routes.js')).errorGroupRoutes,
    (await import('./accept/evaluate/expression.routes.js')).expressionRoutes,
    (await import('./accept/replay/shadow-replay.routes.js')).shadowReplayRoutes,
  ],
  nodes: [{ name: 'FlowHold', rule: { capability: 'flows:read' }, table: 'flow_holds', load: loadRows(findFlowHolds) }],
  relationTargets: [
    {
      name: 'Execution',
      type: Execution,
      table: 'executions',
      rule: { capability: 'flows:read' },
      load: executionById,
    },
  ],
  ports: {
    code: ({ code }, user) => ({ run: (task, signal) => code.run(task, signal, user.workspaceId) }),
    state: statePort,
    events: eventsPort,
  },
  encryptedColumns: encryptedExecutionColumns,
});
