import { listener } from '../../../platform/events/index.js';
import { crmEventsOccurred } from '../../crm/definitions/index.js';
import { defineModule } from '../../module.js';
import { ApprovalResolver, StepApprovalResolver } from './approval.resolver.js';
import { Execution } from './execution.entity.js';
import { executionById } from './execution.loaders.js';
import { sealedRunColumns } from './run-secrets.js';
import './execution-services.js';
import {
  ExecutionMutations,
  ExecutionResolver,
  FlowExecutionsResolver,
  WorkspaceExecutionsResolver,
} from './execution.resolver.js';
import { ExecutionSubscriptions } from './execution.subscriptions.js';
import { fireCrmEvents } from './fire-crm-events.js';

export { approvalLink } from './approval-link.js';
export { awaitEnd } from './await-end.js';
export { Execution, ExecutionAnswer, ExecutionPage, Step } from './execution.entity.js';
export { WebhookRequestInput } from './execution.input.js';
export { createExecutionFeed, type ExecutionFeed } from './execution-feed.js';
export { fireEvent } from './fire-event.js';
export { fireVoiceCall, type VoiceCallEvent } from './fire-voice-call.js';
export type { FiredEvent, FlowEvent } from './flow-event.js';
export { createFlowVersionReader, type FlowVersionReader } from './flow-versions.js';
export { keepRetention } from './keep-retention.js';
export { newRun, type RunStart } from './new-run.js';
export { createRunEnds, type RunEnds } from './run-ends.js';
export type { Leave } from './run-record.js';
export { createRunStore, startRuns } from './run-store.js';
export { type RunWorker, startRunWorker } from './run-worker.js';
export type { Signal } from './signal.js';
export type { StartedByEvent } from './start-subscribed.js';
export { type SignalTarget, signalStep } from './step-signals.js';
export { WebhookRequest } from './webhook-request.js';

export const executionsModule = defineModule({
  name: 'automation/executions',
  resolvers: [
    WorkspaceExecutionsResolver,
    FlowExecutionsResolver,
    ExecutionResolver,
    ExecutionMutations,
    ExecutionSubscriptions,
    StepApprovalResolver,
    ApprovalResolver,
  ],
  ids: { executionId: 'executions' },
  listeners: [listener(crmEventsOccurred, fireCrmEvents)],
  routes: async () => [(await import('./execution.routes.js')).routes],
  relationTargets: [{ name: 'Execution', type: Execution, rule: { capability: 'flows:read' }, load: executionById }],
  sealedColumns: sealedRunColumns,
});
