import {
  CancelExecutionDocument,
  DecideApprovalByLinkDocument,
  DecideApprovalDocument,
  GetApprovalRequestDocument,
  GetExecutionDocument,
  ListExecutionsDocument,
  ListFlowExecutionsDocument,
  RetryExecutionDocument,
  RunWebhookDocument,
  SimulateFlowDocument,
  TriggerFlowDocument,
} from '../../../../rest/generated/operations.js';
import { rootRoutes, route, workspaceRoutes } from '../../../../rest/route.js';

const webhookBodyAtMost = 5 * 1024 * 1024;

export const routes = {
  ...workspaceRoutes({
    'GET /flows/executions': route({
      operation: ListExecutionsDocument,
      summary: 'Executions of the workspace, newest first',
      data: (result) => result.workspace.executions,
    }),
    'GET /flows/:flowId/executions': route({
      operation: ListFlowExecutionsDocument,
      summary: "A flow's executions, newest first",
      data: (result) => result.workspace.flow.executions,
    }),
    'GET /flows/executions/:executionId': route({
      operation: GetExecutionDocument,
      summary: 'An execution with its steps',
      data: (result) => result.workspace.execution,
    }),
    'POST /flows/executions/:executionId/cancel': route({
      operation: CancelExecutionDocument,
      summary: 'End a running execution at once',
      data: (result) => result.cancelExecution,
    }),
    'POST /flows/executions/:executionId/approvals/:stepId': route({
      operation: DecideApprovalDocument,
      summary: 'Approve or reject what a step waits for',
      data: (result) => result.decideApproval,
    }),
    'POST /flows/:flowId/trigger': route({
      operation: TriggerFlowDocument,
      summary: 'Start a run by hand',
      description: 'Answers at once; the run goes on in the background. Works on paused flows too.',
      variables: ({ headers }) => ({ idempotencyKey: headers['idempotency-key'] }),
      data: (result) => result.triggerFlow,
      status: 202,
    }),
    'POST /flows/:flowId/simulate': route({
      operation: SimulateFlowDocument,
      summary: 'Try a flow out without effects',
      description:
        'Nodes with effects answer with their mock or the sample of their type, waits end at once. Works on paused flows too.',
      variables: ({ headers }) => ({ idempotencyKey: headers['idempotency-key'] }),
      data: (result) => result.simulateFlow,
      status: 202,
    }),
    'POST /flows/executions/:executionId/retry': route({
      operation: RetryExecutionDocument,
      summary: 'Run an ended execution once more',
      description:
        'By the version it went by, with what started it. `from: "failed"` keeps the steps that are done, `start` does all again.',
      data: (result) => result.retryExecution,
      status: 202,
    }),
  }),
  ...rootRoutes({
    'GET /approvals': route({
      operation: GetApprovalRequestDocument,
      summary: 'What the link of an approval asks',
      description: 'Decides nothing. The token is that of the link; no API key is used.',
      data: (result) => result.approvalRequest,
    }),
    'POST /approvals': route({
      operation: DecideApprovalByLinkDocument,
      summary: 'Approve or reject by the link of an approval',
      variables: ({ query }) => ({ token: query.token ?? '' }),
      data: (result) => result.decideApprovalByLink,
    }),
    'POST /flows/run': route({
      operation: RunWebhookDocument,
      summary: 'Start the flow that the webhook token belongs to',
      description:
        'The body, any JSON value or a form, is `triggerData` in the flow. No API key is used. With `responseMode: "result"` the answer is 200 with `status`, `output` and `error` once the run has ended, else 202 after 25 seconds.',
      credential: 'webhookToken',
      rawBody: true,
      variables: ({ query, headers, raw }) => ({
        token: query.token ?? '',
        request: { headers, body: raw.text, base64: raw.base64 },
        idempotencyKey: headers['idempotency-key'],
      }),
      data: ({ runWebhook: { executionId, status, output, error } }) =>
        status ? { executionId, status, output, ...(error && { error }) } : { executionId },
      status: { oneOf: [200, 202], choose: ({ runWebhook }) => (runWebhook.status ? 200 : 202) },
      maxBody: webhookBodyAtMost,
    }),
  }),
};
