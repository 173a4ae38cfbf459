import {
  CancelExecutionDocument,
  DecideApprovalByLinkDocument,
  DecideApprovalDocument,
  GetApprovalRequestDocument,
  GetExecutionDocument,
  ListExecutionsDocument,
  ListFlowExecutionsDocument,
  RetryExecutionDocument,
  SimulateContentDocument,
  SimulateFlowDocument,
  TriggerFlowDocument,
} from '../../../../rest/generated/operations.js';
import { rootRoutes, route, workspaceRoutes } from '../../../../rest/route.js';

/** Bytes of content with mocks. */
const maxSimulationBody = 3 * 1024 * 1024;

export const routes = {
  ...workspaceRoutes({
    'GET /flows/executions': route({
      operation: ListExecutionsDocument,
      summary: 'List executions',
      data: (result) => result.workspace.executions,
    }),
    'GET /flows/:flowId/executions': route({
      operation: ListFlowExecutionsDocument,
      summary: 'List the executions of a flow',
      data: (result) => result.workspace.flow?.executions,
    }),
    'GET /flows/executions/:executionId': route({
      operation: GetExecutionDocument,
      summary: 'Get an execution',
      data: (result) => result.workspace.execution,
    }),
    'POST /flows/executions/:executionId/cancel': route({
      operation: CancelExecutionDocument,
      summary: 'Cancel an execution',
      fails: ['EXECUTION_NOT_RUNNING'],
      data: (result) => result.cancelExecution,
    }),
    'POST /flows/executions/:executionId/approvals/:stepId': route({
      operation: DecideApprovalDocument,
      summary: 'Decide an approval',
      fails: ['CONFLICT'],
      example: { body: { decision: 'approved', comment: 'Agreed.' } },
      data: (result) => result.decideApproval,
    }),
    'POST /flows/:flowId/trigger': route({
      operation: TriggerFlowDocument,
      inFlows: false,
      summary: 'Trigger a flow',
      description:
        'Returns immediately; the execution continues in the background. Paused flows can be triggered too. 200 with `skipped: true` means that nothing was started, because `settings.control` of the flow has `overlap: "skip"` and the execution `executionId` was running.',
      variables: ({ headers }) => ({ idempotencyKey: headers['idempotency-key'] }),
      fails: ['FLOW_INVALID', 'QUOTA_EXCEEDED'],
      example: { body: { triggerData: { name: 'Ana' } } },
      data: ({ triggerFlow: { executionId, skipped } }) => ({ executionId, ...(skipped && { skipped }) }),
      status: {
        oneOf: [200, 202],
        choose: ({ triggerFlow }) => (triggerFlow.skipped ? 200 : 202),
        data: { 202: ({ triggerFlow: { executionId } }) => ({ executionId }) },
      },
    }),
    'POST /flows/:flowId/simulate': route({
      operation: SimulateFlowDocument,
      inFlows: false,
      summary: 'Simulate a flow',
      description:
        'Nodes with effects return their mock, or the sample of their type, instead of running. Waits end immediately. Paused flows can be simulated too.',
      variables: ({ headers }) => ({ idempotencyKey: headers['idempotency-key'] }),
      fails: ['FLOW_INVALID', 'QUOTA_EXCEEDED'],
      example: { body: { triggerData: { name: 'Ana' }, mocks: { greeting: { greeting: 'Hello' } } } },
      data: (result) => result.simulateFlow,
      status: 202,
      maxBody: maxSimulationBody,
    }),
    'POST /flows/simulate': route({
      operation: SimulateContentDocument,
      inFlows: false,
      summary: 'Simulate unsaved content of a flow',
      description:
        'Runs `nodes` and `edges` as they are sent, of the flow `flowId` or of none, until `untilNodeId` if it is set. Steps are answered by their mock, the pinned data of their node, what `fromExecutionId` recorded, or the sample of their type.',
      variables: ({ headers }) => ({ idempotencyKey: headers['idempotency-key'] }),
      fails: ['FLOW_INVALID', 'QUOTA_EXCEEDED'],
      example: {
        body: {
          nodes: [
            { id: 'start', type: 'trigger.manual', position: { x: 0, y: 0 }, data: {} },
            {
              id: 'total',
              type: 'data.set',
              position: { x: 240, y: 0 },
              data: { assignments: [{ name: 'total', value: '{{triggerData.count * 12.5}}' }] },
            },
          ],
          edges: [{ id: 'start-total', source: 'start', target: 'total' }],
          triggerData: { count: 3 },
        },
      },
      data: (result) => result.simulateFlow,
      status: 202,
      maxBody: maxSimulationBody,
    }),
    'POST /flows/executions/:executionId/retry': route({
      operation: RetryExecutionDocument,
      summary: 'Retry an execution',
      description:
        'Uses the same flow version and trigger data unless the request names others. `from: "failed"` keeps the steps that have completed, `from: "step"` those that do not come after `nodeId`, `from: "start"` runs all steps again.',
      variables: ({ headers }) => ({ idempotencyKey: headers['idempotency-key'] }),
      fails: ['CONFLICT', 'FLOW_INVALID', 'QUOTA_EXCEEDED'],
      example: { body: { from: 'start' } },
      data: (result) => result.retryExecution,
      status: 202,
    }),
  }),
  ...rootRoutes({
    'GET /approvals': route({
      operation: GetApprovalRequestDocument,
      summary: 'Get an approval request by token',
      description: 'Does not decide the request. The token comes from the approval link; no API key is needed.',
      fails: ['INVALID_TOKEN', 'NOT_FOUND'],
      example: { query: { token: 'a6m1…' } },
      data: (result) => result.approvalRequest,
    }),
    'POST /approvals': route({
      operation: DecideApprovalByLinkDocument,
      summary: 'Decide an approval by token',
      variables: ({ query }) => ({ token: query.token ?? '' }),
      description:
        'A link that was created for an approver needs a confirmation: the first call returns 202 with `confirmation: "sent"` and mails the approver a code of six digits, which is valid for 10 minutes. The call with this `code` decides. A signed-in member with the address of the approver decides at once.',
      fails: ['INVALID_TOKEN', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
      example: { query: { token: 'a6m1…' }, body: { decision: 'approved' } },
      data: ({ decideApprovalByLink: { flowName, message, approver, open, closesAt } }) => ({
        flowName,
        message,
        approver,
        open,
        closesAt,
      }),
      status: {
        oneOf: [200, 202],
        choose: ({ decideApprovalByLink }) => (decideApprovalByLink.confirmation ? 202 : 200),
        data: { 202: ({ decideApprovalByLink: { confirmation } }) => ({ confirmation }) },
      },
    }),
  }),
};
